// What the trainings of generators and classifiers share: images, names of files, sessions.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "latentfuzz/adapters/image_set.h"
#include "latentfuzz/training/card.h"
#include "latentfuzz/training/session.h"
#include "latentfuzz/training/train.h"

namespace latentfuzz::training {

class TrainJob {
 public:
  // Checks the options, reads and splits the images. Throws as TrainVae().
  TrainJob(const TrainOptions& options, const TrainObserver& observer);

  const TrainOptions& options() const { return options_; }
  const TrainObserver& observer() const { return observer_; }
  const LabelledImages& train() const { return train_; }
  const LabelledImages& held_out() const { return held_out_; }
  const ImageShape& shape() const { return train_.images.shape; }
  int classes() const { return static_cast<int>(names_.size()); }
  const std::vector<std::string>& class_names() const { return names_; }

  // How many images of what, in words.
  std::string Summary() const;

  // `images` of training in all, but from `least` to `most` epochs; or what the options say.
  int Epochs(double images, int least, int most) const;
  // Many small batches teach more than few large ones where there are few images.
  std::size_t Batch() const { return train_.labels.size() < 5000 ? 64 : 128; }
  // Of the time asked for; 0 where none was.
  double SecondsLeft() const;

  // With a checkpoint `stage` of its own.
  SessionOptions Session(const std::string& stage, int epochs) const;

  // [data] of the card, which lies beside the model.
  DataFacts Facts() const;
  // The checkpoints are of no more use.
  void RemoveCheckpoints() const;

 private:
  std::filesystem::path Folder() const;

  const TrainOptions& options_;
  const TrainObserver& observer_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  LabelledImages train_, held_out_;
  std::vector<std::string> names_;
  std::string identity_;
};

struct TrainedClassifier {
  torch::jit::Module module;
  SessionResult session;
};

// A classifier of the job's images, after `seconds` or `epochs` (session.h), at stage `stage`.
TrainedClassifier FitClassifier(const TrainJob& job, const std::string& stage, int epochs,
                                double seconds);

}  // namespace latentfuzz::training
