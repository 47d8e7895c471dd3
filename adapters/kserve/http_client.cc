#include "latentfuzz/adapters/kserve/http_client.h"

#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "latentfuzz/adapters/no_sigpipe.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kFirstPause{100}, kLongestPause{5000};
constexpr int kPassing[] = {429, 500, 502, 503, 504};

bool MayPass(int status) {
  return std::find(std::begin(kPassing), std::end(kPassing), status) != std::end(kPassing);
}

milliseconds PauseAfter(int attempt) {
  return std::min(kFirstPause * (1 << std::min(attempt - 1, 10)), kLongestPause);
}

HttpHeaders LowerCased(const httplib::Headers& headers) {
  HttpHeaders lower;
  for (const auto& [name, value] : headers) {
    std::string key = name;
    std::transform(key.begin(), key.end(), key.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    lower.emplace(std::move(key), value);
  }
  return lower;
}

struct Failure {
  std::string_view problem, hint;
};

Failure Describe(httplib::Error error, bool late) {
  using httplib::Error;
  if (error == Error::Connection || error == Error::ConnectionTimeout)
    return {"cannot connect", "start the server, or correct host and port"};
  if (error == Error::SSLConnection || error == Error::SSLServerVerification ||
      error == Error::SSLLoadingCerts)
    return {"cannot make a secure connection",
            "check that the server speaks TLS there, and that its certificate is for this host and "
            "trusted here: the option ca=FILE names a PEM file of certificates to trust"};
  if (late)
    return {"no whole reply in time", "raise the option timeout, or send less at once: batch=N"};
  return {"the connection ended before a whole reply",
          "look at the log of the server; it may have crashed, or refuse so large a request"};
}

}  // namespace

class HttpClient::Connection {
 public:
  explicit Connection(HttpSettings settings)
      : settings_(std::move(settings)), client_(settings_.origin) {
    client_.set_keep_alive(true);
    client_.set_tcp_nodelay(true);
    client_.set_connection_timeout(settings_.timeout_seconds);
    client_.set_read_timeout(settings_.timeout_seconds);
    client_.set_write_timeout(settings_.timeout_seconds);
    if (!settings_.authority.empty()) client_.set_ca_cert_path(settings_.authority);
  }

  HttpReply Send(httplib::Request request) {
    const httplib::Headers own = std::move(request.headers);
    for (int attempt = 1;; ++attempt) {
      request.headers = own;
      request.headers.insert(settings_.headers.begin(), settings_.headers.end());
      const bool last = attempt > settings_.retries;
      httplib::Response response;
      if (Attempt(request, response)) {
        if (last || !MayPass(response.status))
          return {response.status, LowerCased(response.headers), std::move(response.body), attempt};
      } else if (last) {
        Fail(request, attempt);
      }
      client_.stop();  // the server may not have read all of the request that it refused
      std::this_thread::sleep_for(PauseAfter(attempt));
    }
  }

 private:
  // The library's time-outs are for single reads; a reply that drips must end, too.
  bool Attempt(httplib::Request& request, httplib::Response& response) {
    const NoSigpipe hold;
    const Clock::time_point deadline =
        Clock::now() + std::chrono::seconds(settings_.timeout_seconds);
    request.progress = [deadline](std::uint64_t, std::uint64_t) { return Clock::now() < deadline; };
    const bool replied = client_.send(request, response, error_);
    late_ = Clock::now() >= deadline;
    return replied;
  }

  [[noreturn]] void Fail(const httplib::Request& request, int attempts) const {
    const Failure failure = Describe(error_, late_);
    throw Error(
        ErrorKind::kIo,
        fmt::format("{}{}: {} ({} attempt{}, {} s each at most)", settings_.origin, request.path,
                    failure.problem, attempts, attempts == 1 ? "" : "s", settings_.timeout_seconds),
        std::string(failure.hint));
  }

  HttpSettings settings_;
  httplib::Client client_;
  httplib::Error error_ = httplib::Error::Success;  // of the last attempt
  bool late_ = false;
};

HttpClient::HttpClient(HttpSettings settings)
    : connection_(std::make_unique<Connection>(std::move(settings))) {}

HttpClient::~HttpClient() = default;

HttpReply HttpClient::Get(const std::string& path) {
  httplib::Request request;
  request.method = "GET";
  request.path = path;
  return connection_->Send(std::move(request));
}

HttpReply HttpClient::Post(const std::string& path, const HttpHeaders& headers,
                           const std::vector<std::string_view>& parts) {
  httplib::Request request;
  request.method = "POST";
  request.path = path;
  request.headers.insert(headers.begin(), headers.end());
  // A body that the request owned would be copied with it.
  for (const std::string_view part : parts) request.content_length_ += part.size();
  request.content_provider_ = [&parts](std::size_t offset, std::size_t, httplib::DataSink& sink) {
    auto part = parts.begin();
    for (; offset >= part->size(); ++part) offset -= part->size();
    return sink.write(part->data() + offset, part->size() - offset);
  };
  return connection_->Send(std::move(request));
}

}  // namespace latentfuzz
