// What an oracle says of an evaluation, and what a failure is called.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace latentfuzz {

enum class Verdict {
  kAgree,       // same label
  kDisagree,    // different labels, both beyond the noise floor
  kTie,         // different labels, but a top-2 gap lies under the noise floor
  kNonfinite,   // a NaN or infinite score
  kWrongLabel,  // single classifier: not the expected label
};

// "agree", "disagree", "tie", "nonfinite", "wrong_label".
std::string_view ToString(Verdict verdict);
std::optional<Verdict> ParseVerdict(std::string_view text);

// Whether an evaluation with this verdict is a trigger.
constexpr bool IsTrigger(Verdict verdict) {
  return verdict == Verdict::kDisagree || verdict == Verdict::kNonfinite ||
         verdict == Verdict::kWrongLabel;
}

// The name of a failure: verdict, label of the reference (or the expected one), label of
// the candidate. A label is -1 where that score row is not finite, or none is expected.
struct Signature {
  Verdict verdict = Verdict::kAgree;
  int reference_label = 0;
  int candidate_label = 0;

  auto operator<=>(const Signature&) const = default;
  // "disagree-2-4"; "nonfinite-2-x" where a label is -1. Safe as a file name.
  std::string ToString() const;
  static std::optional<Signature> Parse(std::string_view text);
};

// False where there was nothing to judge by: of a single classifier no label was expected, and its
// scores are finite.
constexpr bool IsJudged(const Signature& signature) {
  return signature.verdict != Verdict::kAgree || signature.reference_label >= 0;
}

}  // namespace latentfuzz
