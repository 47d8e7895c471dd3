#include "latentfuzz/adapters/model_card_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

struct Check {
  const ModelCard& card;
  std::string_view section;  // where the pixels' keys stand

  [[noreturn]] void Fail(const std::string& problem, std::string hint) const {
    throw Error(ErrorKind::kSetup, fmt::format("{}: {}", card.source.string(), problem),
                std::move(hint));
  }
};

ImageShape Canonical(const Check& check, const std::array<int, 3>& shape) {
  const bool nchw = check.card.image.layout == Layout::kNchw;
  const ImageShape canonical =
      nchw ? ImageShape{shape[0], shape[1], shape[2]} : ImageShape{shape[2], shape[0], shape[1]};
  if (canonical.channels != 1 && canonical.channels != 3)
    check.Fail(fmt::format("[{}] shape [{}, {}, {}] has {} channels; images have 1 or 3",
                           check.section, shape[0], shape[1], shape[2], canonical.channels),
               nchw ? "write [channels, height, width], or set layout = \"nhwc\""
                    : "write [height, width, channels], or set layout = \"nchw\"");
  return canonical;
}

ColorOrder CheckColor(const Check& check, std::optional<ColorOrder> color) {
  const std::optional<ImageShape>& shape = check.card.image.shape;
  const bool gray = shape ? shape->channels == 1 : !color || *color == ColorOrder::kGray;
  if (gray && color && *color != ColorOrder::kGray)
    check.Fail(fmt::format("[{}] color is not \"gray\", but shape has 1 channel", check.section),
               "set color = \"gray\", or give the shape 3 channels");
  if (!gray && (!color || *color == ColorOrder::kGray))
    check.Fail(fmt::format("[{}] has 3 channels, and no order of colours", check.section),
               "set color = \"rgb\" or color = \"bgr\"");
  return color.value_or(ColorOrder::kGray);
}

void CheckPerChannel(const Check& check, std::string_view key, const std::vector<double>& list) {
  const std::size_t channels = check.card.image.color == ColorOrder::kGray ? 1 : 3;
  if (!list.empty() && list.size() != channels)
    check.Fail(fmt::format("[{}] {} has {} numbers for {} channels", check.section, key,
                           list.size(), channels),
               "give one number a channel, in the order of the model's channels");
}

void CheckPixels(const Check& check) {
  const PixelFormat& image = check.card.image;
  CheckPerChannel(check, "mean", image.mean);
  CheckPerChannel(check, "std", image.std);
  if (std::any_of(image.std.begin(), image.std.end(), [](double s) { return !(s > 0); }))
    check.Fail(fmt::format("[{}] std is not positive", check.section), "correct the numbers");
}

void CheckNames(const Check& check, std::string_view key, const std::vector<std::string>& names) {
  std::set<std::string_view> seen;
  for (const std::string& name : names)
    if (!seen.insert(name).second)
      check.Fail(fmt::format("{} names \"{}\" twice", key, name), "give each class its own name");
}

// What the classes that a model leaves out score at most is known of probabilities alone.
void CheckIndices(const Check& check) {
  if (check.card.indices_name.empty()) return;
  if (check.card.scores != ScoreKind::kProbabilities)
    check.Fail(
        "[output] indices is for probabilities: logits do not tell what other classes have",
        "end the model with a softmax before it picks the top classes, or let it return all");
  if (check.card.classes.empty())
    check.Fail("[output] indices needs the names of all classes",
               "add classes = [...] under [output], in the order that the indices count");
}

}  // namespace

ModelCard CheckCard(CardDraft draft) {
  ModelCard& card = draft.card;
  const bool generator = card.task == Task::kGenerator;
  const Check check{card, generator ? "output" : "input"};
  if (draft.shape) card.image.shape = Canonical(check, *draft.shape);
  card.image.color = CheckColor(check, draft.color);
  CheckPixels(check);
  CheckNames(check, "[output] classes", card.classes);
  CheckNames(check, "[latent] classes", card.latent_classes);
  if (generator && card.latent_size == 0)
    check.Fail("the card of a generator has no [latent] size", "add size = N under [latent]");
  if (!generator && !card.scores)
    check.Fail("the card of a classifier has no [output] kind",
               "add kind = \"logits\" or kind = \"probabilities\" under [output]");
  CheckIndices(check);
  return std::move(card);
}

}  // namespace latentfuzz
