// Model URIs: `scheme:path?key=value&key=value`.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace latentfuzz {

struct ModelUri {
  std::string scheme;  // "torchscript", "zoo" ...; a bare path gets one by its ending
  std::string path;
  std::map<std::string, std::string> options;

  // Throws Error{kUsage} for an empty path, an unknown scheme (listing the known ones), an
  // ending no adapter owns, or a malformed option.
  static ModelUri Parse(std::string_view text);
  std::string ToString() const;
};

}  // namespace latentfuzz
