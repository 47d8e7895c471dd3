// An open file descriptor that closes itself.
#pragma once

#include <filesystem>

namespace latentfuzz {

class FileHandle {
 public:
  // `flags` as for open(2); O_CLOEXEC is added. Throws Error{kIo}.
  FileHandle(const std::filesystem::path& path, int flags);
  // Takes an open descriptor.
  explicit FileHandle(int descriptor) : descriptor_(descriptor) {}
  ~FileHandle();
  FileHandle(const FileHandle&) = delete;
  FileHandle& operator=(const FileHandle&) = delete;

  int get() const { return descriptor_; }
  // Closes now and returns 0 or the errno value: some file systems tell of a full disk only here.
  int Close();

 private:
  int descriptor_;
};

}  // namespace latentfuzz
