// What a strategy knows of the generator: the space it searches, never the model.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace latentfuzz {

enum class Prior { kNormal, kUniform };

struct LatentSpace {
  std::size_t size = 0;          // d
  Prior prior = Prior::kNormal;  // N(0, I), or uniform in [low, high]^d
  double low = -1;               // bounds of the uniform prior
  double high = 1;
  std::size_t classes = 0;  // of a conditional generator; 0 where it takes no label
  // Psi of the truncation trick, in (0, 1]: draws from the prior, and the domain that goes with it,
  // are shrunk toward the middle by this factor (Karras et al., StyleGAN, arXiv 1812.04948).
  double truncation = 1;

  // The middle of the prior, of each gene.
  double middle() const { return prior == Prior::kNormal ? 0 : (low + high) / 2; }
};

// A latent to start from: a corpus entry or the encoding of a real image.
struct SeedLatent {
  std::vector<float> latent;  // [d]
  // What a conditional generator is asked for, and what a classifier ought to say of it; -1 where
  // that is not known.
  int label = -1;
  std::string origin;  // "corpus:<entry id>" or "encoded:<image number>"
};

}  // namespace latentfuzz
