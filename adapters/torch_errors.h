// Torch's exception texts, turned into errors.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "latentfuzz/base/error.h"

namespace latentfuzz {

// Why `file` did not load: not an archive, truncated, written by a newer LibTorch, an unknown
// operator, no quantized engine (of `qengines`, those that this build has) ...
Error LoadFailure(const std::string& file, std::string_view text,
                  const std::vector<std::string>& qengines);

// Why a loaded model did not answer. `subject`: what it was given, as "1x28x28 images".
Error RunFailure(const std::string& file, const std::string& subject, std::string_view text,
                 const std::vector<std::string>& qengines);

}  // namespace latentfuzz
