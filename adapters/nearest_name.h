// "Did you mean": the known name closest to a mistyped one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace latentfuzz {

// The element of `known` at the smallest Levenshtein distance from `name` (the first of equals),
// or empty if even that one differs in more than half of its letters.
std::string_view NearestName(std::string_view name, std::span<const std::string_view> known);

// "did you mean `x`? known: a, x, z"; the question is left out where nothing is near.
std::string SuggestName(std::string_view name, std::span<const std::string_view> known);

}  // namespace latentfuzz
