// Checks before a campaign: is this a usable pair or classifier, and how noisy is it?
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "latentfuzz/adapters/dataset.h"
#include "latentfuzz/harness/target.h"

namespace latentfuzz {

struct Preflight {
  bool single = false;       // a single classifier, held against expected labels
  std::size_t images = 0;    // looked at
  std::size_t judged = 0;    // those with a label to compare with: of a pair all
  bool real_images = false;  // or decoded prior draws, where there are none
  // Share of those judged on which the candidate gives the label of the reference, or the expected
  // one: then it is the accuracy. [0, 1]
  double agreement = 0;
  std::optional<double> reference_accuracy, candidate_accuracy;  // on labelled real images
  double reference_noise = 0;  // largest difference of a probability between the search
  double candidate_noise = 0;  // form and the shipped form at batch size 1
  std::size_t nonfinite = 0;   // images on which a score is NaN or infinite
  bool out_of_range = false;   // a declared probability below 0 or above 1
};

// Largest difference of a probability that a usable model shows between batch sizes.
inline constexpr double kMostNoise = 0.1;

// Declared probabilities that are none: below 0 or above 1. Logits, most likely.
bool OutOfRange(const ScoreBatch& scores);

// Share of rows whose largest score is that of the label. REQUIRES: one label a row, at least one.
double Accuracy(const ScoreBatch& scores, const std::vector<int>& labels);

// Runs the classifiers on the real images (else on 256 prior draws; of a conditional generator the
// labels asked for are expected) and measures the noise on the first 64 of them.
Preflight RunPreflight(const Target& target, const LabelledImages* real, std::uint64_t seed,
                       std::size_t batch);

// Top-2 gap under which a label is not trusted: four times the larger noise, at least 1e-6.
double NoiseFloor(const Preflight& preflight);

// Throws Error{kSetup} where the agreement is below `min_agreement` (default: a quarter of the way
// from chance, 1 / classes, to 1): such a pair is unrelated, or such a classifier hardly better
// than a guess, and every input would be a finding. Also where no label is expected of any image,
// where every image gives a score that is not finite, where declared probabilities are none, and
// where a model's answers move by more than 0.1 from one batch size to another: then no label of it
// means anything.
void RequireUsable(const Preflight& preflight, std::size_t classes,
                   std::optional<double> min_agreement);

// Prior draws of a generator: latents of a standard normal (or of the card's uniform box), labels
// in turn where it is conditional.
LatentBatch DrawPrior(const ModelCard& card, std::size_t count, std::uint64_t seed);

}  // namespace latentfuzz
