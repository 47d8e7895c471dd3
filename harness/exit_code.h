// Exit codes of the command line: the same in every output format.
#pragma once

#include "latentfuzz/base/error.h"

namespace latentfuzz {

enum ExitCode : int {
  kExitPassed = 0,
  kExitGateFailed = 1,
  kExitUsage = 2,
  kExitSetup = 3,
  kExitData = 4,
  kExitInterrupted = 130,
};

constexpr ExitCode ExitCodeOf(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage: return kExitUsage;
    case ErrorKind::kSetup: return kExitSetup;
    case ErrorKind::kData:
    case ErrorKind::kIo: return kExitData;
  }
  return kExitData;
}

}  // namespace latentfuzz
