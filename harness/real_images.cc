#include "latentfuzz/harness/real_images.h"

#include <fmt/format.h>

#include "latentfuzz/base/error.h"

namespace latentfuzz {

std::optional<LabelledImages> LoadRealImages(const CampaignOptions& options,
                                             const ModelCard& card) {
  std::filesystem::path images = options.images;
  std::filesystem::path labels = options.labels;
  if (images.empty() && !card.data_images.empty()) {
    images = card.source.parent_path() / card.data_images;
    labels = card.source.parent_path() / card.data_labels;
  }
  if (images.empty()) return std::nullopt;
  LabelledImages data = ReadIdx(images, labels);
  if (card.image.shape && data.images.shape != *card.image.shape) {
    throw Error(ErrorKind::kSetup,
                fmt::format("{} holds {} images, but the generator makes {}", images.string(),
                            data.images.shape.ToString(), card.image.shape->ToString()),
                "give --images of the generator's size");
  }
  return data;
}

}  // namespace latentfuzz
