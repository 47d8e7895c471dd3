#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <string_view>

#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/adapters/model_card_words.h"

namespace latentfuzz {
namespace {

// Length first, so that no class name can imitate a list of two.
std::string Quoted(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += fmt::format("{}:{};", name.size(), name);
  return text;
}

std::map<std::string, std::string> Fields(const ModelCard& card) {
  const PixelFormat& image = card.image;
  return {
      {"batch", std::to_string(card.batch)},
      {"classes", Quoted(card.classes)},
      {"image.color", std::string(WordFor(kColorWords, image.color))},
      {"image.high", fmt::format("{}", image.high)},
      {"image.layout", std::string(WordFor(kLayoutWords, image.layout))},
      {"image.low", fmt::format("{}", image.low)},
      {"image.mean", fmt::format("{}", fmt::join(image.mean, ","))},
      {"image.name", Quoted({image.name})},
      {"image.shape", image.shape ? image.shape->ToString() : ""},
      {"image.std", fmt::format("{}", fmt::join(image.std, ","))},
      {"latent.classes", Quoted(card.latent_classes)},
      {"latent.high", fmt::format("{}", card.latent_high)},
      {"latent.low", fmt::format("{}", card.latent_low)},
      {"latent.prior", std::string(WordFor(kPriorWords, card.prior))},
      {"latent.size", std::to_string(card.latent_size)},
      {"output.kind", card.scores ? std::string(WordFor(kScoreWords, *card.scores)) : ""},
      {"output.name", Quoted({card.output_name})},
      {"task", std::string(WordFor(kTaskWords, card.task))},
  };
}

}  // namespace

std::filesystem::path DefaultCardPath(const std::filesystem::path& model) {
  std::filesystem::path card = model;
  return card.replace_extension(".card.toml");
}

std::string CanonicalText(const ModelCard& card) {
  std::map<std::string, std::string> fields = Fields(card);
  // Only where it is set, so that cards without one keep their fingerprints.
  if (card.image.resize != Resize::kNone)
    fields.emplace("image.resize", WordFor(kResizeWords, card.image.resize));
  if (!card.indices_name.empty()) fields.emplace("output.indices", Quoted({card.indices_name}));
  for (const auto& [name, value] : card.decode)
    fields.emplace("decode." + name, fmt::format("{}", value));
  std::string text;
  for (const auto& [name, value] : fields) text += fmt::format("{}={}\n", name, value);
  return text;
}

}  // namespace latentfuzz
