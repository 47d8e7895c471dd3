// Two nearly equal linear classifiers on latents, and a driver that plays the harness for them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
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

  ToyPair(std::size_t dim, double noise, double radius) : radius_(radius) {
    Rng rng(7, StreamPurpose::kTest);
    for (std::size_t i = 0; i < dim * kClasses; ++i) {
      reference_.push_back(rng.Normal());
      candidate_.push_back(reference_.back() + noise * rng.Normal());
    }
  }

  // One row of each objective the strategy declares.
  Evaluations Evaluate(const LatentBatch& latents, std::size_t objectives) {
    Evaluations result;
    for (std::size_t i = 0; i < latents.size(); ++i) {
      const auto p = Probabilities(reference_, latents.row(i));
      const auto q = Probabilities(candidate_, latents.row(i));
      Outcome outcome;
      outcome.signature = {Verdict::kAgree, Best(p), Best(q)};
      double divergence = -Distance<double>(p, q);
      if (Best(p) != Best(q)) {
        divergence -= 1;
        outcome.verdict = outcome.signature.verdict = Verdict::kDisagree;
        Judge(latents.row(i), outcome);
      }
      if (objectives > 0) result.objectives.push_back(divergence);
      if (objectives > 1) result.objectives.push_back(Similarity(latents.row(i)));
      if (objectives > 2) result.objectives.push_back(0);  // nothing is implausible here
      result.outcomes.push_back(outcome);
    }
    return result;
  }

  std::size_t triggers() const { return triggers_; }
  std::size_t findings() const { return findings_.size(); }

 private:
  struct Found {
    Signature signature;
    std::vector<float> latent;
  };

  static std::vector<double> Probabilities(const std::vector<double>& weights,
                                           std::span<const float> z) {
    std::vector<double> result(kClasses);
    double sum = 0;
    for (std::size_t c = 0; c < kClasses; ++c) {
      for (std::size_t j = 0; j < z.size(); ++j) result[c] += weights[c * z.size() + j] * z[j];
      sum += result[c] = std::exp(result[c]);
    }
    for (double& each : result) each /= sum;
    return result;
  }

  static int Best(const std::vector<double>& row) {
    return static_cast<int>(std::max_element(row.begin(), row.end()) - row.begin());
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
  double radius_;
  std::size_t triggers_ = 0;
  std::vector<Found> findings_;
  std::set<Signature> signatures_;
};

// Asks `chunk` latents at a time until `evaluations` of them were told.
inline Trace Drive(Strategy& strategy, ToyPair& pair, std::size_t evaluations, std::size_t chunk) {
  Trace trace;
  while (trace.size() < evaluations) {
    const Proposal proposal = strategy.Ask(std::min(chunk, evaluations - trace.size()));
    strategy.Tell(pair.Evaluate(proposal.latents, strategy.objectives().size()));
    trace.Append(proposal);
  }
  return trace;
}

}  // namespace latentfuzz
