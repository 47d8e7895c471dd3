// The one exception type that crosses room boundaries.
//
// Libraries throw Error; only main() turns it into an exit code. Every Error says
// what went wrong, where, and (in `hint`) how to mend it.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace latentfuzz {

enum class ErrorKind {
  kUsage,  // the request itself is wrong: unknown flag, value out of range (exit 2)
  kSetup,  // models cannot be used: unreadable, wrong shape, unrelated pair (exit 3)
  kData,   // stored data is damaged or belongs to something else (exit 4)
  kIo,     // the file system refused (exit 4)
};

std::string_view ToString(ErrorKind kind);

class Error : public std::runtime_error {
 public:
  // `message` names the file or option; `hint` is one imperative sentence, or empty.
  Error(ErrorKind kind, const std::string& message, std::string hint = {});

  ErrorKind kind() const { return kind_; }
  const std::string& hint() const { return hint_; }
  // "error: <message>\n  hint: <hint>", without a trailing newline.
  std::string Render() const;

 private:
  ErrorKind kind_;
  std::string hint_;
};

}  // namespace latentfuzz
