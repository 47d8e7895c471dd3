#include "latentfuzz/harness/preflight.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "latentfuzz/base/error.h"
#include "latentfuzz/base/rng.h"
#include "latentfuzz/harness/evaluator.h"
#include "latentfuzz/harness/oracle.h"

namespace latentfuzz {
namespace {

constexpr std::size_t kPriorDraws = 256;
constexpr std::size_t kNoiseProbes = 64;

// Largest difference of a probability; rows that are not finite do not count.
double LargestDifference(const ScoreBatch& a, const ScoreBatch& b) {
  const ScoreBatch p = ToProbabilities(a);
  const ScoreBatch q = ToProbabilities(b);
  double largest = 0;
  for (std::size_t i = 0; i < p.values.size(); ++i) {
    const double d = std::abs(static_cast<double>(p.values[i]) - static_cast<double>(q.values[i]));
    if (d > largest) largest = d;
  }
  return largest;
}

void CheckLabels(const LabelledImages& real, std::size_t classes) {
  for (std::size_t i = 0; i < real.labels.size(); ++i) {
    if (real.labels[i] >= 0 && static_cast<std::size_t>(real.labels[i]) < classes) continue;
    throw Error(
        ErrorKind::kData,
        fmt::format("image {} has label {}, but there are {} classes", i, real.labels[i], classes),
        "give --images and --labels of the classifier's own task");
  }
}

}  // namespace

double Accuracy(const ScoreBatch& scores, const std::vector<int>& labels) {
  std::size_t right = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) right += ArgMax(scores.row(i)) == labels[i];
  return static_cast<double>(right) / static_cast<double>(labels.size());
}

bool OutOfRange(const ScoreBatch& scores) {
  constexpr float kSlack = 1e-3F;
  return scores.kind == ScoreKind::kProbabilities &&
         std::any_of(scores.values.begin(), scores.values.end(),
                     [](float s) { return s < -kSlack || s > 1 + kSlack; });
}

LatentBatch DrawPrior(const ModelCard& card, std::size_t count, std::uint64_t seed) {
  LatentBatch latents(count, card.latent_size);
  for (std::size_t i = 0; i < count; ++i) {
    Rng rng(seed, StreamPurpose::kProbe, i);
    for (float& z : latents.row(i)) {
      z = static_cast<float>(card.prior == LatentPrior::kNormal
                                 ? rng.Normal()
                                 : rng.Uniform(card.latent_low, card.latent_high));
    }
    if (!card.latent_classes.empty()) {
      latents.labels[i] = static_cast<int>(i % card.latent_classes.size());
    }
  }
  return latents;
}

Preflight RunPreflight(const Target& target, const LabelledImages* real, std::uint64_t seed,
                       std::size_t batch) {
  const ModelSet models = target.search();
  if (real != nullptr) CheckLabels(*real, models.candidate->card().classes.size());
  Evaluator search(models, batch);
  const bool labelled = real != nullptr && real->images.size() > 0;
  const EvaluatedBatch seen =
      labelled ? search.Classify(real->images, real->labels)
               : search.Evaluate(DrawPrior(models.generator->card(), kPriorDraws, seed));

  Preflight result;
  result.single = target.single();
  result.images = seen.images.size();
  result.real_images = labelled;
  std::size_t agreeing = 0;
  for (const Judgement& j : MakeOracle(target.oracle(), 0)->Judge(seen)) {
    if (!IsJudged(j.signature)) continue;
    ++result.judged;
    result.nonfinite += j.signature.verdict == Verdict::kNonfinite;
    agreeing += j.signature.verdict == Verdict::kAgree;
  }
  result.out_of_range = OutOfRange(seen.reference) || OutOfRange(seen.candidate);
  if (result.judged > 0) {
    result.agreement = static_cast<double>(agreeing) / static_cast<double>(result.judged);
  }
  if (labelled) {
    if (!result.single) result.reference_accuracy = Accuracy(seen.reference, real->labels);
    result.candidate_accuracy = Accuracy(seen.candidate, real->labels);
  }

  const std::size_t probes = std::min(kNoiseProbes, result.images);
  const ImageBatch probe = seen.images.Slice(0, probes);
  const EvaluatedBatch fast = search.Classify(probe);
  const EvaluatedBatch shipped = Evaluator(target.shipped(), 1).Classify(probe);
  result.reference_noise = LargestDifference(fast.reference, shipped.reference);
  result.candidate_noise = LargestDifference(fast.candidate, shipped.candidate);
  return result;
}

double NoiseFloor(const Preflight& preflight) {
  return std::max(1e-6, 4 * std::max(preflight.reference_noise, preflight.candidate_noise));
}

namespace {

// Where a model gives no labels that could mean anything.
void RequireSound(const Preflight& preflight) {
  if (preflight.nonfinite == preflight.images) {
    throw Error(ErrorKind::kSetup,
                fmt::format("a model gives NaN or infinite scores on all {} clean images",
                            preflight.images),
                "the model file is broken, or its card's range, mean and std do not fit it; try "
                "latentfuzz doctor");
  }
  if (preflight.out_of_range) {
    throw Error(ErrorKind::kSetup,
                "a model gives scores outside [0, 1], but its card says probabilities",
                "set [output] kind = \"logits\" in that card");
  }
  const double noise = std::max(preflight.reference_noise, preflight.candidate_noise);
  if (noise > kMostNoise) {
    throw Error(ErrorKind::kSetup,
                fmt::format("the {} is not deterministic: its probabilities move by up to {:.2g} "
                            "between batch sizes or without optimisation passes",
                            preflight.reference_noise == noise ? "reference" : "candidate", noise),
                "look for dropout or batch statistics that are active, or rows that depend on each "
                "other; try latentfuzz doctor");
  }
}

}  // namespace

void RequireUsable(const Preflight& preflight, std::size_t classes,
                   std::optional<double> min_agreement) {
  RequireSound(preflight);
  if (preflight.judged == 0) {
    throw Error(ErrorKind::kSetup,
                "no label is expected of any image: the generator takes none, and there are no "
                "labelled images",
                "give --images and --labels, a conditional generator, or a --reference");
  }
  const double chance = 1.0 / static_cast<double>(std::max<std::size_t>(classes, 2));
  const double least = min_agreement.value_or(chance + (1 - chance) / 4);
  if (preflight.agreement >= least) return;
  throw Error(ErrorKind::kSetup,
              fmt::format("{} {:.1f} % of {} clean images (chance is {:.1f} %, required {:.1f} %)",
                          preflight.single ? "classifier unusable: it is right on"
                                           : "models unrelated: they agree on",
                          100 * preflight.agreement, preflight.judged, 100 * chance, 100 * least),
              fmt::format("check class order, range, mean and std in the model card{} with "
                          "latentfuzz doctor; --min-agreement lowers the requirement",
                          preflight.single ? "" : "s"));
}

}  // namespace latentfuzz
