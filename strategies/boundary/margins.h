// How far an evaluation lies from the decision boundaries of both classifiers.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "latentfuzz/base/batch.h"

namespace latentfuzz {

// Half the log-odds of a class against the best other one, for each class: positive for the label
// alone, and 0 on its boundary. Where a classifier computes logits this is piecewise as smooth as
// they are, wherever on the way from one class to another it is asked.
class ClassMargins {
 public:
  ClassMargins() = default;
  // One row of scores. Probabilities are not taken for smaller than 1e-7.
  ClassMargins(std::span<const float> scores, ScoreKind kind);

  bool finite() const;
  int label() const { return label_; }
  // Of class `c`. REQUIRES: finite, 0 <= c < classes.
  double Of(int c) const;

  template <typename Archive>
  void Serialize(Archive& archive) {
    archive.Integer(label_);
    archive.Integer(second_);
    archive.Row(half_);
  }

 private:
  int label_ = -1, second_ = -1;
  std::vector<float> half_;  // half the logits
};

struct Margins {
  ClassMargins reference, candidate;

  bool finite() const { return reference.finite() && candidate.finite(); }
  // (1 - share) * reference.Of(positive) + share * candidate.Of(positive). REQUIRES: 0 < share < 1.
  // Where it is 0, the classifiers disagree or both stand on their boundaries.
  double Signed(int positive, double share) const;
  // Whether a classifier cannot tell its first two classes apart.
  bool tied() const;

  template <typename Archive>
  void Serialize(Archive& archive) {
    reference.Serialize(archive);
    candidate.Serialize(archive);
  }
};

// The share that the candidate's margin should have. Scores of quantized models lie on a grid, so
// that their margins are often exactly 0 near a boundary and tell little there; the other
// classifier's then count nearly alone.
class MarginShare {
 public:
  void Learn(const Margins& margins);
  double candidate() const;

  template <typename Archive>
  void Serialize(Archive& archive) {
    archive.Number(reference_zeros_);
    archive.Number(candidate_zeros_);
  }

 private:
  double reference_zeros_ = 0;
  double candidate_zeros_ = 0;
};

}  // namespace latentfuzz
