// A root between two latents, by regula falsi.
#pragma once

#include <span>
#include <vector>

#include "latentfuzz/strategies/boundary/linear_model.h"
#include "latentfuzz/strategies/latent_space.h"

namespace latentfuzz {

// A path between two latents at which a function f has values of different sign: `positive` and
// `negative` say where. The Illinois rule (Dowell and Jarratt, "A modified regula falsi method for
// computing the root of an equation", BIT 11, 1971): a value that stays twice in a row counts half.
class Bracket {
 public:
  struct End {
    std::vector<float> latent;
    double value = 0;   // f(latent)
    double weight = 0;  // the value that the rule uses
  };

  Bracket() = default;
  // REQUIRES: value_positive > 0 >= value_negative.
  Bracket(std::span<const float> positive, double value_positive, std::span<const float> negative,
          double value_negative);
  // REQUIRES: one of the values is positive, the other one is not.
  static Bracket Between(const LinearModel& a, const LinearModel& b);

  // Where to look next: on the path between the ends, a twentieth of it away from either.
  std::vector<float> Next(const LatentSpace& space) const;
  // f at the latest Next(). Takes the place of the end with its sign.
  void Learn(std::span<const float> latent, double value);
  // f near the root, as the ends tell, seen from the end with the smaller value.
  LinearModel Model() const;

  template <typename Archive>
  void Serialize(Archive& archive) {
    for (End* end : {&positive_, &negative_}) {
      archive.Vector(end->latent);
      archive.Number(end->value);
      archive.Number(end->weight);
    }
    archive.Integer(last_side_);
  }

  const End& positive() const { return positive_; }
  const End& negative() const { return negative_; }

 private:
  End positive_, negative_;
  int last_side_ = 0;  // sign of the value learnt last
};

}  // namespace latentfuzz
