#include "latentfuzz/corpus/file_system.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "latentfuzz/corpus/file_handle.h"

namespace latentfuzz {
namespace {

struct HintRow {
  int error_number;
  std::string_view hint;
};

constexpr std::string_view kNoSpace =
    "free some disk space, then run again; what was stored is kept";
constexpr std::string_view kNoPermission =
    "check the permissions of the path and of the directories above it";

constexpr std::array<HintRow, 12> kHints = {{
    {ENOSPC, kNoSpace},
    {EDQUOT, "raise the disk quota or free some space, then run again; what was stored is kept"},
    {EFBIG, "raise the file size limit (ulimit -f) of this process"},
    {EACCES, kNoPermission},
    {EPERM, kNoPermission},
    {EROFS, "the file system is mounted read-only: use a directory that can be written"},
    {ENOTDIR, "a part of the path is a file: name a directory"},
    {EISDIR, "the path is a directory: name a file"},
    {ENOENT, "check the path"},
    {EMFILE, "raise the limit of open files (ulimit -n) of this process"},
    {ENAMETOOLONG, "use a shorter path"},
    {EIO, "the device reports errors: check the disk"},
}};

std::string_view HintFor(int error_number) {
  for (const HintRow& row : kHints) {
    if (row.error_number == error_number) return row.hint;
  }
  return {};
}

}  // namespace

Error FileError(std::string_view action, const std::filesystem::path& path, int error_number) {
  return Error(ErrorKind::kIo,
               fmt::format("cannot {} {}: {}", action, path.string(),
                           std::generic_category().message(error_number)),
               std::string(HintFor(error_number)));
}

std::string ReadWholeFile(const std::filesystem::path& path, std::size_t limit) {
  // O_NONBLOCK: a named pipe in the place of a file must not hang the reader.
  const FileHandle file(path, O_RDONLY | O_NONBLOCK);
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) throw FileError("read", path, errno);
  if (S_ISDIR(info.st_mode)) throw FileError("read", path, EISDIR);
  if (!S_ISREG(info.st_mode))
    throw Error(ErrorKind::kIo, fmt::format("cannot read {}: not a regular file", path.string()));
  if (static_cast<std::size_t>(info.st_size) > limit)
    throw Error(ErrorKind::kIo,
                fmt::format("cannot read {}: {} bytes, more than the {} that such a file may have",
                            path.string(), info.st_size, limit));
  std::string bytes(static_cast<std::size_t>(info.st_size), '\0');
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::read(file.get(), bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw FileError("read", path, errno);
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  bytes.resize(done);
  return bytes;
}

bool Exists(const std::filesystem::path& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) == 0) return true;
  if (errno == ENOENT) return false;
  throw FileError("access", path, errno);
}

}  // namespace latentfuzz
