#include "latentfuzz/adapters/no_sigpipe.h"

#include <cerrno>
#include <ctime>

namespace latentfuzz {
namespace {

sigset_t OnlySigpipe() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE);
  return set;
}

bool IsPending() {
  sigset_t pending;
  sigpending(&pending);
  return sigismember(&pending, SIGPIPE) == 1;
}

}  // namespace

NoSigpipe::NoSigpipe() : was_pending_(IsPending()) {
  const sigset_t sigpipe = OnlySigpipe();
  pthread_sigmask(SIG_BLOCK, &sigpipe, &before_);
}

NoSigpipe::~NoSigpipe() {
  // A signal that was raised meanwhile would be delivered as soon as it is let through.
  if (!was_pending_ && IsPending()) {
    const sigset_t sigpipe = OnlySigpipe();
    const timespec now{};
    while (sigtimedwait(&sigpipe, nullptr, &now) < 0 && errno == EINTR) continue;
  }
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace latentfuzz
