// What engines say when a model fails, turned into errors that name the file, the operator and the
// remedy. Works on plain text, so that it needs no header of an engine.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "latentfuzz/base/error.h"

namespace latentfuzz {

// One kind of failure. `problem` and `hint` may hold $1, $2 ..., the groups of `pattern`.
struct KnownFailure {
  const char* pattern;  // ECMAScript
  const char* problem;
  const char* hint;
};

// The line of a message that says what is wrong: the last "...Error: TEXT" of a traceback, else the
// first line that is not empty, of 300 characters at most. Never a C++ backtrace.
std::string EssentialLine(std::string_view text);

// Error{kSetup} of the first row of `known` whose pattern `text` holds; where there is none, the
// essential line under `otherwise` ("model rejects 3x32x32 images") with its hint.
Error Diagnose(const std::string& file, std::string_view text, std::span<const KnownFailure> known,
               const std::string& otherwise, const std::string& hint);

}  // namespace latentfuzz
