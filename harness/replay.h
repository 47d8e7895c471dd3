// Running stored findings again.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "latentfuzz/base/verdict.h"
#include "latentfuzz/corpus/finding.h"
#include "latentfuzz/harness/labels.h"

namespace latentfuzz {

struct ReplayOptions {
  // Corpus directories, folders in their findings (CORPUS/findings/regression), finding.json files,
  // or entry files (*.safetensors; these need their models: without a reference the entry's
  // expected label is).
  std::vector<std::string> paths;
  // Models to use in place of the recorded ones; empty = as recorded. A finding of a single
  // classifier has no reference, and takes none.
  std::string reference, candidate, generator;
};

struct Replayed : NamedLabels {
  std::string path;                // finding folder or entry file
  std::optional<Finding> finding;  // as recorded; none for a bare entry
  Signature signature;             // now
  // Whether the recorded signature was seen again; for a bare entry: whether it is a trigger.
  bool held = false;
};

struct ReplayResult {
  std::size_t total = 0;
  std::size_t held = 0;
  std::size_t damaged = 0;
  std::vector<std::string> warnings;  // other CPU class, engine or models, damaged files
};

// Decodes and classifies each latent alone (batch size 1) with the models as shipped, and calls
// `each` for it. Throws Error{kUsage} where nothing is to be replayed, a bare entry lacks its
// models or its expected label, or a reference is given for a finding that has none, and what
// opening models and corpora throws.
ReplayResult Replay(const ReplayOptions& options, const std::function<void(const Replayed&)>& each);

}  // namespace latentfuzz
