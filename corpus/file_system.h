// Reading files, and turning what the operating system refuses into Error{kIo}.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "latentfuzz/base/error.h"

namespace latentfuzz {

// Error{kIo} "cannot <action> <path>: <reason>", with a hint that fits `error_number` (an errno
// value): disk full, no permission, read-only, not a directory and so on.
Error FileError(std::string_view action, const std::filesystem::path& path, int error_number);

// The whole content. Throws Error{kIo} if the file is absent, is no regular file, cannot be read,
// or is larger than `limit` bytes.
std::string ReadWholeFile(const std::filesystem::path& path, std::size_t limit);

// Whether anything, of whatever type, has this name. Throws Error{kIo} if that cannot be told.
bool Exists(const std::filesystem::path& path);

}  // namespace latentfuzz
