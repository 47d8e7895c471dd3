// Reading and writing the saved state of a strategy: named fields in CBOR (RFC 8949).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace latentfuzz {

class StateWriter {
 public:
  // `kind` names the writer (a strategy); `version` its layout of fields.
  StateWriter(std::string_view kind, std::uint64_t version);
  ~StateWriter();

  void PutNumber(std::string_view field, std::uint64_t value);
  void PutText(std::string_view field, std::string_view value);
  void PutTexts(std::string_view field, const std::vector<std::string>& values);
  // Bit for bit, NaN and infinities included; native byte order.
  template <typename T>
  void PutArray(std::string_view field, const std::vector<T>& values) {
    static_assert(std::is_arithmetic_v<T>);
    PutBytes(field, std::as_bytes(std::span<const T>(values)));
  }

  std::string Bytes() const;

 private:
  void PutBytes(std::string_view field, std::span<const std::byte> bytes);

  struct Fields;
  std::unique_ptr<Fields> fields_;
};

// Every getter throws Error{kData} where the field is absent or of another type.
class StateReader {
 public:
  // Throws Error{kData} if the bytes are damaged, or of another kind or version.
  StateReader(std::string_view kind, std::uint64_t version, std::string_view bytes);
  ~StateReader();

  std::uint64_t GetNumber(std::string_view field) const;
  std::string GetText(std::string_view field) const;
  std::vector<std::string> GetTexts(std::string_view field) const;
  template <typename T>
  std::vector<T> GetArray(std::string_view field) const {
    static_assert(std::is_arithmetic_v<T>);
    const std::span<const std::byte> bytes = GetBytes(field);
    if (bytes.size() % sizeof(T) != 0) Damaged(field);
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }
  // As GetArray, but throws Error{kData} also if there are not exactly `size` values.
  template <typename T>
  std::vector<T> GetArray(std::string_view field, std::size_t size) const {
    std::vector<T> values = GetArray<T>(field);
    if (values.size() != size) Damaged(field);
    return values;
  }

  // Throws Error{kData}, with both, unless the text of the field is `expected`: for settings under
  // which a state was saved.
  void Require(std::string_view field, std::string_view expected) const;

  // Throws the error for a field whose value cannot be right.
  [[noreturn]] void Damaged(std::string_view field) const;

 private:
  std::span<const std::byte> GetBytes(std::string_view field) const;

  struct Fields;
  std::unique_ptr<Fields> fields_;
};

}  // namespace latentfuzz
