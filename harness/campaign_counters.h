// What a campaign counts and measures: a part of its state, and of its result.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace latentfuzz {

struct MutatorYield {
  std::uint64_t evals = 0;
  std::uint64_t triggers = 0;
  std::uint64_t findings = 0;
  std::uint64_t signatures = 0;
  std::uint64_t unjudged = 0;
};

struct CampaignCounters {
  // Fixed when the campaign starts.
  double noise_floor = 0;
  double radius = 0;
  double clean_agreement = 0;  // of the candidate with the reference, or with the labels, [0, 1]

  // Move with every batch.
  std::uint64_t evaluations = 0;
  std::uint64_t unjudged = 0;  // those of a single classifier of which no label was expected
  std::uint64_t triggers = 0;
  std::uint64_t ties = 0;
  std::uint64_t near_copies = 0;
  std::uint64_t confirmations = 0;               // triggers decoded and classified again
  std::uint64_t confirmed = 0;                   // ... whose verdict held
  std::map<std::string, MutatorYield> mutators;  // by mutator, or origin where there is none
  double seconds = 0;                            // all sessions, models loaded
  double search_seconds = 0;                     // without confirmation and storing
};

}  // namespace latentfuzz
