// A campaign's result as text, for people.
#pragma once

#include <string>
#include <vector>

#include "latentfuzz/harness/result.h"

namespace latentfuzz {

// "disagree-2-4  Pullover 63 % | Coat 51 %  divergence 0.42  path/to/image.png".
std::string FindingLine(const FindingSummary& finding);

// Final statistics, the mutator table, the worst findings and where to look next. `gate_failures`
// as Check() gives them; `gated`: whether there was any gate to pass.
std::string ReportText(const CampaignResult& result, const std::vector<std::string>& gate_failures,
                       bool gated);

// "latentfuzz replay <absolute path>", quoted for a shell. The program is named by its path where
// it is the one that runs now and is not found by its name alone.
std::string ReplayCommand(const std::filesystem::path& path);

}  // namespace latentfuzz
