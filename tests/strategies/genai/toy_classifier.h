// A linear classifier on latents, tested against expected labels, and a driver for it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "latentfuzz/base/rng.h"
#include "latentfuzz/strategies/strategy.h"
#include "latentfuzz/tests/strategies/toy_pair.h"

namespace latentfuzz {

class ToyClassifier {
 public:
  static constexpr std::size_t kClasses = 4;

  explicit ToyClassifier(std::size_t dim) {
    Rng rng(11, StreamPurpose::kTest);
    for (std::size_t i = 0; i < dim * kClasses; ++i) weights_.push_back(rng.Normal());
  }

  std::array<double, kClasses> Logits(std::span<const float> z) const {
    std::array<double, kClasses> logits{};
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      logits[i / z.size()] += weights_[i] * z[i % z.size()];
    }
    return logits;
  }

  int Label(std::span<const float> z) const {
    const auto logits = Logits(z);
    return static_cast<int>(std::ranges::max_element(logits) - logits.begin());
  }

  Evaluations Evaluate(const Proposal& proposal, std::span<const std::string> objectives) const {
    Evaluations result;
    for (std::size_t i = 0; i < proposal.latents.size(); ++i) {
      const auto expected = static_cast<std::size_t>(proposal.expected.at(i));
      const auto logits = Logits(proposal.latents.row(i));
      std::array<double, kClasses> p{};
      double sum = 0;
      for (std::size_t c = 0; c < kClasses; ++c) sum += p[c] = std::exp(logits[c]);
      for (double& each : p) each /= sum;
      const std::map<std::string, double> values{
          {"expected_margin", Margin(p, expected)},
          {"expected_logit_margin", Margin(logits, expected)},
          {"reference_expected", 1},
          {"candidate_expected", p.at(expected)}};
      for (const std::string& name : objectives) result.objectives.push_back(values.at(name));
      Outcome outcome;
      const int label = Label(proposal.latents.row(i));
      outcome.verdict =
          label == static_cast<int>(expected) ? Verdict::kAgree : Verdict::kWrongLabel;
      outcome.signature = {outcome.verdict, static_cast<int>(expected), label};
      outcome.finding = outcome.verdict == Verdict::kWrongLabel;
      result.outcomes.push_back(outcome);
    }
    return result;
  }

 private:
  static double Margin(const std::array<double, kClasses>& row, std::size_t expected) {
    double other = -1e300;
    for (std::size_t c = 0; c < kClasses; ++c) {
      if (c != expected) other = std::max(other, row[c]);
    }
    return row.at(expected) - other;
  }

  std::vector<double> weights_;
};

// Draws of the prior as encodings of images, every `wrong`-th with a label that is not the
// classifier's.
inline std::vector<SeedLatent> ToySeeds(const ToyClassifier& classifier, std::size_t dim,
                                        std::size_t count, std::size_t wrong = 1000) {
  std::vector<SeedLatent> seeds;
  for (std::size_t i = 0; i < count; ++i) {
    Rng rng(3, StreamPurpose::kTest, i);
    SeedLatent seed{std::vector<float>(dim), kNoLabel, "encoded:" + std::to_string(i)};
    for (float& gene : seed.latent) gene = static_cast<float>(rng.Normal());
    const int label = classifier.Label(seed.latent);
    seed.label = i % wrong == wrong - 1 ? (label + 1) % 4 : label;
    seeds.push_back(std::move(seed));
  }
  return seeds;
}

// Asks `chunk` latents at a time until `evaluations` of them were told, or it is done.
inline Trace Drive(Strategy& strategy, const ToyClassifier& classifier, std::size_t evaluations,
                   std::size_t chunk) {
  Trace trace;
  while (trace.size() < evaluations && !strategy.Done()) {
    const Proposal proposal = strategy.Ask(std::min(chunk, evaluations - trace.size()));
    strategy.Tell(classifier.Evaluate(proposal, strategy.objectives()));
    trace.Append(proposal);
  }
  return trace;
}

}  // namespace latentfuzz
