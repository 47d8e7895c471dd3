#include "latentfuzz/training/train_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <system_error>

#include "latentfuzz/base/error.h"
#include "latentfuzz/base/fingerprint.h"
#include "latentfuzz/base/rng.h"
#include "latentfuzz/training/minibatch.h"

namespace latentfuzz::training {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostHeldOut = 2000;
constexpr int kSmallestSide = 8;
constexpr int kLargestLatent = 4096;

void CheckOptions(const TrainOptions& o) {
  const auto require = [](bool fine, const char* message, const char* hint) {
    if (!fine) throw Error(ErrorKind::kUsage, message, hint);
  };
  require(o.out.extension() == ".pt", "--out must name a file NAME.pt", "for instance my-vae.pt");
  const fs::path folder = fs::absolute(o.out).parent_path();
  if (!fs::is_directory(folder)) {
    throw Error(ErrorKind::kIo, folder.string() + ": no such folder",
                "create it, or give --out elsewhere");
  }
  require(o.epochs >= 0 && o.patience >= 0 && o.seconds >= 0,
          "--epochs, --patience and --time are not negative", "leave them out for the defaults");
  require(o.epochs == 0 || o.seconds == 0, "--epochs and --time are both given", "give one");
  require(o.latent >= 0 && o.steps >= 0 && o.guidance >= 0,
          "--latent, --steps and --guidance are not negative", "leave them out for the defaults");
  require(o.latent <= kLargestLatent, "--latent is at most 4096",
          "a generator of small images needs some dozens");
}

void CheckImages(const fs::path& path, const ImageSet& data) {
  const ImageShape& shape = data.images.shape;
  if (data.size() < kLeastImages) {
    throw Error(ErrorKind::kData,
                fmt::format("{} holds {} images; training needs at least {}", path.string(),
                            data.size(), kLeastImages),
                "collect more; a thousand are a good start");
  }
  if (std::min(shape.height, shape.width) < kSmallestSide) {
    throw Error(ErrorKind::kData,
                fmt::format("{}: images of {} are too small", path.string(), shape.ToString()),
                "give images of at least 8 pixels a side, or --size");
  }
}

LabelledImages Take(const LabelledImages& data, std::span<const std::size_t> rows) {
  LabelledImages taken;
  taken.images.shape = data.images.shape;
  taken.images.values.reserve(rows.size() * data.images.shape.pixels());
  for (const std::size_t row : rows) {
    taken.images.Append(data.images.image(row));
    taken.labels.push_back(data.labels[row]);
  }
  return taken;
}

std::vector<std::string> ClassNames(const ImageSet& data) {
  if (!data.classes.empty()) return data.classes;
  std::vector<std::string> names;
  const int most = *std::max_element(data.labels.begin(), data.labels.end());
  for (int label = 0; label <= most; ++label) names.push_back(std::to_string(label));
  return names;
}

// Everything that the trained parameters depend on.
std::string Identity(const TrainOptions& o, const LabelledImages& data) {
  Fingerprint hash;
  hash.Add(std::span<const float>(data.images.values));
  hash.Add(
      fmt::format("{} labels {} seed {} epochs {} seconds {} patience {} flip {} latent {} "
                  "guidance {}",
                  data.images.shape.ToString(), fmt::join(data.labels, ","), o.seed, o.epochs,
                  o.seconds, o.patience, o.flip, o.latent, o.guidance));
  return hash.Hex();
}

}  // namespace

TrainJob::TrainJob(const TrainOptions& options, const TrainObserver& observer)
    : options_(options), observer_(observer) {
  CheckOptions(options);
  const ImageSet data =
      ReadImages(options.data, options.labels,
                 {.limit = options.limit, .side = options.side, .channels = options.channels});
  CheckImages(options.data, data);
  names_ = ClassNames(data);
  identity_ = Identity(options, data);
  Rng rng(options.seed, StreamPurpose::kProbe);
  const std::vector<std::size_t> order = Shuffled(data.size(), rng);
  const std::size_t held_out = std::min(kMostHeldOut, data.size() / 10);
  held_out_ = Take(data, std::span(order).first(held_out));
  train_ = Take(data, std::span(order).subspan(held_out));
}

std::string TrainJob::Summary() const {
  const std::size_t held_out = held_out_.labels.size();
  return fmt::format("{} images {} of {} classes, {} held out", train_.labels.size() + held_out,
                     shape().ToString(), classes(), held_out);
}

int TrainJob::Epochs(double images, int least, int most) const {
  if (options_.epochs > 0) return options_.epochs;
  return std::clamp(static_cast<int>(images / static_cast<double>(train_.labels.size())), least,
                    most);
}

double TrainJob::SecondsLeft() const {
  if (options_.seconds == 0) return 0;
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
  return std::max(1.0, options_.seconds - spent.count());
}

SessionOptions TrainJob::Session(const std::string& stage, int epochs) const {
  std::error_code error;
  fs::create_directory(Folder(), error);
  if (error) {
    throw Error(ErrorKind::kIo, Folder().string() + ": " + error.message(),
                "check --out: its folder must exist and be writable");
  }
  return {.checkpoint = Folder() / (stage + ".checkpoint"),
          .identity = identity_,
          .patience = options_.patience > 0 ? options_.patience : std::max(5, epochs / 10),
          .stop = observer_.stop,
          .after_epoch = observer_.after_epoch};
}

DataFacts TrainJob::Facts() const {
  const fs::path folder = fs::absolute(options_.out).parent_path();
  // What was given as an absolute path stays one.
  const auto reference = [&folder](const fs::path& path) {
    if (path.empty() || path.is_absolute()) return path.string();
    return fs::proximate(fs::absolute(path), folder).string();
  };
  return {shape(), reference(options_.data), reference(options_.labels)};
}

void TrainJob::RemoveCheckpoints() const {
  std::error_code ignored;  // they would only take up room
  fs::remove_all(Folder(), ignored);
}

fs::path TrainJob::Folder() const {
  fs::path folder = options_.out;
  return folder.replace_extension(".training");
}

}  // namespace latentfuzz::training
