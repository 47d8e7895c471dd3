// Models small enough to work out by hand, and campaigns over them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "latentfuzz/adapters/callable.h"
#include "latentfuzz/adapters/generator.h"
#include "latentfuzz/harness/campaign.h"
#include "latentfuzz/harness/options.h"
#include "latentfuzz/harness/target.h"

namespace latentfuzz::toy {

// Latents of size 2 become 1x4x4 images whose pixels are, in turn, (z + 4) / 8 of either gene,
// clamped to [0, 1].
inline constexpr ImageShape kShape{1, 4, 4};
float Pixel(float gene);

// A conditional one of two classes: its pixels are, in turn, 0.5 + |gene| / 8 of either gene for
// label 1 and 0.5 - |gene| / 8 for label 0, clamped to [0, 1].
std::shared_ptr<Generator> MakeConditionalGenerator();

// Sizes of the batches that it was asked for are appended to `calls` where that is not null.
std::shared_ptr<Generator> MakeGenerator(std::vector<std::size_t>* calls = nullptr);

ModelCard ClassifierCard(std::size_t classes, ScoreKind kind = ScoreKind::kLogits);

// Two classes with logits (0, 20 * (first pixel - threshold)).
std::shared_ptr<Classifier> MakeThreshold(double threshold, const std::string& name = "threshold");
// The scores of `function`, of two classes.
std::shared_ptr<Classifier> MakeFunction(const std::string& name, PredictFunction function);

// Classifiers with thresholds 0.5 and 0.5 + `gap` on the toy generator.
Target MakePair(double gap);

// A classifier with threshold 0.5 + `gap` on the conditional toy generator, whose label it is held
// against: where the label is 1 it is wrong if |first gene| < 8 * gap.
Target MakeSingle(double gap);

// A campaign of `evals` evaluations in batches of 32 into `corpus`.
CampaignOptions MakeOptions(const std::filesystem::path& corpus, std::uint64_t evals,
                            const std::string& strategy = "random");

}  // namespace latentfuzz::toy
