#include "latentfuzz/base/freed_memory.h"

#include <cstdlib>  // defines __GLIBC__
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace latentfuzz {

void KeepFreedMemory() {
#ifdef __GLIBC__
  constexpr int kLargest = 32 << 20;  // of M_MMAP_THRESHOLD; glibc ignores larger values
  mallopt(M_MMAP_THRESHOLD, kLargest);
  mallopt(M_TRIM_THRESHOLD, 16 * kLargest);
#endif
}

}  // namespace latentfuzz
