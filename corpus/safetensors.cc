#include "latentfuzz/corpus/safetensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "on-disk numbers are little-endian");

constexpr std::size_t kLengthBytes = 8;
constexpr std::size_t kMaxHeaderBytes = 100'000'000;  // the limit of the format
constexpr const char* kMetadata = "__metadata__";

[[noreturn]] void Reject(const std::string& reason) { throw Error(ErrorKind::kData, reason); }

Json ParseHeader(std::string_view bytes) {
  if (bytes.size() < kLengthBytes)
    Reject(fmt::format("truncated: {} bytes, no header length", bytes.size()));
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), kLengthBytes);
  if (length > kMaxHeaderBytes) Reject(fmt::format("header of {} bytes is too large", length));
  if (length > bytes.size() - kLengthBytes)
    Reject(fmt::format("truncated: header of {} bytes, file of {}", length, bytes.size()));
  Json header = Json::parse(bytes.substr(kLengthBytes, length), nullptr, false);
  if (!header.is_object()) Reject("header is not a JSON object");
  return header;
}

std::map<std::string, std::string> ReadMetadata(const Json& header) {
  std::map<std::string, std::string> metadata;
  const auto found = header.find(kMetadata);
  if (found == header.end()) return metadata;
  if (!found->is_object()) Reject("__metadata__ is not an object");
  for (const auto& [key, value] : found->items()) {
    if (!value.is_string()) Reject(fmt::format("metadata \"{}\" is not a string", key));
    metadata[key] = value.get<std::string>();
  }
  return metadata;
}

const Json& FindTensor(const Json& header, std::string_view tensor_name) {
  const Json* tensor = nullptr;
  for (const auto& [key, value] : header.items()) {
    if (key == tensor_name) {
      tensor = &value;
    } else if (key != kMetadata) {
      Reject(fmt::format("unexpected tensor \"{}\"", key));
    }
  }
  if (tensor == nullptr) Reject(fmt::format("no tensor \"{}\"", tensor_name));
  return *tensor;
}

// The numbers of an array of exactly `count` non-negative integers.
std::optional<std::vector<std::uint64_t>> ReadNumbers(const Json& tensor, const char* key,
                                                      std::size_t count) {
  const auto found = tensor.find(key);
  if (found == tensor.end() || !found->is_array() || found->size() != count) return std::nullopt;
  std::vector<std::uint64_t> numbers;
  for (const Json& number : *found) {
    if (!number.is_number_unsigned()) return std::nullopt;
    numbers.push_back(number.get<std::uint64_t>());
  }
  return numbers;
}

std::vector<float> ReadValues(const Json& tensor, std::string_view data) {
  if (!tensor.is_object()) Reject("tensor is not an object");
  if (tensor.value("dtype", Json()) != "F32") Reject("dtype is not F32");
  const auto shape = ReadNumbers(tensor, "shape", 1);
  if (!shape) Reject("shape is not [d]");
  const auto offsets = ReadNumbers(tensor, "data_offsets", 2);
  if (!offsets) Reject("data_offsets are not two numbers");
  if (offsets->front() != 0 || offsets->back() != data.size())
    Reject(fmt::format("data_offsets [{}, {}] do not cover the {} bytes of data", offsets->front(),
                       offsets->back(), data.size()));
  if (data.size() % sizeof(float) != 0 || shape->front() != data.size() / sizeof(float))
    Reject(fmt::format("shape [{}] does not fit {} bytes of data", shape->front(), data.size()));
  std::vector<float> values(data.size() / sizeof(float));
  if (!values.empty()) std::memcpy(values.data(), data.data(), data.size());
  if (!std::ranges::all_of(values, [](float value) { return std::isfinite(value); }))
    Reject("a value is not finite");
  return values;
}

}  // namespace

std::string EncodeSafetensors(std::string_view tensor_name, std::span<const float> values,
                              std::span<const std::pair<std::string, std::string>> metadata) {
  Json header;
  for (const auto& [key, value] : metadata) header[kMetadata][key] = value;
  header[std::string(tensor_name)] = {
      {"dtype", "F32"}, {"shape", {values.size()}}, {"data_offsets", {0, values.size_bytes()}}};
  std::string text = header.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.resize((text.size() + 7) / 8 * 8, ' ');
  const std::uint64_t length = text.size();
  std::string bytes(kLengthBytes, '\0');
  std::memcpy(bytes.data(), &length, kLengthBytes);
  bytes += text;
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  return bytes;
}

SafetensorsVector DecodeSafetensors(std::string_view bytes, std::string_view tensor_name) {
  const Json header = ParseHeader(bytes);
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), kLengthBytes);
  SafetensorsVector file;
  file.metadata = ReadMetadata(header);
  file.values = ReadValues(FindTensor(header, tensor_name), bytes.substr(kLengthBytes + length));
  return file;
}

}  // namespace latentfuzz
