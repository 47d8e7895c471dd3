// The seed images that are shipped with the zoo.
#pragma once

#include <cstddef>
#include <filesystem>

#include "latentfuzz/adapters/dataset.h"

namespace latentfuzz::zoo {

// The first `per_class` images of each class, ordered by class. Throws Error{kData} where a class
// below `classes` has fewer.
LabelledImages FirstOfEachClass(const LabelledImages& data, int classes, std::size_t per_class);

// Writes fashion-seeds-{images-idx3,labels-idx1}-ubyte.gz to `out`: 30 test images a class.
void WriteSeeds(const LabelledImages& test, const std::filesystem::path& out);

}  // namespace latentfuzz::zoo
