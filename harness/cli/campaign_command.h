// What `run` and `demo` share: run a campaign, report it, and name its exit code.
#pragma once

#include <string>

#include "latentfuzz/harness/options.h"

namespace latentfuzz::cli {

// Status lines go to stderr, the report to stdout, the statistics to `stats_file` (empty: none).
int RunAndReport(const CampaignOptions& options, const std::string& stats_file);

}  // namespace latentfuzz::cli
