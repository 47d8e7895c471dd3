// Writing to a pipe or connection that the other side has closed.
#pragma once

#include <csignal>

namespace latentfuzz {

// While one lives, such a write of this thread fails with EPIPE instead of ending the program by
// SIGPIPE. Leaves the program's own handling of the signal as it is.
class NoSigpipe {
 public:
  NoSigpipe();
  ~NoSigpipe();
  NoSigpipe(const NoSigpipe&) = delete;
  NoSigpipe& operator=(const NoSigpipe&) = delete;

 private:
  sigset_t before_;
  bool was_pending_ = false;
};

}  // namespace latentfuzz
