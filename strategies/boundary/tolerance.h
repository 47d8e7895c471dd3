// How much of a violation is tolerated.
#pragma once

#include <cstddef>
#include <vector>

namespace latentfuzz {

// Deb's rules ask for a violation of 0 where that can be had. Where it cannot, because most draws
// of the generator violate the constraint, the better half of them has to do.
class Tolerance {
 public:
  // The violation of a draw from the prior; >= 0, NaN counts as the largest.
  void Learn(double violation);
  // Whether `violation` is no larger than the median of the latest draws. NaN never passes.
  bool Passes(double violation) const { return violation <= limit_; }

  template <typename Archive>
  void Serialize(Archive& archive) {
    archive.Integer(draws_);
    archive.Number(limit_);
    std::size_t size = latest_.size();
    archive.Integer(size);
    // Bounded before it is believed: a damaged size must not ask for memory.
    latest_.resize(size < kLatest ? size : kLatest);
    for (double& each : latest_) archive.Number(each);
  }

 private:
  static constexpr std::size_t kLatest = 128;
  std::size_t draws_ = 0;
  double limit_ = 0;
  std::vector<double> latest_;
};

}  // namespace latentfuzz
