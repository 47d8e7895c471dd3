// Model URIs: `scheme:path?key=value&key=value`.
#pragma once

#include <map>
#include <span>
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

  // Whether the scheme has an option of that name.
  bool Takes(std::string_view option) const;
  // Value of an option, empty where it is not given.
  std::string Text(const std::string& option) const;
  // Likewise, `otherwise` where it is not given. Throw Error{kUsage} for a value that is
  // no number from `least` to `most`, or none of `words`.
  int Number(const std::string& option, int least, int most, int otherwise) const;
  std::string_view Word(const std::string& option, std::span<const std::string_view> words,
                        std::string_view otherwise) const;
};

}  // namespace latentfuzz
