// Small texts that reports, status lines and tables share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace latentfuzz {

// "1 finding", "2 findings", "0 near-copies": a number and a regular noun, given in the singular.
std::string Counted(std::uint64_t number, std::string_view noun);

// "40 s", "12 min", "3 h 05 min".
std::string DurationText(double seconds);

// The text without control characters: each is shown as \xNN. Names come from model cards, and a
// terminal would obey them.
std::string Escaped(std::string_view text);

}  // namespace latentfuzz
