// A campaign's result as text, for people.
#pragma once

#include <string>
#include <vector>

#include "latentfuzz/harness/result.h"

namespace latentfuzz {

// "disagree-2-4  Pullover 63 % | Coat 51 %  divergence 0.42  path/to/image.png".
std::string FindingLine(const FindingSummary& finding);

// Final statistics, the mutator table, the worst findings and where to look next. `gate_failures`
// as Check() gives them.
std::string ReportText(const CampaignResult& result, const std::vector<std::string>& gate_failures);

// "latentfuzz replay <absolute path>", quoted for a shell.
std::string ReplayCommand(const std::filesystem::path& path);

}  // namespace latentfuzz
