#include "latentfuzz/adapters/kserve/datatype.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <type_traits>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

static_assert(std::endian::native == std::endian::little, "tensors travel as little-endian bytes");

template <typename T>
T Element(float value) {
  if constexpr (std::is_integral_v<T>) {
    const double rounded = std::nearbyint(static_cast<double>(value));
    constexpr auto kLow = static_cast<double>(std::numeric_limits<T>::min());
    constexpr auto kHigh = static_cast<double>(std::numeric_limits<T>::max());
    if (!(rounded >= kLow && rounded <= kHigh))
      throw Error(ErrorKind::kSetup,
                  fmt::format("the model takes whole numbers from {} to {}, but the card makes {}",
                              kLow, kHigh, value),
                  "correct range, mean and std under [input] of the card: range = [0, 255]");
    return static_cast<T>(rounded);
  } else {
    return static_cast<T>(value);
  }
}

template <typename T>
void Write(std::span<const float> values, std::string* bytes) {
  if constexpr (std::is_same_v<T, float>) {
    bytes->append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  } else {
    std::vector<T> elements(values.size());
    std::transform(values.begin(), values.end(), elements.begin(), Element<T>);
    bytes->append(reinterpret_cast<const char*>(elements.data()), elements.size() * sizeof(T));
  }
}

template <typename T>
std::vector<float> Read(std::string_view bytes) {
  std::vector<T> elements(bytes.size() / sizeof(T));
  if (!elements.empty()) std::memcpy(elements.data(), bytes.data(), elements.size() * sizeof(T));
  if constexpr (std::is_same_v<T, float>) {
    return elements;
  } else {
    std::vector<float> values(elements.size());
    std::transform(elements.begin(), elements.end(), values.begin(),
                   [](T element) { return static_cast<float>(element); });
    return values;
  }
}

template <typename T>
constexpr Datatype Row(std::string_view name, ElementType as_input, ElementType as_output) {
  return {name, sizeof(T), as_input, as_output, Write<T>, Read<T>};
}

constexpr Datatype kDatatypes[] = {
    Row<float>("FP32", ElementType::kFloat, ElementType::kFloat),
    Row<double>("FP64", ElementType::kFloat, ElementType::kFloat),
    Row<std::uint8_t>("UINT8", ElementType::kFloat, ElementType::kOther),
    Row<std::int32_t>("INT32", ElementType::kInt64, ElementType::kInt64),
    Row<std::int64_t>("INT64", ElementType::kInt64, ElementType::kInt64),
};

}  // namespace

const Datatype* FindDatatype(std::string_view name) {
  const auto found = std::find_if(std::begin(kDatatypes), std::end(kDatatypes),
                                  [&](const Datatype& row) { return row.name == name; });
  return found == std::end(kDatatypes) ? nullptr : found;
}

}  // namespace latentfuzz
