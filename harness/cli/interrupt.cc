#include "latentfuzz/harness/cli/interrupt.h"

#include <csignal>

namespace latentfuzz::cli {
namespace {

// A signal handler can reach nothing but static storage.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void OnSignal(int signal) {
  interrupted = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

const std::atomic<bool>* CatchInterrupts() {
  std::signal(SIGINT, OnSignal);
  std::signal(SIGTERM, OnSignal);
  return &interrupted;
}

}  // namespace latentfuzz::cli
