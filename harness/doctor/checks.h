// The doctor's checks of one classifier: one a file, all in one table.
#pragma once

#include <span>
#include <vector>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/base/batch.h"
#include "latentfuzz/harness/doctor/chart.h"

namespace latentfuzz {

// A classifier and what it said of the images. Labels are empty where the images have none.
struct Patient {
  Classifier& model;
  const ImageBatch& images;
  const std::vector<int>& labels;
  const ScoreBatch& scores;  // of all images

  // The first images, as many as a check needs that asks for them again and again.
  ImageBatch Sample() const;
};

struct Check {
  // Writes lines and problems. An Error that it throws becomes a problem.
  void (*run)(const Patient& patient, Chart* chart);
};

// In the order in which they are made.
std::span<const Check> AllChecks();

// Scores that are not finite, or not of the declared kind.
void CheckScores(const Patient& patient, Chart* chart);
// Share of the labelled images that it is right on.
void CheckAccuracy(const Patient& patient, Chart* chart);
// Differences from itself at batch size 1, without optimisation passes, and with another number of
// threads.
void CheckNoise(const Patient& patient, Chart* chart);

}  // namespace latentfuzz
