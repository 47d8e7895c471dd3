// `latentfuzz train`: from a folder of images to a model with its card.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "latentfuzz/training/epoch_report.h"

namespace latentfuzz::training {

struct TrainOptions {
  std::filesystem::path data{}, labels{};  // as ReadImages takes them
  std::filesystem::path out{};             // NAME.pt; the card and the sample sheet lie beside it
  std::uint64_t seed = 1;
  int epochs = 0;      // 0 = by the number of images
  double seconds = 0;  // plans the epochs for so much time, instead; 0 = not
  int patience = 0;    // epochs without progress before an early end; 0 = by the number of epochs
  int side = 0;        // pixels that folder images are resized to; 0 = as they are
  int channels = 0;    // 1 or 3, that folder images are converted to; 0 = as they are
  std::size_t limit = 0;  // images to read; 0 = all
  bool flip = false;      // also train on mirrored images
  int latent = 0;         // size of a generator's latents, even for a VAE; 0 = by the family
  int steps = 0;          // of a flow's integration; 0 = the default (rectified_flow_design.h)
  double guidance = 0;    // of a flow's draws, or of a GAN's training (gan.h); 0 = the default
};

struct TrainReport {
  bool interrupted = false;
  std::vector<std::pair<std::string, double>> metrics{};  // on images held out
  std::filesystem::path model{}, card{}, sheet{};         // empty where none was written
};

struct TrainObserver {
  std::function<void(std::string_view)> say = [](std::string_view) {};
  std::function<void(const EpochReport&)> after_epoch = [](const EpochReport&) {};
  const std::atomic<bool>* stop = nullptr;
};

// Trains a variational autoencoder (vae.h) on nine tenths of the images, and measures it on the
// rest, as measure.h says. Grey images get a dense decoder, colour images one of convolutions,
// guided by a classifier that is trained first on the same labels. Keeps checkpoints in the folder
// NAME.training beside `out` and goes on from them when it is called again; the folder is removed
// at the end. The same options and images give the same file on one machine, resumed or not, unless
// `seconds` is set: that plans the epochs by the machine's speed.
//
// Throws Error{kUsage} for options that make no sense, Error{kData} for images that cannot be used
// (fewer than kLeastImages, or of a size that no design fits), and what ReadImages throws.
TrainReport TrainVae(const TrainOptions& options, const TrainObserver& observer = {});

// Likewise, a conditional generative adversarial network (gan.h).
TrainReport TrainGan(const TrainOptions& options, const TrainObserver& observer = {});

// Likewise, a class-conditional rectified flow (rectified_flow.h).
TrainReport TrainFlow(const TrainOptions& options, const TrainObserver& observer = {});

// Likewise, a small convolutional classifier.
TrainReport TrainClassifier(const TrainOptions& options, const TrainObserver& observer = {});

inline constexpr std::size_t kLeastImages = 50;

}  // namespace latentfuzz::training
