// A worker process that answers with a classifier of LatentFuzz's own, opened by URI: what the
// process adapter adds to a model is then all that differs.
#pragma once

#include <string>

namespace latentfuzz {

// Answers over stdin and stdout until stdin ends; see docs/process-protocol.md.
void Serve(const std::string& uri);

}  // namespace latentfuzz
