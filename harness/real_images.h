// The labelled real images that a campaign starts from and checks itself against.
#pragma once

#include <optional>

#include "latentfuzz/adapters/dataset.h"
#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/harness/options.h"

namespace latentfuzz {

// From --images / --labels, else from the generator card's [data]; nullopt where neither names
// any. Throws Error{kIo} or Error{kData} for files that cannot be used, and Error{kSetup} where
// the images have another shape than the generator makes.
std::optional<LabelledImages> LoadRealImages(const CampaignOptions& options, const ModelCard& card);

}  // namespace latentfuzz
