// The other side of the protocol: answers with a model of LatentFuzz's own, whatever engine it
// needs.
#pragma once

#include <cstdio>
#include <string_view>

#include "latentfuzz/adapters/classifier.h"

namespace latentfuzz::process {

// Opens the model as its file holds it, without optimisation passes, and answers the requests read
// from `in` on `out` until `in` ends. Pixels and scores pass as they are: whoever asks reads the
// model's card too. Throws what opening a model throws, and Error{kData} where the requests do not
// follow the protocol.
void Serve(std::string_view uri, const OpenOptions& options, std::FILE* in, std::FILE* out);

}  // namespace latentfuzz::process
