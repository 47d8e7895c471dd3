// The doctor's checks of one classifier: one a file, all in one table.
#pragma once

#include <span>
#include <string>
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
  const ScoreBatch& scores;    // of all images
  const std::string& program;  // DoctorOptions::program

  // The first images, as many as a check needs that asks for them again and again.
  ImageBatch Sample() const;
};

enum class Next {
  kCheck,  // the next one
  kStop,   // the examination: later checks could only measure the same fault again
};

struct Check {
  // Writes lines and problems. An Error that it throws becomes a problem.
  Next (*run)(const Patient& patient, Chart* chart);
};

// In the order in which they are made.
std::span<const Check> AllChecks();

// Largest difference of a probability that needs no remedy.
inline constexpr double kHarmless = 0.01;

// Scores that are not finite, or not of the declared kind.
Next CheckScores(const Patient& patient, Chart* chart);
// Share of the labelled images that it is right on.
Next CheckAccuracy(const Patient& patient, Chart* chart);
// Other scores for the same batch: dropout, or other randomness, is active.
Next CheckRepetition(const Patient& patient, Chart* chart);
// Scores of an image that depend on the others in its batch, or on its place among them; batch
// sizes at which the rows are not those of the images.
Next CheckBatches(const Patient& patient, Chart* chart);
// Differences from itself at batch size 1, without optimisation passes, with another number of
// threads (where the adapter has that option), and in a second process.
Next CheckNoise(const Patient& patient, Chart* chart);
// A likely mistake of the card's [input] section: opens the model with each usual way to prepare
// images and says which lines of the card would raise the accuracy on the labelled images.
Next CheckPreprocessing(const Patient& patient, Chart* chart);

}  // namespace latentfuzz
