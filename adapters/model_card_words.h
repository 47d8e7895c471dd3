// The words that a model card uses for its enumerations.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "latentfuzz/adapters/model_card.h"

namespace latentfuzz {

template <typename Enum, std::size_t kSize>
using Words = std::array<std::pair<std::string_view, Enum>, kSize>;

inline constexpr Words<Task, 2> kTaskWords{
    {{"classification", Task::kClassification}, {"generator", Task::kGenerator}}};
inline constexpr Words<ColorOrder, 3> kColorWords{
    {{"gray", ColorOrder::kGray}, {"rgb", ColorOrder::kRgb}, {"bgr", ColorOrder::kBgr}}};
inline constexpr Words<Layout, 2> kLayoutWords{{{"nchw", Layout::kNchw}, {"nhwc", Layout::kNhwc}}};
inline constexpr Words<LatentPrior, 2> kPriorWords{
    {{"normal", LatentPrior::kNormal}, {"uniform", LatentPrior::kUniform}}};
inline constexpr Words<Resize, 4> kResizeWords{{{"none", Resize::kNone},
                                                {"nearest", Resize::kNearest},
                                                {"bilinear", Resize::kBilinear},
                                                {"area", Resize::kArea}}};
inline constexpr Words<ScoreKind, 2> kScoreWords{
    {{"logits", ScoreKind::kLogits}, {"probabilities", ScoreKind::kProbabilities}}};

// REQUIRES: `value` stands in the table.
template <typename Enum, std::size_t kSize>
constexpr std::string_view WordFor(const Words<Enum, kSize>& words, Enum value) {
  for (const auto& [word, meaning] : words)
    if (meaning == value) return word;
  return {};
}

}  // namespace latentfuzz
