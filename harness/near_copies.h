// Which triggers are new, and which are near-copies of an earlier finding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "latentfuzz/adapters/dataset.h"
#include "latentfuzz/base/verdict.h"

namespace latentfuzz {

// Findings by signature, with their 8-bit pixels. Distances are taken between 8-bit images, so
// that an index rebuilt from the PNG files of a corpus answers exactly as the one that was built
// while searching.
class NearCopyIndex {
 public:
  // `radius`: L2 over pixels in [0,1]. A trigger at a distance of at most `radius` from a finding
  // of its signature is a near-copy.
  explicit NearCopyIndex(double radius);

  double radius() const { return radius_; }
  std::size_t size() const { return size_; }
  std::size_t signatures() const { return by_signature_.size(); }
  bool Knows(const Signature& signature) const { return by_signature_.contains(signature); }

  // Id of the first finding that `pixels` is a near-copy of.
  std::optional<std::string> Find(const Signature& signature,
                                  std::span<const std::uint8_t> pixels) const;
  void Add(const Signature& signature, std::string id, std::vector<std::uint8_t> pixels);

 private:
  struct Member {
    std::string id;
    std::vector<std::uint8_t> pixels;
  };
  double radius_;
  std::uint64_t squared_limit_;  // of the distance in 1/255 units
  std::size_t size_ = 0;
  std::map<Signature, std::vector<Member>> by_signature_;
};

// Half the median distance of a real image to its nearest neighbour of the same class: the radius
// of a data set. 0 where no class has two images.
double NearCopyRadius(const LabelledImages& data);

}  // namespace latentfuzz
