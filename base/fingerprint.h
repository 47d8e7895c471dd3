// SHA-256 fingerprints: what a model or a latent is called, wherever it lies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace latentfuzz {

// Incremental SHA-256. Fields are length-prefixed, so that ("ab","c") and ("a","bc")
// differ.
class Fingerprint {
 public:
  Fingerprint();
  ~Fingerprint();
  Fingerprint(const Fingerprint&) = delete;
  Fingerprint& operator=(const Fingerprint&) = delete;

  Fingerprint& Add(std::string_view field);
  Fingerprint& Add(std::span<const float> field);  // IEEE-754 bytes, little-endian
  Fingerprint& Add(std::int64_t field);
  // Contents of a file. Throws Error{kIo} if it cannot be read.
  Fingerprint& AddFile(const std::filesystem::path& path);
  // 64 lower-case hex digits. The object is spent afterwards.
  std::string Hex();

 private:
  void AddBytes(const void* data, std::size_t size);
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace latentfuzz
