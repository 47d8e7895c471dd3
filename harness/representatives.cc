#include "latentfuzz/harness/representatives.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "latentfuzz/base/error.h"

namespace latentfuzz {

// Whether a representative stands for the image already.
bool Representatives::Stands(std::span<const float> image) const {
  return size() > 0 && 1 - index_.MaxCosine(image) < threshold_;
}

void Representatives::Add(std::span<const float> image) {
  if (Stands(image) || !index_.Add(image)) return;
  while (size() > capacity_) Thin();
}

void Representatives::Thin() {
  threshold_ *= 1.5;
  const CosineIndex old = std::exchange(index_, {});
  const std::span<const float> all(old.rows());
  for (std::size_t i = 0; i < old.size(); ++i) {
    const auto row = all.subspan(i * old.pixels(), old.pixels());
    if (!Stands(row)) index_.AddUnit(row);
  }
}

std::string Representatives::Save() const {
  std::string bytes;
  nlohmann::json::to_cbor(
      {{"threshold", threshold_}, {"pixels", index_.pixels()}, {"rows", index_.rows()}}, bytes);
  return bytes;
}

void Representatives::Load(std::string_view state) {
  try {
    const auto json = nlohmann::json::from_cbor(state);
    const auto threshold = json.at("threshold").get<double>();
    const auto pixels = json.at("pixels").get<std::size_t>();
    const auto rows = json.at("rows").get<std::vector<float>>();
    if (pixels == 0 ? !rows.empty() : rows.size() % pixels != 0) {
      throw Error(ErrorKind::kData,
                  "representatives cannot be restored: no whole number of images");
    }
    threshold_ = threshold;
    index_ = {};
    if (!rows.empty()) {
      const std::span<const float> all(rows);
      for (std::size_t i = 0; i < rows.size(); i += pixels) index_.AddUnit(all.subspan(i, pixels));
    }
  } catch (const nlohmann::json::exception& error) {
    throw Error(ErrorKind::kData,
                std::string("representatives cannot be restored: ") + error.what());
  }
}

}  // namespace latentfuzz
