// A strategy and its options in one word, as people type it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "latentfuzz/strategies/strategy_options.h"

namespace latentfuzz {

// NAME[:PRESET][?KEY=VALUE&KEY=VALUE...], such as "diffgan:paper?population=500&mutators=sbx,pcn".
// Keys are those of VisitStrategyOptions; what the text does not name stays as in `base`. Throws
// Error{kUsage} for an unknown key, listing the known ones, for a value of the wrong type, and as
// CheckStrategyOptions does.
StrategyOptions ParseStrategySpec(std::string_view text, StrategyOptions base = {});

// The specification that names every option: parsed, it gives `options` again. Two strategies are
// set alike if and only if these texts are equal.
std::string StrategySpec(const StrategyOptions& options);

// The items of a list, separated by commas or plus signs (plus signs where commas already separate
// something else); none in an empty text.
std::vector<std::string> ParseList(std::string_view text);

}  // namespace latentfuzz
