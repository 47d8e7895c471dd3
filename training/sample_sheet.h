// What a generator draws, to be looked at.
#pragma once

#include <cstdint>
#include <string>

#include "latentfuzz/adapters/dataset.h"
#include "latentfuzz/training/script_generator.h"

namespace latentfuzz::training {

// A PNG file of 20 columns. Where the generator can encode: `rows` pairs of rows, images above
// their reconstructions; fewer where there are fewer images. Then draws from the prior: a row a
// class where it is conditional (16 classes at most), otherwise twice `rows`.
std::string SampleSheet(ScriptGenerator& generator, const LabelledImages& images,
                        std::uint64_t seed, int rows = 4);

}  // namespace latentfuzz::training
