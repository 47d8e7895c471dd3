#include "latentfuzz/adapters/process/descriptor.h"

#include <unistd.h>

namespace latentfuzz::process {

void Descriptor::Close() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

}  // namespace latentfuzz::process
