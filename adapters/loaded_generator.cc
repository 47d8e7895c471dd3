#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "latentfuzz/adapters/batching.h"
#include "latentfuzz/adapters/loaded_model.h"
#include "latentfuzz/adapters/pixel_format.h"
#include "latentfuzz/adapters/probe.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

class LoadedGenerator final : public Generator {
 public:
  LoadedGenerator(const ModelSource& source, ModelCard card, std::unique_ptr<LoadedModel> model)
      : card_(std::move(card)),
        model_(std::move(model)),
        engine_(model_->engine()),
        uri_(source.text),
        fingerprint_(model_->Identify("generator", card_)),
        decode_(model_->HasMethod("decode") ? "decode" : "forward"),
        can_encode_(model_->HasMethod("encode")) {
    engine_.options = source.uri.options;
    const LatentBatch probe = ProbeLatents(card_, ProbeRows(card_));
    LearnShape(probe);
    const ImageBatch images = Decode(probe);
    if (can_encode_) Encode(images, probe.labels);
    const ModelPixels pixels(card_.image, images);
    std::vector<ModelCall> calls{DecodeCall(probe.values, probe.labels)};
    if (can_encode_) calls.push_back(EncodeCall(pixels.values(), probe.labels, images.size()));
    model_->Optimise(calls, SameAnswers);
  }

  ImageBatch Decode(const LatentBatch& latents) override {
    CheckLatents(latents);
    ImageBatch images;
    images.shape = *card_.image.shape;
    ForEachPart(latents.size(), card_.batch, [&](std::size_t begin, std::size_t count) {
      const std::size_t rows = PaddedTo(count);
      const PaddedRows<float> values(latents.values, latents.dim, begin, count, rows);
      const PaddedRows<int> labels(latents.labels, 1, begin, count, rows);
      TensorValues answer = model_->Run(DecodeCall(values.rows(), labels.rows()));
      CheckImages(answer, rows);
      answer.values.resize(count * images.shape.pixels());
      Append(FromModelPixels(card_.image, images.shape, std::move(answer.values), model_->file()),
             &images);
    });
    return images;
  }

  bool can_encode() const override { return can_encode_; }

  LatentBatch Encode(const ImageBatch& images, std::span<const int> labels) override {
    CheckEncodable(images, labels);
    LatentBatch latents(images.size(), card_.latent_size);
    if (!labels.empty()) latents.labels.assign(labels.begin(), labels.end());
    const ModelPixels pixels(card_.image, images);
    ForEachPart(images.size(), card_.batch, [&](std::size_t begin, std::size_t count) {
      const std::size_t rows = PaddedTo(count);
      const PaddedRows<float> part(pixels.values(), images.shape.pixels(), begin, count, rows);
      const PaddedRows<int> classes(latents.labels, 1, begin, count, rows);
      const TensorValues answer = model_->Run(EncodeCall(part.rows(), classes.rows(), rows));
      CheckSizes(answer, {static_cast<std::int64_t>(rows), Signed(card_.latent_size)}, "encode");
      std::copy_n(answer.values.begin(), count * latents.dim,
                  latents.values.begin() + static_cast<std::ptrdiff_t>(begin * latents.dim));
    });
    return latents;
  }

  const ModelCard& card() const override { return card_; }
  const EngineInfo& engine() const override { return engine_; }
  const std::string& fingerprint() const override { return fingerprint_; }
  const std::string& uri() const override { return uri_; }

 private:
  static std::int64_t Signed(std::size_t size) { return static_cast<std::int64_t>(size); }

  static void Append(ImageBatch part, ImageBatch* all) {
    if (all->values.empty())
      all->values = std::move(part.values);
    else
      all->Append(part.values);
  }

  [[noreturn]] void Fail(const std::string& problem, std::string hint,
                         ErrorKind kind = ErrorKind::kSetup) const {
    throw Error(kind, fmt::format("{}: {}", model_->file(), problem), std::move(hint));
  }

  bool conditional() const { return !card_.latent_classes.empty(); }
  std::size_t PaddedTo(std::size_t count) const {
    return card_.batch > 0 ? static_cast<std::size_t>(card_.batch) : count;
  }

  void CheckLatents(const LatentBatch& latents) const {
    if (latents.size() > 0 && latents.dim != card_.latent_size)
      Fail(fmt::format("latents have {} values, but the generator takes {}", latents.dim,
                       card_.latent_size),
           "use a corpus of this generator, or correct size under [latent] of the card");
    CheckLabels(latents.labels);
  }

