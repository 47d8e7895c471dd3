// A bounded set of images that stand for all triggers seen so far.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "latentfuzz/base/batch.h"
#include "latentfuzz/harness/cosine_index.h"

namespace latentfuzz {

// Incremental leader clustering under cosine similarity: an image joins as a representative when
// no representative is closer than the threshold. When the set outgrows its capacity, the
// threshold is widened until it fits and the set is thinned (the doubling scheme of Charikar,
// Chekuri, Feder and Motwani, "Incremental clustering and dynamic information retrieval",
// STOC 1997). It stands in for the UMAP + HDBSCAN refit of DiffGAN (arXiv 2410.19794), whose
// cost grows with the archive; this one is bounded: one [n, pixels] x [pixels, capacity] product
// a batch.
class Representatives {
 public:
  static constexpr std::size_t kDefaultCapacity = 64;

  explicit Representatives(std::size_t capacity = kDefaultCapacity) : capacity_(capacity) {}

  std::size_t size() const { return index_.size(); }

  // For each image the largest cosine to a representative, in [-1, 1]; 0 where the set is empty
  // or the image is black.
  std::vector<double> MaxCosine(const ImageBatch& images) const { return index_.MaxCosine(images); }
  void Add(std::span<const float> image);

  std::string Save() const;
  void Load(std::string_view state);  // Throws Error{kData}

 private:
  bool Stands(std::span<const float> image) const;
  void Thin();

  std::size_t capacity_;
  double threshold_ = 0.05;  // cosine distance under which two images share a representative
  CosineIndex index_;
};

}  // namespace latentfuzz
