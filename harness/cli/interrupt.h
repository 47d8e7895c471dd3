// Ctrl-C and SIGTERM as a flag.
#pragma once

#include <atomic>

namespace latentfuzz::cli {

// From now on the first SIGINT or SIGTERM sets the returned flag; a second one ends the process
// at once (the corpus is safe against that too).
const std::atomic<bool>* CatchInterrupts();

}  // namespace latentfuzz::cli