  void CheckLabels(std::span<const int> labels) const {
    const int classes = static_cast<int>(card_.latent_classes.size());
    for (const int label : labels)
      if (conditional() && (label < 0 || label >= classes))
        Fail(fmt::format("label {} of a latent is none of the generator's {} classes", label,
                         classes),
             "give every latent of a conditional generator its class", ErrorKind::kUsage);
  }

  void CheckEncodable(const ImageBatch& images, std::span<const int> labels) const {
    if (!can_encode_)
      Fail("the generator has no method encode", "ask can_encode() first", ErrorKind::kUsage);
    if (images.size() > 0 && images.shape != *card_.image.shape)
      Fail(fmt::format("images are {}, but the generator's are {}", images.shape.ToString(),
                       card_.image.shape->ToString()),
           "give images of the generator's shape");
    if ((conditional() || !labels.empty()) && labels.size() != images.size())
      Fail(fmt::format("{} labels for {} images to encode", labels.size(), images.size()),
           "give the class of each image", ErrorKind::kUsage);
    CheckLabels(labels);
  }

  void CheckSizes(const TensorValues& answer, const std::vector<std::int64_t>& sizes,
                  std::string_view method) const {
    if (answer.sizes != sizes)
      Fail(fmt::format("{} returns a tensor [{}] instead of [{}]", method,
                       fmt::join(answer.sizes, ", "), fmt::join(sizes, ", ")),
           "compare shape and layout under [output] and size under [latent] of the card with the "
           "model");
  }

  // Flat rows count as images of the declared shape.
  void CheckImages(const TensorValues& answer, std::size_t rows) const {
    const ImageShape& shape = *card_.image.shape;
    if (answer.sizes == std::vector<std::int64_t>{Signed(rows), Signed(shape.pixels())}) return;
    CheckSizes(answer, TensorSizes(card_.image, shape, rows), decode_);
  }

  void LearnShape(const LatentBatch& probe) {
    if (card_.image.shape) return;
    const std::vector<std::int64_t> sizes =
        model_->Run(DecodeCall(probe.values, probe.labels)).sizes;
    const std::size_t channel = card_.image.layout == Layout::kNchw ? 1 : 3;
    const std::int64_t channels = card_.image.color == ColorOrder::kGray ? 1 : 3;
    if (sizes.size() != 4 || sizes[channel] != channels)
      Fail(fmt::format("the card has no [output] shape, and {} returns a tensor [{}]", decode_,
                       fmt::join(sizes, ", ")),
           "add shape and color under [output] of the card");
    const std::size_t height = channel == 1 ? 2 : 1;
    card_.image.shape = ImageShape{static_cast<int>(channels), static_cast<int>(sizes[height]),
                                   static_cast<int>(sizes[height + 1])};
  }

  ModelCall DecodeCall(std::span<const float> latents, std::span<const int> labels) const {
    ModelCall call;
    call.method = decode_;
    call.input = {{Signed(labels.size()), Signed(card_.latent_size)}, latents};
    if (conditional()) call.labels.assign(labels.begin(), labels.end());
    call.output = card_.image.name;
    call.subject =
        fmt::format("latents of size {}{}", card_.latent_size, conditional() ? " with labels" : "");
    return call;
  }

  ModelCall EncodeCall(std::span<const float> pixels, std::span<const int> labels,
                       std::size_t rows) const {
    ModelCall call;
    call.method = "encode";
    if (conditional()) call.labels.assign(labels.begin(), labels.end());
    call.input = {TensorSizes(card_.image, *card_.image.shape, rows), pixels};
    call.output = "latent";
    call.subject = fmt::format("{} images to encode", card_.image.shape->ToString());
    return call;
  }

  ModelCard card_;
  std::unique_ptr<LoadedModel> model_;
  EngineInfo engine_;
  std::string uri_;
  std::string fingerprint_;
  std::string decode_;
  bool can_encode_;
};

}  // namespace

std::unique_ptr<Generator> MakeGenerator(const ModelSource& source, ModelCard card,
                                         std::unique_ptr<LoadedModel> model) {
  return std::make_unique<LoadedGenerator>(source, std::move(card), std::move(model));
}

}  // namespace latentfuzz
