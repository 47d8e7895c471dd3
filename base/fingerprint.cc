#include "latentfuzz/base/fingerprint.h"

#include <openssl/evp.h>

#include <array>
#include <bit>
#include <cstdint>
#include <fstream>

#include "latentfuzz/base/error.h"

namespace latentfuzz {

static_assert(std::endian::native == std::endian::little, "on-disk numbers are little-endian");

struct Fingerprint::Context {
  struct Free {
    void operator()(EVP_MD_CTX* ctx) const { EVP_MD_CTX_free(ctx); }
  };
  std::unique_ptr<EVP_MD_CTX, Free> md{EVP_MD_CTX_new()};
};

Fingerprint::Fingerprint() : context_(std::make_unique<Context>()) {
  EVP_DigestInit_ex(context_->md.get(), EVP_sha256(), nullptr);
}

Fingerprint::~Fingerprint() = default;

void Fingerprint::AddBytes(const void* data, std::size_t size) {
  EVP_DigestUpdate(context_->md.get(), data, size);
}

Fingerprint& Fingerprint::Add(std::string_view field) {
  const std::uint64_t size = field.size();
  AddBytes(&size, sizeof size);
  AddBytes(field.data(), field.size());
  return *this;
}

Fingerprint& Fingerprint::Add(std::span<const float> field) {
  return Add(std::string_view(reinterpret_cast<const char*>(field.data()), field.size_bytes()));
}

Fingerprint& Fingerprint::Add(std::int64_t field) {
  return Add(std::string_view(reinterpret_cast<const char*>(&field), sizeof field));
}

Fingerprint& Fingerprint::AddFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    throw Error(ErrorKind::kIo, "cannot read " + path.string(),
                "check the path and its permissions");
  std::array<char, 1 << 16> buffer;
  std::uint64_t total = 0;
  while (in.read(buffer.data(), buffer.size()) || in.gcount() > 0) {
    AddBytes(buffer.data(), static_cast<std::size_t>(in.gcount()));
    total += static_cast<std::uint64_t>(in.gcount());
  }
  if (in.bad()) throw Error(ErrorKind::kIo, "cannot read " + path.string());
  AddBytes(&total, sizeof total);
  return *this;
}

std::string Fingerprint::Hex() {
  std::array<unsigned char, 32> digest;
  EVP_DigestFinal_ex(context_->md.get(), digest.data(), nullptr);
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(64);
  for (const unsigned char byte : digest) {
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

}  // namespace latentfuzz
