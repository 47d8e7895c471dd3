// The labelled real images that a campaign starts from and checks itself against.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "latentfuzz/adapters/dataset.h"
#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/harness/options.h"

namespace latentfuzz {

// More of them would cost a campaign its start and change nothing: they are seeds and a sample.
inline constexpr std::size_t kMostRealImages = 10000;

// From --images / --labels, else from the generator card's [data]; nullopt where neither names
// any. At most kMostRealImages; those of a folder are converted to the size and colour of the
// card's (square) images. `classes` are those of the classifiers: where the images name their
// classes too (image folders), labels are matched by name; where no name is common to both, but
// their number, labels count in order. Throws Error{kIo} or Error{kData} for files that cannot be
// used, Error{kSetup} where the images have another shape than the generator makes, and where
// only some names are known to the classifiers.
std::optional<LabelledImages> LoadRealImages(const CampaignOptions& options, const ModelCard& card,
                                             const std::vector<std::string>& classes);

}  // namespace latentfuzz
