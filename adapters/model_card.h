// Model cards: what a model expects and returns, in TOML beside the model.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "latentfuzz/base/batch.h"

namespace latentfuzz {

enum class Task { kClassification, kGenerator };
enum class ColorOrder { kGray, kRgb, kBgr };
enum class Layout { kNchw, kNhwc };
enum class LatentPrior { kNormal, kUniform };
// How images of another height or width are brought to a classifier's.
enum class Resize { kNone, kNearest, kBilinear, kArea };

// How pixels are laid out and scaled at a model's edge. canonical = (raw - low) / (high - low)
// after undoing mean/std; a model sees ((canonical * (high - low) + low) - mean) / std.
struct PixelFormat {
  std::string name;                 // tensor name; empty where the engine needs none
  std::optional<ImageShape> shape;  // without batch
  ColorOrder color = ColorOrder::kGray;
  double low = 0, high = 1;       // declared range
  std::vector<double> mean, std;  // per channel, in units of the range; empty = none
  Layout layout = Layout::kNchw;
  Resize resize = Resize::kNone;  // of a classifier's images; kNone: they must have its shape
};

struct ModelCard {
  std::filesystem::path source;  // the card's file, for messages; empty if made in code
  Task task = Task::kClassification;
  PixelFormat image;  // [input] of a classifier, [output] of a generator
  int batch = 0;      // fixed batch size; 0 = any

  // Classifiers: [output].
  std::string output_name;
  // Output with the classes' indices, of a model that returns the likeliest classes alone; empty: a
  // score for each class.
  std::string indices_name;
  std::optional<ScoreKind> scores;
  std::vector<std::string> classes;

  // Generators: [latent] and [decode].
  std::size_t latent_size = 0;
  LatentPrior prior = LatentPrior::kNormal;
  double latent_low = -1, latent_high = 1;  // bounds of a uniform prior
  std::vector<std::string> latent_classes;  // of a conditional generator
  std::map<std::string, double> decode;     // steps, guidance ...: part of the fingerprint
  // [data], of the images that the generator was trained on: radius of a near-copy, in
  // the units of the feature space in which near-copies are judged; fixed once per data set.
  std::optional<double> near_copy_radius;

  // [data]: IDX files of labelled real images that the model is meant for, relative to the card:
  // seeds of a search and clean inputs for checks. Empty = none.
  std::string data_images, data_labels;

  // [engine]: quantized engine that an int8 model needs ("onednn", "qnnpack"); empty = default.
  std::string qengine;
};

// Parses the card at `path`. `expected`, where given, is the task that the card must have. Throws
// Error{kSetup} naming the file, line and key: missing file (with a card to paste), unknown key,
// wrong type, classifier without output kind, generator without latent size ...
//
// [input] shape (of a generator: [output] shape) is given in the order of the layout: [C, H, W]
// for "nchw", [H, W, C] for "nhwc". `color` may be left out only for images of one channel. The
// fixed batch of a generator stands under [latent].
ModelCard ReadModelCard(const std::filesystem::path& path,
                        std::optional<Task> expected = std::nullopt);

// The card of a model file: `card` where that is given, else the one beside it. `model` is empty
// where the model is no file: then a card must be given. Throws as above, and Error{kSetup} where
// the model file itself is missing: that comes first.
ModelCard ReadCardOf(const std::filesystem::path& model, const std::string& card,
                     std::optional<Task> expected = std::nullopt);

// `NAME.card.toml` beside the model file `NAME.<ending>`.
std::filesystem::path DefaultCardPath(const std::filesystem::path& model);

// The card as canonical text (sorted, defaults spelled out), for the fingerprint. Leaves out what
// does not say how the model reads and writes: source, qengine and what
// stands under [data].
std::string CanonicalText(const ModelCard& card);

}  // namespace latentfuzz
