// The address of a model on a server of the Open Inference Protocol.
#pragma once

#include <string>

namespace latentfuzz {

struct KserveUrl {
  std::string origin;  // "http://host:8000"
  std::string server;  // path of the server: "/v2", perhaps behind a prefix
  std::string model;   // path of the model: "/v2/models/NAME", perhaps with "/versions/V"

  std::string ToString() const { return origin + model; }

  // Reads http[s]://host[:port][/prefix]/v2/models/NAME[/versions/V]. Throws Error{kUsage} for
  // anything else, and for a user name or password, which would be stored with every finding.
  static KserveUrl Parse(const std::string& text);
};

}  // namespace latentfuzz
