// GenAI: a genetic search around each of many seeds (arXiv 2412.17652), and its ancestor SINVAD.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "latentfuzz/strategies/genai/rules.h"
#include "latentfuzz/strategies/genai/seed_pool.h"
#include "latentfuzz/strategies/genai/seed_search.h"
#include "latentfuzz/strategies/genai/tally.h"
#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

struct GenaiSettings {
  std::string description;  // tells it from others
  GenaiRules rules;         // without the domain
  GenaiLimits limits = GenaiLimits::kNone;
  double step_share = 0;  // of the range of the genes of the seeds; 0: the first step of the rules
  // How many seeds are searched from, once each. 0: all there are, and again, but for those that
  // were found not to be viable, without end.
  std::size_t seeds = 0;
};

// Runs the searches (SeedSearch) in shared batches: a batch holds what the running ones have to
// ask, earlier ones first, and begins new ones where that leaves room. What each search does is
// independent of the batches; in which order their evaluations come is not.
//
// A failure is a trigger, of a single classifier or of a pair. It is done when every search is.
class Genai : public Strategy {
 public:
  Genai(GenaiSettings settings, const StrategyContext& context);

  std::span<const std::string> objectives() const override { return objectives_; }
  // Throws Error{kUsage} where it is done.
  Proposal Ask(std::size_t n) override;
  void Tell(const Evaluations& evaluations) override;
  std::string Save() const override;
  void Load(std::string_view state) override;
  bool Done() const override;
  // Of the searches that are done: see Tally.
  std::vector<Figure> Figures() const override { return state_.tally.Figures(state_.next); }

 private:
  enum class SeedState : std::uint8_t { kWaiting, kRunning, kSpent };
  // Everything that changes.
  struct State {
    std::uint64_t next = 0;   // number of the next evaluation
    std::uint64_t begun = 0;  // searches
    std::size_t turn = 0;     // where to look for the next seed that waits
    std::vector<SeedState> seeds;
    std::vector<SeedSearch> running;
    Tally tally;

    template <typename Archive>
    void Serialize(Archive& archive);
  };

  void UsePool(SeedPool pool);
  bool Begin();
  void Propose(SeedSearch& search, Proposal& proposal) const;
  std::string Configuration() const;

  GenaiSettings settings_;
  LatentSpace space_;
  SeedPool pool_;
  GenaiRules rules_;  // with what follows from the pool
  std::uint64_t seed_;
  std::vector<std::string> objectives_;
  State state_;
  std::vector<std::size_t> pending_;  // which running search each latent asked for belongs to
};

// `population`, `step`, `generations`, `seeds` and `fitness` of the options replace those of the
// preset; offspring, scheduler and mutators have no effect. Throws Error{kUsage} for an unknown
// preset, step or fitness.
std::unique_ptr<Strategy> MakeGenai(const StrategyOptions& options, StrategyContext context);

}  // namespace latentfuzz
