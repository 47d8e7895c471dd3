#include "latentfuzz/corpus/file_handle.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "latentfuzz/corpus/file_system.h"

namespace latentfuzz {

FileHandle::FileHandle(const std::filesystem::path& path, int flags)
    : descriptor_(::open(path.c_str(), flags | O_CLOEXEC)) {
  if (descriptor_ < 0) throw FileError("open", path, errno);
}

FileHandle::~FileHandle() { Close(); }

int FileHandle::Close() {
  const int descriptor = std::exchange(descriptor_, -1);
  return descriptor >= 0 && ::close(descriptor) != 0 ? errno : 0;
}

}  // namespace latentfuzz
