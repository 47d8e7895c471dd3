#include "latentfuzz/base/sha256.h"

#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <string_view>

#include "latentfuzz/base/error.h"

namespace latentfuzz {

struct Sha256::Context {
  struct Free {
    void operator()(EVP_MD_CTX* ctx) const { EVP_MD_CTX_free(ctx); }
  };
  std::unique_ptr<EVP_MD_CTX, Free> md{EVP_MD_CTX_new()};
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  EVP_DigestInit_ex(context_->md.get(), EVP_sha256(), nullptr);
}

Sha256::~Sha256() = default;

void Sha256::Add(const void* data, std::size_t size) {
  EVP_DigestUpdate(context_->md.get(), data, size);
}

std::uint64_t Sha256::AddFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    throw Error(ErrorKind::kIo, "cannot read " + path.string(),
                "check the path and its permissions");
  std::array<char, 1 << 16> buffer;
  std::uint64_t total = 0;
  while (in.read(buffer.data(), buffer.size()) || in.gcount() > 0) {
    Add(buffer.data(), static_cast<std::size_t>(in.gcount()));
    total += static_cast<std::uint64_t>(in.gcount());
  }
  if (in.bad()) throw Error(ErrorKind::kIo, "cannot read " + path.string());
  return total;
}

std::string Sha256::Hex() {
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

std::string FileSha256(const std::filesystem::path& path) {
  Sha256 hash;
  hash.AddFile(path);
  return hash.Hex();
}

}  // namespace latentfuzz
