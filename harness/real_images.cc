#include "latentfuzz/harness/real_images.h"

#include <fmt/format.h>

#include <algorithm>

#include "latentfuzz/adapters/image_set.h"
#include "latentfuzz/adapters/resize.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

using Names = std::vector<std::string>;

// Index in `classes` of each of `names`; nullopt where they have no name in common.
std::optional<std::vector<int>> MatchNames(const Names& names, const Names& classes,
                                           const std::string& where) {
  std::vector<int> match;
  const std::string* unknown = nullptr;
  for (const std::string& name : names) {
    const auto found = std::find(classes.begin(), classes.end(), name);
    if (found == classes.end()) {
      unknown = &name;
    } else {
      match.push_back(static_cast<int>(found - classes.begin()));
    }
  }
  if (unknown == nullptr) return match;
  if (match.empty() && names.size() == classes.size()) return std::nullopt;
  throw Error(ErrorKind::kSetup,
              fmt::format("{}: '{}' is no class of the classifiers, whose classes are {}", where,
                          *unknown, fmt::join(classes, ", ")),
              "name the image folders as the classes of the classifiers' cards");
}

// Labels of named classes become those of the classifiers.
void AlignLabels(ImageSet* data, const Names& classes, const std::string& where) {
  if (data->classes.empty() || classes.empty()) return;
  const auto match = MatchNames(data->classes, classes, where);
  if (!match) return;
  for (int& label : data->labels) label = (*match)[static_cast<std::size_t>(label)];
  data->classes = classes;
}

}  // namespace

std::optional<LabelledImages> LoadRealImages(const CampaignOptions& options, const ModelCard& card,
                                             const std::vector<std::string>& classes) {
  auto [images, labels] = options.images.empty() ? FilesOf(card) : ImageFiles{options.images, {}};
  if (images.empty()) return std::nullopt;
  if (labels.empty()) labels = options.labels;
  ImageSet data = ReadImages(images, labels, ReadAs(card.image.shape, kMostRealImages));
  if (!Takes(card.image, data.images.shape)) {
    const bool generator = card.task == Task::kGenerator;
    throw Error(
        ErrorKind::kSetup,
        fmt::format(
            "{} holds {} images, but the {} {}", images.string(), data.images.shape.ToString(),
            generator ? "generator makes" : "classifier takes", card.image.shape->ToString()),
        generator ? "give --images of the generator's size" : FitHint(card, data.images.shape));
  }
  AlignLabels(&data, classes, images.string());
  return data;
}

}  // namespace latentfuzz
