#include "latentfuzz/harness/target.h"

#include <fmt/format.h>

#include <utility>

#include "latentfuzz/adapters/resize.h"
#include "latentfuzz/base/error.h"
#include "latentfuzz/harness/disagreement_oracle.h"
#include "latentfuzz/harness/wrong_label_oracle.h"

namespace latentfuzz {
namespace {

// A card without class names has their numbers.
bool AreNumbers(const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] != std::to_string(i)) return false;
  }
  return true;
}

// A model and the classes it knows.
struct Side {
  const std::string& uri;
  const std::vector<std::string>& classes;
};

void CheckClasses(const Side& a, const Side& b) {
  constexpr const char* kHint = "use models of one task, or mend `classes` in the model cards";
  if (a.classes.size() != b.classes.size()) {
    throw Error(ErrorKind::kSetup,
                fmt::format("class counts differ: {} has {}, {} has {}", a.uri, a.classes.size(),
                            b.uri, b.classes.size()),
                kHint);
  }
  if (AreNumbers(a.classes) || AreNumbers(b.classes)) return;
  for (std::size_t i = 0; i < a.classes.size(); ++i) {
    if (a.classes[i] == b.classes[i]) continue;
    throw Error(ErrorKind::kSetup,
                fmt::format("class {} is \"{}\" for {}, but \"{}\" for {}", i, a.classes[i], a.uri,
                            b.classes[i], b.uri),
                kHint);
  }
}

void CheckFit(const ModelSet& models) {
  for (const Classifier* classifier : models.classifiers()) {
    RequireImages(*models.generator, *classifier);
  }
  const Side candidate{models.candidate->uri(), models.candidate->card().classes};
  if (models.reference != nullptr) {
    CheckClasses({models.reference->uri(), models.reference->card().classes}, candidate);
  } else if (const auto& asked = models.generator->card().latent_classes; !asked.empty()) {
    CheckClasses({models.generator->uri(), asked}, candidate);
  }
}

}  // namespace

void RequireImages(const Generator& generator, const Classifier& classifier) {
  const auto& made = generator.card().image.shape;
  const auto& wanted = classifier.card().image.shape;
  if (!made || Takes(classifier.card().image, *made)) return;
  throw Error(ErrorKind::kSetup,
              fmt::format("{} takes {} images, but {} makes {}", classifier.uri(),
                          wanted->ToString(), generator.uri(), made->ToString()),
              FitHint(classifier.card(), *made));
}

std::vector<Classifier*> ModelSet::classifiers() const {
  if (reference == nullptr) return {candidate};
  return {reference, candidate};
}

Target::Owned Target::OpenModels(const CampaignOptions& options, Passes passes) {
  const bool single = options.reference.empty();
  return {OpenGenerator(options.generator, {passes, options.generator_card}),
          single ? nullptr : OpenClassifier(options.reference, {passes, options.reference_card}),
          OpenClassifier(options.candidate, {passes, options.candidate_card})};
}

Target Target::Open(const CampaignOptions& options) {
  return {OpenModels(options, Passes::kFastest), OpenModels(options, Passes::kAsShipped)};
}

Target Target::OpenAsShipped(const CampaignOptions& options) {
  const Owned shipped = OpenModels(options, Passes::kAsShipped);
  return {shipped, shipped};
}

Target::Target(Owned search, Owned shipped)
    : search_(std::move(search)), shipped_(std::move(shipped)) {
  CheckFit(search_.borrow());
}

Target::Target(std::shared_ptr<Generator> generator, std::shared_ptr<Classifier> reference,
               std::shared_ptr<Classifier> candidate)
    : Target(Owned{generator, reference, candidate}, Owned{generator, reference, candidate}) {}

Target::Target(std::shared_ptr<Generator> generator, std::shared_ptr<Classifier> candidate)
    : Target(std::move(generator), nullptr, std::move(candidate)) {}

void Target::RequireFit(const Classifier& other) const {
  const Classifier& candidate = *search_.candidate;
  RequireImages(*search_.generator, other);
  CheckClasses({other.uri(), other.card().classes}, {candidate.uri(), candidate.card().classes});
}

std::string_view Target::oracle() const {
  return single() ? WrongLabelOracle::kName : DisagreementOracle::kName;
}

TargetIdentity Target::Identity() const {
  return {search_.generator->fingerprint(), single() ? "" : search_.reference->fingerprint(),
          search_.candidate->fingerprint(), std::string(oracle())};
}

}  // namespace latentfuzz
