// Models in a program of their own, which answers over pipes: docs/process-protocol.md.
#pragma once

#include <memory>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/loaded_model.h"

namespace latentfuzz::process {

// Starts the command of the URI and holds its description against the card, which gets what it
// leaves out. A child that ends or keeps silent during a batch is replaced by a fresh one, which
// gets the batch again: option `restarts` says how often for one batch (default 1), `timeout` how
// many seconds an answer may take (default 60), `cwd` where the command runs. The model is
// identified by its files among the words of the command, the other words, and the name and version
// in the description. The child runs the model the same way whatever `passes` are. Throws
// Error{kUsage} for a command or option that is malformed, Error{kSetup} for a child that fails.
std::unique_ptr<LoadedModel> Load(const ModelSource& source, ModelCard* card, Passes passes);

}  // namespace latentfuzz::process
