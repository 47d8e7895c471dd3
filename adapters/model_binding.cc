#include "latentfuzz/adapters/model_binding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "latentfuzz/adapters/loaded_model.h"
#include "latentfuzz/adapters/nearest_name.h"
#include "latentfuzz/adapters/pixel_format.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

using Sizes = std::vector<std::int64_t>;

std::string Listed(const std::vector<TensorInfo>& values) {
  std::vector<std::string> texts;
  for (const TensorInfo& value : values) texts.push_back(value.ToString());
  return fmt::format("{}", fmt::join(texts, ", "));
}

// One model held against one card.
class Binder {
 public:
  Binder(const ModelSignature& signature, ModelCard* card) : signature_(signature), card_(card) {}

  ModelBinding Bind() {
    ModelBinding binding;
    const TensorInfo& input = generator() ? LatentInput(&binding) : ImageInput();
    binding.input = input.name;
    if (!card_->indices_name.empty()) binding.indices = Indices().name;
    binding.output = Output().name;
    if (!generator()) LearnShape(input);
    Fit(input, &binding);
    FixBatch(input, binding.batched ? (input.shaped ? input.dims[0] : kOpenSize) : 1);
    return binding;
  }

 private:
  bool generator() const { return card_->task == Task::kGenerator; }
  // Where the card speaks of the input.
  std::string_view section() const { return generator() ? "latent" : "input"; }

  [[noreturn]] void Fail(const std::string& problem, std::string hint) const {
    throw Error(ErrorKind::kSetup, fmt::format("{}: {}", signature_.model, problem),
                std::move(hint));
  }

  const TensorInfo& ByName(const std::vector<TensorInfo>& values, const std::string& name,
                           std::string_view what) const {
    const auto found = std::find_if(values.begin(), values.end(),
                                    [&](const TensorInfo& value) { return value.name == name; });
    if (found != values.end()) return *found;
    std::vector<std::string_view> known;
    for (const TensorInfo& value : values) known.push_back(value.name);
    Fail(fmt::format("the model has no {} \"{}\", which the card names", what, name),
         SuggestName(name, known));
  }

  const TensorInfo& ImageInput() const {
    const std::string& name = card_->image.name;
    if (!name.empty()) ByName(signature_.inputs, name, "input");
    if (signature_.inputs.size() != 1)
      Fail(fmt::format("the model takes {} inputs ({}), not one of images",
                       signature_.inputs.size(), Listed(signature_.inputs)),
           "export it with one input, the others made constants");
    return Floats(signature_.inputs.front(), "input");
  }

  const TensorInfo& LatentInput(ModelBinding* binding) const {
    const bool conditional = !card_->latent_classes.empty();
    const TensorInfo *latents = nullptr, *labels = nullptr;
    for (const TensorInfo& input : signature_.inputs)
      (input.type == ElementType::kInt64 ? labels : latents) = &input;
    const std::size_t expected = conditional ? 2 : 1;
    if (signature_.inputs.size() != expected || latents == nullptr ||
        (labels != nullptr) != conditional)
      Fail(fmt::format("the model takes {}; by its card it takes latents{}",
                       Listed(signature_.inputs), conditional ? " and labels (int64)" : ""),
           conditional ? "export it with an input of labels, or remove [latent] classes"
                       : "name the classes under [latent] if it takes labels (int64); export it "
                         "without other inputs");
    if (conditional) binding->labels = labels->name;
    return Floats(*latents, "input");
  }

  const TensorInfo& Output() const {
    const std::string& name = generator() ? card_->image.name : card_->output_name;
    if (!name.empty()) return Floats(ByName(signature_.outputs, name, "output"), "output");
    std::vector<const TensorInfo*> others;
    for (const TensorInfo& output : signature_.outputs)
      if (card_->indices_name.empty() || output.name != card_->indices_name)
        others.push_back(&output);
    if (others.size() != 1)
      Fail(fmt::format("the model has {} outputs, and the card names none: {}",
                       signature_.outputs.size(), Listed(signature_.outputs)),
           "set name under [output] of the card; where one of them holds the indices of the "
           "likeliest classes, indices as well");
    return Floats(*others.front(), "output");
  }

  const TensorInfo& Indices() const {
    const TensorInfo& indices = ByName(signature_.outputs, card_->indices_name, "output");
    if (indices.type != ElementType::kInt64)
      Fail(fmt::format("output {}, not of int64 as indices of classes are", indices.ToString()),
           "correct indices under [output] of the card, or let the model return it as int64");
    return indices;
  }

