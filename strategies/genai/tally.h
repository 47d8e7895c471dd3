// What a campaign tells of its searches: the columns of Table III of arXiv 2412.17652.
#pragma once

#include <cstdint>
#include <vector>

#include "latentfuzz/strategies/genai/seed_search.h"
#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

// Counts the searches that are done.
class Tally {
 public:
  void Count(const SeedSearch& search, std::size_t generations);
  // "seeds"; "viable_percent" of them; of the viable ones "failure_percent" and, apart, those that
  // failed in generation 0 and 1, which hardly needed a search ("failures_at_0", "failures_at_1");
  // "mean_generations" to the first failure, all of them where there was none; "evaluations".
  std::vector<Figure> Figures(std::uint64_t evaluations) const;

  template <typename Archive>
  void Serialize(Archive& archive) {
    archive.Integer(seeds_);
    archive.Integer(viable_);
    archive.Integer(failures_);
    archive.Integer(at_0_);
    archive.Integer(at_1_);
    archive.Integer(generations_);
  }

 private:
  std::uint64_t seeds_ = 0, viable_ = 0, failures_ = 0, at_0_ = 0, at_1_ = 0, generations_ = 0;
};

}  // namespace latentfuzz
