// The plain SHA-256 digest, as sha256sum prints it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace latentfuzz {

class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void Add(const void* data, std::size_t size);
  // Contents of a file; returns how many bytes. Throws Error{kIo} if it cannot be read.
  std::uint64_t AddFile(const std::filesystem::path& path);
  // 64 lower-case hex digits. The object is spent afterwards.
  std::string Hex();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

// Digest of a file. Throws Error{kIo} if it cannot be read.
std::string FileSha256(const std::filesystem::path& path);

}  // namespace latentfuzz
