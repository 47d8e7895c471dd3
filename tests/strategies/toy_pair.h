// Two nearly equal linear classifiers on latents, and a driver that plays the harness for them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "latentfuzz/base/rng.h"
#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

// Everything a strategy proposed, in order.
struct Trace {
  std::vector<float> latents;
  std::vector<int> labels;
  std::vector<std::vector<std::string_view>> mutators;
  std::vector<std::array<std::uint64_t, 2>> parents;
  std::vector<std::string> origins;

  std::size_t size() const { return labels.size(); }
  bool operator==(const Trace&) const = default;

  void Append(const Proposal& proposal) {
    latents.insert(latents.end(), proposal.latents.values.begin(), proposal.latents.values.end());
    labels.insert(labels.end(), proposal.latents.labels.begin(), proposal.latents.labels.end());
    for (const Provenance& each : proposal.provenance) {
      mutators.push_back(each.mutators);
      parents.push_back(each.parents);
      origins.push_back(each.origin);
    }
  }
};

// A finding is a trigger farther than `radius` from the earlier findings of its signature.
class ToyPair {
 public:
  static constexpr std::size_t kClasses = 6;

  // The candidate's weights differ by `noise`; its logits are multiples of `grid`, if that is not
  // 0.
  // `bias` is the standard deviation of the biases, which the classifiers share.
  ToyPair(std::size_t dim, double noise, double radius, double grid = 0, double bias = 0)
      : radius_(radius), grid_(grid) {
    Rng rng(7, StreamPurpose::kTest);
    for (std::size_t i = 0; i < dim * kClasses; ++i) {
      reference_.push_back(rng.Normal());
      candidate_.push_back(reference_.back() + noise * rng.Normal());
    }
    for (double& each : biases_) each = bias * rng.Normal();
  }

  // One row of the named objectives an evaluation; `expected` labels, where there are any.
  Evaluations Evaluate(const LatentBatch& latents, std::span<const std::string> objectives,
                       std::span<const int> expected = {}) {
    Evaluations result;
    for (std::size_t i = 0; i < latents.size(); ++i) {
      const auto p = Probabilities(reference_, latents.row(i), 0);
      const auto q = Probabilities(candidate_, latents.row(i), grid_);
      Outcome outcome;
      outcome.signature = {Verdict::kAgree, Best(p), Best(q)};
      const bool differ = Best(p) != Best(q);
      if (differ) {
        outcome.verdict = Gap(p) > 0 && Gap(q) > 0 ? Verdict::kDisagree : Verdict::kTie;
        outcome.signature.verdict = outcome.verdict;
      }
      if (IsTrigger(outcome.verdict)) Judge(latents.row(i), outcome);
      const std::map<std::string, double> values{
          {"divergence", -Distance<double>(p, q) - (differ ? 1 : 0)},
          {"diversity", Similarity(latents.row(i))},
          {"implausibility", 0},  // nothing is implausible here
          {"margin", std::min(Gap(p), Gap(q))},
          {"reference_expected", Expected(p, i, expected)},
          {"candidate_expected", Expected(q, i, expected)},
          {"reference_margin", Gap(p)},
          {"candidate_margin", Gap(q)}};
      for (const std::string& name : objectives) result.objectives.push_back(values.at(name));
      result.outcomes.push_back(outcome);
      AppendRow(p, result.reference);
      AppendRow(q, result.candidate);
    }
    return result;
  }

  std::size_t triggers() const { return triggers_; }
  std::size_t findings() const { return findings_.size(); }
  std::size_t signatures() const { return signatures_.size(); }

 private:
  struct Found {
    Signature signature;
    std::vector<float> latent;
  };

  std::vector<double> Probabilities(const std::vector<double>& weights, std::span<const float> z,
                                    double grid) const {
    std::vector<double> result(biases_.begin(), biases_.end());
    double sum = 0;
    for (std::size_t c = 0; c < kClasses; ++c) {
      for (std::size_t j = 0; j < z.size(); ++j) result[c] += weights[c * z.size() + j] * z[j];
      if (grid > 0) result[c] = std::round(result[c] / grid) * grid;
      sum += result[c] = std::exp(result[c]);
    }
    for (double& each : result) each /= sum;
    return result;
  }

  static void AppendRow(const std::vector<double>& probabilities, ScoreBatch& scores) {
    scores.kind = ScoreKind::kProbabilities;
    scores.classes = probabilities.size();
    scores.values.insert(scores.values.end(), probabilities.begin(), probabilities.end());
  }

  static int Best(const std::vector<double>& row) {
    return static_cast<int>(std::max_element(row.begin(), row.end()) - row.begin());
  }

  static double Expected(const std::vector<double>& row, std::size_t i,
                         std::span<const int> expected) {
    const bool known = i < expected.size() && expected[i] != kNoLabel;
    return known ? row[static_cast<std::size_t>(expected[i])]
                 : std::numeric_limits<double>::quiet_NaN();
  }

  static double Gap(std::vector<double> row) {
    std::sort(row.begin(), row.end());
    return row[row.size() - 1] - row[row.size() - 2];
  }

  template <typename T>
  static double Distance(std::span<const T> a, std::span<const T> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return std::sqrt(sum);
  }

  void Judge(std::span<const float> z, Outcome& outcome) {
    ++triggers_;
    for (const Found& earlier : findings_) {
      if (earlier.signature == outcome.signature && Distance<float>(earlier.latent, z) < radius_) {
        return;
      }
    }
    outcome.finding = true;
    outcome.new_signature = signatures_.insert(outcome.signature).second;
    findings_.push_back({outcome.signature, {z.begin(), z.end()}});
  }

  // Largest cosine to one of the latest 64 findings.
  double Similarity(std::span<const float> z) const {
    double most = 0;
    const std::size_t first = findings_.size() > 64 ? findings_.size() - 64 : 0;
    for (std::size_t i = first; i < findings_.size(); ++i) {
      double ab = 0, aa = 0, bb = 0;
      for (std::size_t j = 0; j < z.size(); ++j) {
        const double a = z[j], b = findings_[i].latent[j];
        ab += a * b;
        aa += a * a;
        bb += b * b;
      }
      most = std::max(most, ab / std::sqrt(aa * bb));
    }
    return most;
  }

  std::vector<double> reference_, candidate_;
  std::array<double, kClasses> biases_{};
  double radius_, grid_;
  std::size_t triggers_ = 0;
  std::vector<Found> findings_;
  std::set<Signature> signatures_;
};

// Asks `chunk` latents at a time until `evaluations` of them were told, or it is done.
inline Trace Drive(Strategy& strategy, ToyPair& pair, std::size_t evaluations, std::size_t chunk) {
  Trace trace;
  while (trace.size() < evaluations && !strategy.Done()) {
    const Proposal proposal = strategy.Ask(std::min(chunk, evaluations - trace.size()));
    strategy.Tell(pair.Evaluate(proposal.latents, strategy.objectives(), proposal.expected));
    trace.Append(proposal);
  }
  return trace;
}

}  // namespace latentfuzz
