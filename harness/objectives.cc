#include "latentfuzz/harness/objectives.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "latentfuzz/base/error.h"
#include "latentfuzz/harness/representatives.h"

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

// DiffGAN's f2: the largest cosine between the image and a representative of the triggers so far.
class Diversity : public Objective {
 public:
  std::vector<double> Score(const ImageBatch& images, std::span<const Judgement>) const override {
    return representatives_.MaxCosine(images);
  }
  void Learn(std::span<const float> image) override { representatives_.Add(image); }
  std::string Save() const override { return representatives_.Save(); }
  void Load(std::string_view state) override { representatives_.Load(state); }

 private:
  Representatives representatives_;
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

// The top-2 gap of the reference alone: distance from its decision boundary.
class ReferenceMargin : public Objective {
 public:
  std::vector<double> Score(const ImageBatch&,
                            std::span<const Judgement> judgements) const override {
    std::vector<double> values;
    for (const Judgement& j : judgements) values.push_back(j.reference_margin);
    return values;
  }
};

// The top-2 gap of the candidate alone.
class CandidateMargin : public Objective {
 public:
  std::vector<double> Score(const ImageBatch&,
                            std::span<const Judgement> judgements) const override {
    std::vector<double> values;
    for (const Judgement& j : judgements) values.push_back(j.candidate_margin);
    return values;
  }
};

template <typename T>
std::unique_ptr<Objective> Make() {
  return std::make_unique<T>();
}

constexpr std::array<ObjectiveEntry, 5> kTable = {{
    {"divergence", "difference of the two probability vectors", Make<Divergence>},
    {"diversity", "similarity to the triggers found so far", Make<Diversity>},
    {"margin", "distance from the nearer decision boundary", Make<Margin>},
    {"reference_margin", "distance from the reference's decision boundary", Make<ReferenceMargin>},
    {"candidate_margin", "distance from the candidate's decision boundary", Make<CandidateMargin>},
}};

}  // namespace

std::span<const ObjectiveEntry> ObjectiveTable() { return kTable; }

std::unique_ptr<Objective> MakeObjective(std::string_view name) {
  for (const ObjectiveEntry& entry : kTable) {
    if (entry.name == name) return entry.make();
  }
  throw Error(ErrorKind::kUsage, "unknown objective '" + std::string(name) + "'");
}

}  // namespace latentfuzz
