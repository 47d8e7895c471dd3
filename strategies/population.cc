#include "latentfuzz/strategies/population.h"

#include <functional>
#include <string_view>

namespace latentfuzz {
namespace {

template <typename T>
void Extend(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

void Population::Append(const Population& other) {
  Extend(latents.values, other.latents.values);
  Extend(latents.labels, other.latents.labels);
  Extend(evaluations, other.evaluations);
  Extend(objectives, other.objectives);
  Extend(classes, other.classes);
}

Population Population::Select(std::span<const std::size_t> chosen) const {
  Population result(latents.dim);
  result.latents.values.reserve(chosen.size() * latents.dim);
  result.latents.labels.reserve(chosen.size());
  for (const std::size_t row : chosen) {
    result.latents.Append(latents.row(row), latents.labels[row]);
    result.evaluations.push_back(evaluations[row]);
    const std::span<const double> objective_row = rows().row(row);
    result.objectives.insert(result.objectives.end(), objective_row.begin(), objective_row.end());
    result.classes.push_back(classes[row]);
  }
  return result;
}

void Population::Save(StateWriter& writer, const std::string& prefix) const {
  writer.PutArray(prefix + ".latents", latents.values);
  writer.PutArray(prefix + ".labels", latents.labels);
  writer.PutArray(prefix + ".evaluations", evaluations);
  writer.PutArray(prefix + ".objectives", objectives);
  writer.PutArray(prefix + ".classes", classes);
}

Population Population::Load(const StateReader& reader, const std::string& prefix, std::size_t dim,
                            std::size_t columns) {
  Population result(dim);
  result.evaluations = reader.GetArray<std::uint64_t>(prefix + ".evaluations");
  const std::size_t size = result.size();
  result.latents.values = reader.GetArray<float>(prefix + ".latents", size * dim);
  result.latents.labels = reader.GetArray<int>(prefix + ".labels", size);
  result.objectives = reader.GetArray<double>(prefix + ".objectives", size * columns);
  result.classes = reader.GetArray<std::int32_t>(prefix + ".classes", size);
  return result;
}

std::uint64_t HashLatent(std::span<const float> latent, int label) {
  const auto bytes = std::as_bytes(latent);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15;
  return std::hash<std::string_view>{}(text) ^
         (static_cast<std::uint64_t>(static_cast<std::int64_t>(label)) * kGolden);
}

}  // namespace latentfuzz
