// Pre-flight checks on models, as text for people.
#pragma once

#include <string>
#include <vector>

#include "latentfuzz/harness/options.h"

namespace latentfuzz {

struct DoctorOptions {
  std::vector<std::string> models;  // URIs: one or two classifiers, at most one generator
  std::string images, labels;       // IDX; default: what the models' cards name under [data]
  std::optional<double> min_agreement;
  // The latentfuzz program, to run each model in a second process; empty: that is left out.
  std::string program;
  std::string sheet;  // PNG of a generator's draws to write; empty = none
};

struct Diagnosis {
  std::string text;
  std::vector<std::string> problems;  // empty: all is well
};

// For each model: task, engine, shapes, output kind, fingerprint; on the images: accuracy, and the
// noise floor of the model against itself at other batch sizes, thread counts, without optimisation
// passes and in a second process. For two classifiers: clean agreement. Of a generator: what its
// draws and encodings are worth, seen by the first classifier (doctor/generator_report.h). A
// problem is a pair that is unrelated, a single classifier that is hardly better than a guess,
// scores that are not finite or not of the declared kind, a model that answers the same images
// differently when asked again, alone, or in another order, and, where there are labels, a card
// whose colours, range, mean, std or layout are clearly worse than a usual alternative. Throws what
// opening models throws.
Diagnosis Diagnose(const DoctorOptions& options);

}  // namespace latentfuzz