  const TensorInfo& Floats(const TensorInfo& value, std::string_view what) const {
    if (value.type != ElementType::kFloat)
      Fail(fmt::format("{} {}, not of float", what, value.ToString()),
           what == "input" ? "begin the model with a Cast from float"
                           : "let it return scores or pixels as float, before any argmax");
    return value;
  }

  void LearnShape(const TensorInfo& input) const {
    PixelFormat& image = card_->image;
    if (image.shape) return;
    const bool nchw = image.layout == Layout::kNchw;
    const bool known = input.dims.size() == 4 && std::find(input.dims.begin() + 1, input.dims.end(),
                                                           kOpenSize) == input.dims.end();
    if (!known)
      Fail(fmt::format("input {} says no size of an image, and neither does the card",
                       input.ToString()),
           fmt::format("add shape = [{}] under [input] of the card",
                       nchw ? "channels, height, width" : "height, width, channels"));
    const std::int64_t channels = input.dims[nchw ? 1 : 3];
    if (channels != (image.color == ColorOrder::kGray ? 1 : 3))
      Fail(fmt::format("input {} has {} channels, but the card's color is for {}", input.ToString(),
                       channels, image.color == ColorOrder::kGray ? 1 : 3),
           "set color under [input] to \"gray\", \"rgb\" or \"bgr\", and layout to \"nchw\" or "
           "\"nhwc\"");
    const std::size_t height = nchw ? 2 : 1;
    image.shape = ImageShape{static_cast<int>(channels), static_cast<int>(input.dims[height]),
                             static_cast<int>(input.dims[height + 1])};
  }

  // One row, as LatentFuzz lays it out.
  Sizes Expected() const {
    if (generator()) return {1, static_cast<std::int64_t>(card_->latent_size)};
    return TensorSizes(card_->image, *card_->image.shape, 1);
  }

  void Fit(const TensorInfo& input, ModelBinding* binding) const {
    const Sizes expected = Expected();
    const std::int64_t elements = Elements(expected);
    const auto fits = [](std::int64_t size, std::int64_t wanted) {
      return size == kOpenSize || size == wanted;
    };
    if (!input.shaped ||
        (input.dims.size() == expected.size() &&
         std::equal(input.dims.begin() + 1, input.dims.end(), expected.begin() + 1, fits))) {
      binding->sizes = expected;
      return;
    }
    binding->sizes = input.dims;
    if (input.dims.size() != expected.size() && !input.dims.empty() &&
        FillOpen(binding->sizes.begin() + 1, binding->sizes.end(), elements))
      return;
    binding->batched = false;
    if (Elements(input.dims) == elements) return;
    Fail(fmt::format("input {} does not take what the card says, {}", input.ToString(),
                     fmt::join(Sizes(expected.begin() + 1, expected.end()), "x")),
         generator() ? "correct size under [latent] of the card"
                     : "correct shape and layout under [input] of the card");
  }

  // Whether the sizes hold `elements`; one that is open is filled in.
  static bool FillOpen(Sizes::iterator begin, Sizes::iterator end, std::int64_t elements) {
    const auto open = std::find(begin, end, kOpenSize);
    if (open == end) return Elements({begin, end}) == elements;
    const std::int64_t others = Elements({begin, open}) * Elements({open + 1, end});
    if (std::count(begin, end, kOpenSize) > 1 || elements % others != 0) return false;
    *open = elements / others;
    return true;
  }

  void FixBatch(const TensorInfo& input, std::int64_t batch) const {
    if (batch == kOpenSize) return;
    if (card_->batch != 0 && card_->batch != batch)
      Fail(fmt::format("input {} has a fixed batch of {}, but the card says {}", input.ToString(),
                       batch, card_->batch),
           fmt::format("correct batch under [{}] of the card, or leave it out", section()));
    card_->batch = static_cast<int>(batch);
  }

  const ModelSignature& signature_;
  ModelCard* card_;
};

}  // namespace

std::vector<std::string> ModelBinding::Outputs() const {
  return indices.empty() ? std::vector<std::string>{output} : std::vector{output, indices};
}

std::vector<std::int64_t> ModelBinding::InputSizes(std::size_t rows) const {
  Sizes filled = sizes;
  if (batched) filled[0] = static_cast<std::int64_t>(rows);
  return filled;
}

std::vector<std::int64_t> ModelBinding::AnswerSizes(std::vector<std::int64_t> answer) const {
  if (!batched) answer.insert(answer.begin(), 1);
  return answer;
}

ModelBinding BindModel(const ModelSignature& signature, ModelCard* card) {
  return Binder(signature, card).Bind();
}

}  // namespace latentfuzz
