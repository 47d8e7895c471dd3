#include "latentfuzz/base/fingerprint.h"

#include <bit>
#include <cstdint>

#include "latentfuzz/base/sha256.h"

namespace latentfuzz {

static_assert(std::endian::native == std::endian::little, "on-disk numbers are little-endian");

struct Fingerprint::Context {
  Sha256 hash;
};

Fingerprint::Fingerprint() : context_(std::make_unique<Context>()) {}

Fingerprint::~Fingerprint() = default;

void Fingerprint::AddBytes(const void* data, std::size_t size) { context_->hash.Add(data, size); }

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
  const std::uint64_t total = context_->hash.AddFile(path);
  AddBytes(&total, sizeof total);
  return *this;
}

std::string Fingerprint::Hex() { return context_->hash.Hex(); }

}  // namespace latentfuzz
