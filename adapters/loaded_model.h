// A model file, loaded by an engine and ready to be called: what the classifiers and generators of
// every engine share.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/generator.h"
#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/adapters/model_uri.h"
#include "latentfuzz/base/engine_info.h"
#include "latentfuzz/base/fingerprint.h"

namespace latentfuzz {

// A model file and how it was asked for.
struct ModelSource {
  std::filesystem::path file;
  ModelUri uri;      // its options count
  std::string text;  // the URI as the user wrote it
};

// A dense float tensor, row-major; the values are another's.
struct TensorView {
  std::vector<std::int64_t> sizes;
  std::span<const float> values;
};

// A dense float tensor, row-major.
struct TensorValues {
  std::vector<std::int64_t> sizes;
  std::vector<float> values;
  std::vector<std::int64_t> indices = {};  // of classes, one a value, where the call asks for them
};

// Values of a tensor of these sizes.
inline std::int64_t Elements(std::span<const std::int64_t> sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{1}, std::multiplies<>());
}

struct ModelCall {
  std::string method;                // "forward", "decode" ...
  TensorView input;                  // first argument
  std::vector<std::int64_t> labels;  // second argument, [rows]; left out where empty
  std::string output;                // name of the answer where the model has several
  std::string indices;               // name of the indices of classes; empty where there are none
  std::string subject;               // what the input is, for messages: "1x28x28 images"
};

class LoadedModel {
 public:
  virtual ~LoadedModel() = default;

  const std::string& file() const { return file_; }
  const EngineInfo& engine() const { return engine_; }

  // Whether the model has this function. Every model has "forward".
  virtual bool HasMethod(std::string_view name) const = 0;

  // Hash of task, weights and card; 64 hex digits.
  std::string Identify(std::string_view task, const ModelCard& card) const;

  // Prepares the model for speed, unless it was loaded to be used as it is: takes the first of a
  // fixed list of forms whose answers to `probes` `accept` holds equal to those of the model as it
  // is; keeps that where none is accepted. Decided by the answers alone and never by a clock, so
  // that the same file gives the same numbers in every run.
  using Accept = std::function<bool(const TensorValues& as_shipped, const TensorValues& prepared)>;
  virtual void Optimise(const std::vector<ModelCall>& probes, const Accept& accept) = 0;

  // Neither input nor answer shares memory with the model. Throws Error{kSetup} if the model
  // refuses the input, or answers with anything but one tensor of floats.
  virtual TensorValues Run(const ModelCall& call) = 0;

 protected:
  using Runner = std::function<TensorValues(const ModelCall&)>;

  LoadedModel(std::string file, EngineInfo engine)
      : file_(std::move(file)), engine_(std::move(engine)) {}

  // Adds all that decides what the model computes: the file, unless an engine knows of more.
  virtual void AddWeights(Fingerprint* hash) const;

  // Answers of the model as it is.
  std::vector<TensorValues> Answers(const std::vector<ModelCall>& probes);
  // Whether another form, which `run` runs, gives these answers too; not if it throws.
  static bool Agrees(const std::vector<ModelCall>& probes, const std::vector<TensorValues>& answers,
                     const Accept& accept, const Runner& run);

  std::string file_;
  EngineInfo engine_;
};

// A classifier whose `forward` takes [n, C, H, W] (or as the card says) and returns scores
// [n, classes]. It is tried once on noise, so that a model and a card that do not match are told
// apart here. Class names that the card leaves out become "0", "1" ... Throws Error{kSetup}.
std::unique_ptr<Classifier> MakeClassifier(const ModelSource& source, ModelCard card,
                                           std::unique_ptr<LoadedModel> model);

// A generator that answers to `decode(z)`, or `forward(z)` where there is no such method, with a
// second argument of labels (int64) where the card names latent classes, and to `encode(images)`
// where there is one, returning latents [n, latent_size]. It is tried once on latents of its prior;
// an image shape that neither card nor file holds is taken from the answer. [decode] settings are
// not passed to the model: they say how it was exported. Throws Error{kSetup}.
std::unique_ptr<Generator> MakeGenerator(const ModelSource& source, ModelCard card,
                                         std::unique_ptr<LoadedModel> model);

}  // namespace latentfuzz
