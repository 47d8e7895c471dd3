// The seed images that are shipped with the zoo.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "latentfuzz/adapters/dataset.h"
#include "latentfuzz/zoo/data_set.h"

namespace latentfuzz::zoo {

// The first `per_class` images of each class, ordered by class. Throws Error{kData} where a class
// below `classes` has fewer.
LabelledImages FirstOfEachClass(const LabelledImages& data, int classes, std::size_t per_class);

// SET-seeds-images-idx3-ubyte.gz and SET-seeds-labels-idx1-ubyte.gz
std::string SeedImages(const DataSet& set);
std::string SeedLabels(const DataSet& set);

// Writes both files to `out`: 30 test images a class.
void WriteSeeds(const DataSet& set, const LabelledImages& test, const std::filesystem::path& out);

}  // namespace latentfuzz::zoo
