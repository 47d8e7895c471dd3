// What a training has to say at its end.
#pragma once

#include <string>
#include <string_view>

#include "latentfuzz/training/train.h"

namespace latentfuzz::cli {

// Prints metrics under `title` and the files written; `stats`, where given, is the JSON file that
// gets the metrics. Throws Error{kIo}.
void PrintReport(std::string_view title, const training::TrainReport& report,
                 const std::string& stats);

}  // namespace latentfuzz::cli
