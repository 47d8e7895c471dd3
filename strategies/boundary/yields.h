// When to give up a search: findings per evaluation, stage by stage.
#pragma once

#include <array>
#include <cstddef>

namespace latentfuzz {

// Searches of one kind, each of up to kStages evaluations.
class StageYields {
 public:
  static constexpr std::size_t kStages = 16;

  // The outcome of the evaluation number `stage` of a search. REQUIRES: stage < kStages.
  void Learn(std::size_t stage, bool finding);

  // Most findings per evaluation that can be had by going on from `stage`, over all stages at
  // which to stop: the index of Gittins ("Bandit processes and dynamic allocation indices", J. R.
  // Stat. Soc. B 41, 1979) of a search that has come so far, estimated from what was learnt. 1,
  // the most there can be, until the stage was tried 50 times; 0 from kStages on.
  double Index(std::size_t stage) const;

  // Whether to go on with a search that has done `stage` evaluations rather than to begin another.
  bool WorthGoingOn(std::size_t stage) const;

  template <typename Archive>
  void Serialize(Archive& archive) {
    for (std::size_t i = 0; i < kStages; ++i) {
      archive.Number(evaluations_[i]);
      archive.Number(findings_[i]);
    }
  }

 private:
  std::array<double, kStages> evaluations_{};
  std::array<double, kStages> findings_{};
};

}  // namespace latentfuzz
