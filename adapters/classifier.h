// A classifier: images to one row of scores each.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "latentfuzz/base/engine_info.h"
#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/base/batch.h"

namespace latentfuzz {

// Not thread-safe: one instance a thread.
class Classifier {
 public:
  virtual ~Classifier() = default;

  // One row an image, rows in = rows out, any batch size (an adapter whose model has a fixed
  // batch loops). Throws Error{kSetup} if the model refuses the images or returns another
  // shape than [n, classes].
  virtual ScoreBatch Predict(const ImageBatch& images) = 0;

  virtual const ModelCard& card() const = 0;
  virtual const EngineInfo& engine() const = 0;
  // Hash of weights and card; 64 hex digits.
  virtual const std::string& fingerprint() const = 0;
  // The URI it was opened with.
  virtual const std::string& uri() const = 0;
};

// How a model is prepared after loading.
enum class Passes {
  kFastest,    // optimisation passes that measure fastest, outputs checked against kAsShipped
  kAsShipped,  // none: the module exactly as the user's file holds it
};

struct OpenOptions {
  Passes passes = Passes::kFastest;
  std::string card;  // card file; empty = the URI's option card, else beside the model
};

// The task of the model's card. Throws as below.
Task TaskOf(std::string_view uri);

// Opens any URI of the adapter table. Throws Error{kUsage} (URI) or Error{kSetup} (model).
std::unique_ptr<Classifier> OpenClassifier(std::string_view uri, const OpenOptions& options = {});

// The same with a card made in code, in place of any file's.
std::unique_ptr<Classifier> OpenClassifierAs(std::string_view uri, ModelCard card, Passes passes);

}  // namespace latentfuzz
