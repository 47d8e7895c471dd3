#include "latentfuzz/harness/objectives.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "latentfuzz/harness/cosine_index.h"
#include "latentfuzz/harness/representatives.h"
#include "latentfuzz/strategies/names.h"

namespace latentfuzz {
namespace {

// DiffGAN's f1 (arXiv 2410.19794): -||p - q||_2, and one less where the labels differ, so that
// every disagreement ranks before every agreement. Range [-(1 + sqrt 2), 0].
class Divergence : public Objective {
 public:
  std::vector<double> Score(const ImageBatch&,
                            std::span<const Judgement> judgements) const override {
    std::vector<double> values;
    for (const Judgement& j : judgements) {
      const bool differ = j.signature.reference_label != j.signature.candidate_label;
      values.push_back(-(j.divergence + (differ ? 1 : 0)));
    }
    return values;
  }
};

// DiffGAN's f2: the largest cosine between the image and a representative of the triggers so far
// and of 100 real images.
class Diversity : public Objective {
 public:
  bool compares_images() const override { return true; }
  void Prepare(const ImageBatch& real) override {
    for (std::size_t i = 0; i < std::min(kRealRepresentatives, real.size()); ++i) {
      Learn(real.image(i));
    }
  }
  std::vector<double> Score(const ImageBatch& images, std::span<const Judgement>) const override {
    return representatives_.MaxCosine(images);
  }
  void Learn(std::span<const float> image) override { representatives_.Add(image); }
  std::string Save() const override { return representatives_.Save(); }
  void Load(std::string_view state) override { representatives_.Load(state); }

 private:
  static constexpr std::size_t kRealRepresentatives = 100;
  Representatives representatives_;
};

// How far the image lies outside what real images look like: 0 where its cosine to the nearest real
// image is at least as large as that of all but 5 % of the real images to theirs, else what is
// missing. A violation to be kept at 0, not an objective to be traded. Without real images it is 0.
class Implausibility : public Objective {
 public:
  bool compares_images() const override { return true; }
  void Prepare(const ImageBatch& real) override {
    std::vector<double> nearest;
    for (std::size_t i = 0; i < std::min(kMostImages, real.size()); ++i) {
      // The earlier ones stand for all: each image is compared with those that came before it.
      if (i >= kFewestImages) nearest.push_back(real_.MaxCosine(real.image(i)));
      real_.Add(real.image(i));
    }
    if (nearest.empty()) return;
    const auto rank = static_cast<std::ptrdiff_t>(kTolerance * static_cast<double>(nearest.size()));
    std::nth_element(nearest.begin(), nearest.begin() + rank, nearest.end());
    least_ = nearest[static_cast<std::size_t>(rank)];
  }
  std::vector<double> Score(const ImageBatch& images, std::span<const Judgement>) const override {
    std::vector<double> values = real_.MaxCosine(images);
    for (double& v : values) v = std::max(0.0, least_ - v);
    return values;
  }

 private:
  static constexpr std::size_t kMostImages = 300;
  static constexpr std::size_t kFewestImages = 50;
  static constexpr double kTolerance = 0.05;
  CosineIndex real_;
  double least_ = -1;
};

// The smaller top-2 gap of the two classifiers: distance from the nearer decision boundary.
class Margin : public Objective {
 public:
  std::vector<double> Score(const ImageBatch&,
                            std::span<const Judgement> judgements) const override {
    std::vector<double> values;
    for (const Judgement& j : judgements) {
      // std::min would pass over a NaN that is its second argument.
      values.push_back(std::isnan(j.candidate_margin)
                           ? j.candidate_margin
                           : std::min(j.reference_margin, j.candidate_margin));
    }
    return values;
  }
};

// A quantity of the judgement as it is.
template <double Judgement::*kQuantity>
class Quantity : public Objective {
 public:
  std::vector<double> Score(const ImageBatch&,
                            std::span<const Judgement> judgements) const override {
    std::vector<double> values;
    for (const Judgement& j : judgements) values.push_back(j.*kQuantity);
    return values;
  }
};

template <typename T>
std::unique_ptr<Objective> Make() {
  return std::make_unique<T>();
}

constexpr std::array<ObjectiveEntry, 10> kTable = {{
    {"divergence", "difference of the two probability vectors", Make<Divergence>},
    {"diversity", "similarity to the triggers found so far", Make<Diversity>},
    {"implausibility", "how far it is from every real image", Make<Implausibility>},
    {"margin", "distance from the nearer decision boundary", Make<Margin>},
    {"reference_margin", "distance from the reference's decision boundary",
     Make<Quantity<&Judgement::reference_margin>>},
    {"candidate_margin", "distance from the candidate's decision boundary",
     Make<Quantity<&Judgement::candidate_margin>>},
    {"expected_margin", "lead of the expected label in the candidate's probabilities",
     Make<Quantity<&Judgement::expected_margin>>},
    {"expected_logit_margin", "the same in the candidate's scores as returned",
     Make<Quantity<&Judgement::expected_logit_margin>>},
    {"reference_expected", "probability of the expected label by the reference",
     Make<Quantity<&Judgement::reference_expected>>},
    {"candidate_expected", "probability of the expected label by the candidate",
     Make<Quantity<&Judgement::candidate_expected>>},
}};

}  // namespace

std::span<const ObjectiveEntry> ObjectiveTable() { return kTable; }

std::unique_ptr<Objective> MakeObjective(std::string_view name) {
  return FindByName(ObjectiveTable(), name, "objective").make();
}

}  // namespace latentfuzz
