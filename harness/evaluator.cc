#include "latentfuzz/harness/evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

// The batch with its last row repeated until it has `rows` rows.
template <typename Batch>
Batch Padded(const Batch& batch, std::size_t rows, auto&& append_last) {
  Batch padded = batch;
  while (padded.size() < rows) append_last(&padded);
  return padded;
}

LatentBatch PaddedLatents(const LatentBatch& latents, std::size_t rows) {
  return Padded(latents, rows, [&](LatentBatch* out) {
    out->Append(latents.row(latents.size() - 1), latents.labels.back());
  });
}

ImageBatch PaddedImages(const ImageBatch& images, std::size_t rows) {
  return Padded(images, rows,
                [&](ImageBatch* out) { out->Append(images.image(images.size() - 1)); });
}

void CheckRows(std::size_t got, std::size_t expected, const std::string& uri) {
  if (got == expected) return;
  throw Error(ErrorKind::kSetup,
              fmt::format("{} returned {} rows for {} inputs", uri, got, expected),
              "a model must give one row for each input; see `batch` in its card");
}

ScoreBatch FirstRows(ScoreBatch scores, std::size_t rows) {
  scores.values.resize(rows * scores.classes);
  return scores;
}

void AppendRows(const ScoreBatch& from, ScoreBatch* to) {
  to->kind = from.kind;
  to->classes = from.classes;
  to->values.insert(to->values.end(), from.values.begin(), from.values.end());
}

// Classifies exactly one full batch and appends the first `rows` results.
void ClassifyChunk(const ModelSet& models, const ImageBatch& images, std::size_t rows,
                   EvaluatedBatch* out) {
  for (const auto& [classifier, scores] : {std::pair(models.reference, &out->reference),
                                           std::pair(models.candidate, &out->candidate)}) {
    if (classifier == nullptr) continue;
    ScoreBatch chunk = classifier->Predict(images);
    CheckRows(chunk.size(), images.size(), classifier->uri());
    AppendRows(FirstRows(std::move(chunk), rows), scores);
  }
  const auto kept = static_cast<std::ptrdiff_t>(rows * images.shape.pixels());
  out->images.shape = images.shape;
  out->images.values.insert(out->images.values.end(), images.values.begin(),
                            images.values.begin() + kept);
}

// The first one that is a class.
int FirstClass(std::initializer_list<int> labels, std::size_t classes) {
  for (const int label : labels) {
    if (label >= 0 && static_cast<std::size_t>(label) < classes) return label;
  }
  return kNoLabel;
}

}  // namespace

Evaluator::Evaluator(ModelSet models, std::size_t batch_size)
    : models_(models), batch_size_(batch_size) {}

EvaluatedBatch Evaluator::Evaluate(const LatentBatch& latents, std::span<const int> expected) {
  EvaluatedBatch out;
  for (std::size_t begin = 0; begin < latents.size(); begin += batch_size_) {
    const std::size_t rows = std::min(batch_size_, latents.size() - begin);
    const ImageBatch images =
        models_.generator->Decode(PaddedLatents(latents.Slice(begin, rows), batch_size_));
    CheckRows(images.size(), batch_size_, models_.generator->uri());
    ClassifyChunk(models_, images, rows, &out);
  }
  for (std::size_t i = 0; i < latents.size(); ++i) {
    out.expected.push_back(FirstClass(
        {expected.empty() ? kNoLabel : expected[i], latents.labels[i]}, out.candidate.classes));
  }
  return out;
}

EvaluatedBatch Evaluator::Classify(const ImageBatch& images, std::span<const int> expected) {
  EvaluatedBatch out;
  for (std::size_t begin = 0; begin < images.size(); begin += batch_size_) {
    const std::size_t rows = std::min(batch_size_, images.size() - begin);
    ClassifyChunk(models_, PaddedImages(images.Slice(begin, rows), batch_size_), rows, &out);
  }
  for (std::size_t i = 0; i < images.size(); ++i) {
    out.expected.push_back(
        FirstClass({expected.empty() ? kNoLabel : expected[i]}, out.candidate.classes));
  }
  return out;
}

}  // namespace latentfuzz
