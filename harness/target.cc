#include "latentfuzz/harness/target.h"

#include <fmt/format.h>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

void CheckImages(const Generator& generator, const Classifier& classifier) {
  const auto& made = generator.card().image.shape;
  const auto& wanted = classifier.card().image.shape;
  if (!made || !wanted || *made == *wanted) return;
  throw Error(ErrorKind::kSetup,
              fmt::format("{} takes {} images, but {} makes {}", classifier.uri(),
                          wanted->ToString(), generator.uri(), made->ToString()),
              "use a generator and classifiers of one image size");
}

// A card without class names has their numbers.
bool AreNumbers(const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] != std::to_string(i)) return false;
  }
  return true;
}

void CheckClasses(const Classifier& reference, const Classifier& candidate) {
  const auto& a = reference.card().classes;
  const auto& b = candidate.card().classes;
  constexpr const char* kHint =
      "compare two classifiers of one task, or mend `classes` in the model cards";
  if (a.size() != b.size()) {
    throw Error(ErrorKind::kSetup,
                fmt::format("class counts differ: {} has {}, {} has {}", reference.uri(), a.size(),
                            candidate.uri(), b.size()),
                kHint);
  }
  if (AreNumbers(a) || AreNumbers(b)) return;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;
    throw Error(ErrorKind::kSetup,
                fmt::format("class {} is \"{}\" for {}, but \"{}\" for {}", i, a[i],
                            reference.uri(), b[i], candidate.uri()),
                kHint);
  }
}

void CheckFit(const ModelSet& models) {
  CheckImages(*models.generator, *models.reference);
  CheckImages(*models.generator, *models.candidate);
  CheckClasses(*models.reference, *models.candidate);
}

}  // namespace

Target::Owned Target::OpenModels(const CampaignOptions& options, Passes passes) {
  return {OpenGenerator(options.generator, {passes, options.generator_card}),
          OpenClassifier(options.reference, {passes, options.reference_card}),
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

TargetIdentity Target::Identity(const std::string& oracle) const {
  return {search_.generator->fingerprint(), search_.reference->fingerprint(),
          search_.candidate->fingerprint(), oracle};
}

}  // namespace latentfuzz
