#include "latentfuzz/strategies/population.h"

#include <functional>
#include <string_view>

namespace latentfuzz {
void Population::Clear() {
  latents.values.clear();
  latents.labels.clear();
  evaluations.clear();
  objectives.clear();
  classes.clear();
}

void Population::Gather(const Population& a, const Population& b,
                        std::span<const std::size_t> rows) {
  Clear();
  const std::size_t columns = (a.objectives.size() + b.objectives.size()) / (a.size() + b.size());
  for (const std::size_t row : rows) {
    const bool first = row < a.size();
    const Population& from = first ? a : b;
    const std::size_t i = first ? row : row - a.size();
    latents.Append(from.latents.row(i), from.latents.labels[i]);
    evaluations.push_back(from.evaluations[i]);
    const double* values = from.objectives.data() + i * columns;
    objectives.insert(objectives.end(), values, values + columns);
    classes.push_back(from.classes[i]);
  }
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
