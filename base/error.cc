#include "latentfuzz/base/error.h"

namespace latentfuzz {

std::string_view ToString(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage: return "usage";
    case ErrorKind::kSetup: return "setup";
    case ErrorKind::kData: return "data";
    case ErrorKind::kIo: return "io";
  }
  return "unknown";
}

Error::Error(ErrorKind kind, const std::string& message, std::string hint)
    : std::runtime_error(message), kind_(kind), hint_(std::move(hint)) {}

std::string Error::Render() const {
  std::string text = std::string("error: ") + what();
  if (!hint_.empty()) text += "\n  hint: " + hint_;
  return text;
}

}  // namespace latentfuzz
