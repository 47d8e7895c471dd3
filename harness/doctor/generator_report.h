// What a generator is worth, seen by a classifier that should have taken no part in its training.
#pragma once

#include <filesystem>
#include <vector>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/generator.h"
#include "latentfuzz/base/batch.h"
#include "latentfuzz/harness/doctor/chart.h"

namespace latentfuzz {

struct GeneratorPatient {
  Generator& model;
  Classifier* judge;               // null: no figures of labels and features
  const ImageBatch& images;        // real ones; empty: no comparison with these
  const std::vector<int>& labels;  // of the images, in the judge's classes
};

// 1000 draws: time to decode, duplicates (equal 8-bit images), precision and recall against the
// real images in the space of the judge's scores (sample_quality.h). Viable seeds: of a conditional
// generator, draws that the judge takes for their class; of one that encodes, also real images
// whose reconstructions it takes for their class. Where it encodes: error of reconstructions and
// norms of the latents. Writes `sheet`, where given: a PNG of draws, a row a class where it is
// conditional. Throws Error{kIo}.
void ReportGenerator(const GeneratorPatient& patient, const std::filesystem::path& sheet,
                     Chart* chart);

}  // namespace latentfuzz
