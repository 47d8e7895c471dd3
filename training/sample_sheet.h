// What a generator draws, to be looked at.
#pragma once

#include <torch/script.h>

#include <cstdint>
#include <string>

#include "latentfuzz/base/batch.h"

namespace latentfuzz::training {

// A PNG file of 20 columns: `rows` pairs of rows, images above their reconstructions, then twice as
// many rows of draws from the prior. Fewer pairs where there are fewer images.
std::string SampleSheet(torch::jit::Module& vae, const ImageBatch& images, std::uint64_t seed,
                        int rows = 4);

}  // namespace latentfuzz::training
