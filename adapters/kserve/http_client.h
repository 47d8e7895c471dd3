// HTTP requests with a time-out, and again after failures that may pass.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace latentfuzz {

using HttpHeaders = std::map<std::string, std::string>;

struct HttpSettings {
  std::string origin;        // "http://host:port", or https
  HttpHeaders headers;       // sent with every request
  std::string authority;     // PEM file of certificates to trust; empty = the system's
  int timeout_seconds = 60;  // for one attempt, connecting included
  int retries = 3;           // attempts after the first one
};

struct HttpReply {
  int status = 0;
  HttpHeaders headers;  // names in lower case
  std::string body;
  int attempts = 1;  // made for this reply
};

// Keeps its connection open between requests. Not thread-safe.
//
// A request is made again, after 0.1 s, 0.2 s, 0.4 s ... of waiting (5 s at most), where there was
// no whole reply or one with a status that may pass: 429, 500, 502, 503 or 504. So it must be one
// that does no harm when the server sees it twice.
class HttpClient {
 public:
  explicit HttpClient(HttpSettings settings);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  // The reply, whatever its status. Throw Error{kIo}, naming origin, path and number of attempts,
  // where none came: no connection, none in time, or one that ended early.
  HttpReply Get(const std::string& path);
  // The body is that of `parts`, one after the other.
  HttpReply Post(const std::string& path, const HttpHeaders& headers,
                 const std::vector<std::string_view>& parts);

 private:
  class Connection;

  std::unique_ptr<Connection> connection_;
};

}  // namespace latentfuzz
