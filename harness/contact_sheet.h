// A picture of the best findings: what a person looks at first.
#pragma once

#include <filesystem>

#include "latentfuzz/harness/result.h"

namespace latentfuzz {

// Writes a PNG of up to 48 findings: of each signature a share in proportion to its findings, those
// with the largest divergence first.
// Each tile shows the stored image (scaled up without smoothing) above the reference's label and
// confidence, or the expected label, and the candidate's. Throws Error{kIo}.
void WriteContactSheet(const CampaignResult& result, const std::filesystem::path& file);

}  // namespace latentfuzz
