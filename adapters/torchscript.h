// Classifiers and generators in TorchScript files.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/generator.h"
#include "latentfuzz/adapters/model_uri.h"

namespace latentfuzz {

// A model file and how it was asked for.
struct TorchScriptSource {
  std::filesystem::path file;
  ModelUri uri;      // its options count
  std::string text;  // the URI as the user wrote it
};

// The model's `forward` takes [n, C, H, W] (or as the card says) and returns scores [n, classes].
// It is tried once on noise, so that a model and a card that do not match are told apart here.
// Class names that the card leaves out become "0", "1" ... Throws Error{kSetup}.
std::unique_ptr<Classifier> OpenTorchScriptClassifier(const TorchScriptSource& source,
                                                      const OpenOptions& options);

// `decode(z)`, or `forward(z)` where there is no such method, with a second argument of labels
// (int64) where the card names latent classes; `encode(images)` where there is one, returning
// latents [n, latent_size]. It is tried once on latents of its prior; an image shape that the card
// leaves out is taken from the answer. [decode] settings are not passed to the module: they say
// how it was exported. Throws Error{kSetup}.
std::unique_ptr<Generator> OpenTorchScriptGenerator(const TorchScriptSource& source,
                                                    const OpenOptions& options);

}  // namespace latentfuzz
