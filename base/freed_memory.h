// What programs that evaluate models in batches want of malloc.
#pragma once

namespace latentfuzz {

// Activations are freed and allocated again with every batch. glibc would return them to the system
// each time, and the page faults cost more than small models do. For main(): it changes the whole
// process. Does nothing with another C library.
void KeepFreedMemory();

}  // namespace latentfuzz
