#include "latentfuzz/adapters/top_k.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

[[noreturn]] void Fail(const std::string& model, const std::string& problem) {
  throw Error(
      ErrorKind::kSetup, fmt::format("{}: {}", model, problem),
      "compare name, indices and classes under [output] of the card with the model; indices "
      "count from 0");
}

float ShareOfOthers(std::span<const float> top, std::size_t classes) {
  if (classes == top.size()) return 0;
  const float left = 1 - std::accumulate(top.begin(), top.end(), 0.0F);
  return std::clamp(left / static_cast<float>(classes - top.size()), 0.0F,
                    std::max(0.0F, *std::min_element(top.begin(), top.end())));
}

}  // namespace

ScoreBatch ExpandTopK(const TensorValues& top, std::size_t classes, const std::string& model) {
  if (top.indices.size() != top.values.size())
    Fail(model, fmt::format("the model returns {} scores, but {} indices of classes",
                            top.values.size(), top.indices.size()));
  const auto k = static_cast<std::size_t>(top.sizes.at(1));
  if (k == 0 || k > classes)
    Fail(model, fmt::format("the model returns {} classes, but the card names {}", k, classes));
  ScoreBatch all;
  all.kind = ScoreKind::kProbabilities;
  all.classes = classes;
  for (std::size_t at = 0; at < top.values.size(); at += k) {
    const std::span<const float> scores = std::span(top.values).subspan(at, k);
    std::vector<std::optional<float>> row(classes);
    for (std::size_t i = 0; i < k; ++i) {
      const std::int64_t index = top.indices[at + i];
      if (index < 0 || index >= static_cast<std::int64_t>(classes))
        Fail(model, fmt::format("index {} is none of the card's {} classes", index, classes));
      std::optional<float>& score = row[static_cast<std::size_t>(index)];
      if (score) Fail(model, fmt::format("index {} stands twice in a row", index));
      score = scores[i];
    }
    const float others = ShareOfOthers(scores, classes);
    for (const std::optional<float>& score : row) all.values.push_back(score.value_or(others));
  }
  return all;
}

}  // namespace latentfuzz
