#include "latentfuzz/harness/disagreement_oracle.h"

namespace latentfuzz {
namespace {

Verdict Decide(const Judgement& j, double noise_floor) {
  const auto& [verdict, reference, candidate] = j.signature;
  if (reference < 0 || candidate < 0) return Verdict::kNonfinite;
  if (reference == candidate) return Verdict::kAgree;
  const bool tie = j.reference_margin <= noise_floor || j.candidate_margin <= noise_floor;
  return tie ? Verdict::kTie : Verdict::kDisagree;
}

}  // namespace

std::vector<Judgement> DisagreementOracle::Judge(const EvaluatedBatch& batch) const {
  std::vector<Judgement> judgements =
      Measure(ToProbabilities(batch.reference), ToProbabilities(batch.candidate), batch.candidate,
              batch.expected);
  for (Judgement& j : judgements) j.signature.verdict = Decide(j, noise_floor_);
  return judgements;
}

}  // namespace latentfuzz
