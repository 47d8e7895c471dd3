// Which way to prepare images makes a model right most often.
//
// All likely ways are screened on some images; the best is then held against the card on others, so
// that luck in the screening proves nothing.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "latentfuzz/base/error.h"
#include "latentfuzz/base/rng.h"
#include "latentfuzz/harness/doctor/checks.h"
#include "latentfuzz/harness/doctor/pixel_formats.h"
#include "latentfuzz/harness/in_chunks.h"
#include "latentfuzz/harness/statistics.h"

namespace latentfuzz {
namespace {

constexpr std::size_t kFewestImages = 60, kScreened = 128, kTested = 1000, kBatch = 128;
constexpr double kSignificance = 0.001, kLeastGain = 0.02;
constexpr double kAsGood = 0.05;  // p above which a simpler change does as well as the best

// Whether the model is right on each of some images.
using Hits = std::vector<bool>;

std::size_t Count(const Hits& hits) {
  return static_cast<std::size_t>(std::count(hits.begin(), hits.end(), true));
}

double Percent(const Hits& hits) {
  return 100 * static_cast<double>(Count(hits)) / static_cast<double>(hits.size());
}

double PairedP(const Hits& a, const Hits& b) {
  std::uint64_t only_a = 0, only_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    only_a += a[i] && !b[i];
    only_b += b[i] && !a[i];
  }
  return McNemarExactP(only_a, only_b);
}

std::vector<std::size_t> Shuffled(std::size_t n) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Rng rng(0, StreamPurpose::kProbe);
  Shuffle(std::span(order), rng);
  return order;
}

struct LabelledPart {
  ImageBatch images;
  std::vector<int> labels;
  Hits declared;  // as the card is

  LabelledPart(const Patient& patient, std::span<const std::size_t> rows) {
    images.shape = patient.images.shape;
    for (const std::size_t row : rows) {
      images.Append(patient.images.image(row));
      labels.push_back(patient.labels[row]);
      declared.push_back(ArgMax(patient.scores.row(row)) == labels.back());
    }
  }
};

struct Trial {
  FormatChange change;
  Hits hits;
};

std::optional<Hits> Try(Classifier& model, const PixelFormat& format,
                        const LabelledPart& part) try {
  ModelCard card = model.card();
  card.image = format;
  const auto changed = OpenClassifierAs(model.uri(), card, Passes::kAsShipped);
  const ScoreBatch scores = PredictInChunks(*changed, part.images, kBatch);
  Hits hits;
  for (std::size_t i = 0; i < scores.size(); ++i)
    hits.push_back(ArgMax(scores.row(i)) == part.labels[i]);
  return hits;
} catch (const Error&) {
  return std::nullopt;  // the model does not take such images
}

// The change of fewest lines among those that do as well as the best; nullptr for no trials.
const Trial* Best(const std::vector<Trial>& trials) {
  const auto best = std::max_element(
      trials.begin(), trials.end(),
      [](const Trial& a, const Trial& b) { return Count(a.hits) < Count(b.hits); });
  const Trial* simplest = nullptr;
  for (const Trial& trial : trials) {
    if (PairedP(trial.hits, best->hits) <= kAsGood) continue;
    const auto rank = [](const Trial& t) {
      return std::pair(t.change.lines.size(), t.hits.size() - Count(t.hits));
    };
    if (simplest == nullptr || rank(trial) < rank(*simplest)) simplest = &trial;
  }
  return simplest;
}

}  // namespace

Next CheckPreprocessing(const Patient& patient, Chart* chart) {
  const std::size_t n = patient.labels.size();
  if (n < kFewestImages) return Next::kCheck;
  const std::vector<std::size_t> order = Shuffled(n);
  const std::size_t screened = std::min(kScreened, n / 3);
  const LabelledPart screening(patient, std::span(order).first(screened));
  std::vector<Trial> trials;
  for (const FormatChange& change : LikelyFormats(patient.model.card().image, patient.images.shape))
    if (std::optional<Hits> hits = Try(patient.model, change.format, screening))
      trials.push_back({change, std::move(*hits)});

  const Trial* best = Best(trials);
  if (best != nullptr && Count(best->hits) > Count(screening.declared)) {
    const LabelledPart test(patient,
                            std::span(order).subspan(screened, std::min(kTested, n - screened)));
    const std::optional<Hits> hits = Try(patient.model, best->change.format, test);
    if (hits && Percent(*hits) >= Percent(test.declared) + 100 * kLeastGain &&
        PairedP(*hits, test.declared) < kSignificance) {
      chart->Problem(fmt::format(
          "{}: {} under [input] of its card would raise accuracy from {:.1f} % to {:.1f} % on {} "
          "images",
          patient.model.uri(), fmt::join(best->change.lines, ", "), Percent(test.declared),
          Percent(*hits), hits->size()));
      return Next::kCheck;
    }
  }
  chart->Say(
      "preprocessing",
      fmt::format("as the card says: none of {} likely others is clearly better", trials.size()));
  return Next::kCheck;
}

}  // namespace latentfuzz
