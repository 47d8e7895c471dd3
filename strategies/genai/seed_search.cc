#include "latentfuzz/strategies/genai/seed_search.h"

#include <algorithm>
#include <cmath>

namespace latentfuzz {
namespace {

// Of the index of a random stream.
constexpr unsigned kGenerationBits = 20;
static_assert(SeedSearch::kMostGenerations < 1U << kGenerationBits);

double Distance(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(static_cast<double>(a[i]) - b[i]);
  return sum;
}

}  // namespace

SeedSearch::SeedSearch(std::uint64_t ordinal, std::size_t place, std::span<const float> seed,
                       int expected)
    : ordinal_(ordinal), place_(place), expected_(expected), seed_(seed.begin(), seed.end()) {
  population_.emplace_back().latent = seed_;
}

void SeedSearch::Tell(const GenaiRules& rules, std::span<const double> objectives,
                      const Outcome& outcome, std::uint64_t evaluation, std::uint64_t seed) {
  Individual& individual = population_[told_++];
  individual.evaluation = evaluation;
  individual.fitness = rules.fitness->Of(objectives, Distance(individual.latent, seed_));
  failing_ = failing_ || IsTrigger(outcome.verdict);
  if (told_ < population_.size()) return;
  const std::uint64_t round = state_ == State::kChecking ? 0 : generation_ + 1;
  Rng rng(seed, StreamPurpose::kBreed, ordinal_ << kGenerationBits | round);
  if (state_ == State::kChecking) {
    Begin(rules, outcome, rng);
  } else {
    Advance(rules, rng);
  }
}

void SeedSearch::Begin(const GenaiRules& rules, const Outcome& outcome, Rng& rng) {
  const int label = outcome.signature.candidate_label;
  if (outcome.verdict != Verdict::kAgree || (expected_ != kNoLabel && label != expected_)) {
    state_ = State::kNotViable;
    return;
  }
  state_ = State::kSearching;
  expected_ = label;
  step_ = rules.step.initial;
  const Individual seed = std::move(population_.front());
  best_ = seed.fitness;
  population_.clear();
  asked_ = told_ = 0;
  const Domain domain = rules.domain.Including(seed_);
  const double spread = rules.spread > 0 ? rules.spread : step_;
  while (population_.size() < rules.population) {
    population_.push_back(Mutate(seed, spread, domain, rng));
  }
}

bool SeedSearch::Enough(const GenaiRules& rules) const {
  return (failed_ && rules.ends_at_failure) || generation_ + 1 >= rules.generations ||
         step_ < rules.step.least;
}

void SeedSearch::Advance(const GenaiRules& rules, Rng& rng) {
  if (failing_ && !failed_) failed_at_ = generation_;
  failed_ = failed_ || failing_;
  failing_ = false;
  std::stable_sort(population_.begin(), population_.end(),
                   [](const auto& a, const auto& b) { return a.fitness < b.fitness; });
  const double best = population_.front().fitness;
  step_ = rules.step.Next(step_, best, best_);
  best_ = best;
  if (Enough(rules)) {
    state_ = State::kFinished;
    return;
  }
  population_.resize(std::min(rules.kept, population_.size()));
  const std::vector<Individual> parents = population_;
  asked_ = told_ = parents.size();
  const Domain domain = rules.domain.Including(seed_);
  while (population_.size() < rules.population) {
    population_.push_back(Breed(parents, seed_, step_, domain, rules.sparse, rng));
  }
  ++generation_;
}

bool SeedSearch::Consistent(std::size_t dim) const {
  const bool sized = std::all_of(population_.begin(), population_.end(),
                                 [&](const Individual& each) { return each.latent.size() == dim; });
  const bool running = state_ == State::kChecking || state_ == State::kSearching;
  return sized && running && seed_.size() == dim && told_ < population_.size() &&
         generation_ < kMostGenerations;
}

}  // namespace latentfuzz
