#include "latentfuzz/zoo/seeds.h"

#include <string>

#include "latentfuzz/base/error.h"

namespace latentfuzz::zoo {

LabelledImages FirstOfEachClass(const LabelledImages& data, int classes, std::size_t per_class) {
  LabelledImages chosen;
  chosen.images.shape = data.images.shape;
  for (int label = 0; label < classes; ++label) {
    std::size_t found = 0;
    for (std::size_t i = 0; i < data.labels.size() && found < per_class; ++i) {
      if (data.labels[i] != label) continue;
      chosen.images.Append(data.images.image(i));
      chosen.labels.push_back(label);
      ++found;
    }
    if (found < per_class) {
      throw Error(ErrorKind::kData,
                  "class " + std::to_string(label) + " has only " + std::to_string(found) +
                      " of the " + std::to_string(per_class) + " seed images asked for",
                  "Use the complete test set.");
    }
  }
  return chosen;
}

std::string SeedImages(const DataSet& set) { return ModelName(set, "seeds-images-idx3-ubyte.gz"); }

std::string SeedLabels(const DataSet& set) { return ModelName(set, "seeds-labels-idx1-ubyte.gz"); }

void WriteSeeds(const DataSet& set, const LabelledImages& test, const std::filesystem::path& out) {
  WriteIdx(FirstOfEachClass(test, static_cast<int>(set.classes.size()), 30), out / SeedImages(set),
           out / SeedLabels(set));
}

}  // namespace latentfuzz::zoo
