// A check on flags that take whole numbers.
#pragma once

#include <cstdint>

namespace CLI {
class Validator;
}

namespace latentfuzz::cli {

// Digits of a number up to 2^64 - 1, no less than `least`. CLI11 itself would read -1 as the
// largest number there is, and cut larger ones.
CLI::Validator WholeNumber(std::uint64_t least = 0);

}  // namespace latentfuzz::cli
