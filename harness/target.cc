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

void CheckFit(const ModelSet& models) {
  CheckImages(*models.generator, *models.reference);
  CheckImages(*models.generator, *models.candidate);
  const std::size_t reference = models.reference->card().classes.size();
  const std::size_t candidate = models.candidate->card().classes.size();
  if (reference == candidate) return;
  throw Error(ErrorKind::kSetup,
              fmt::format("class counts differ: {} has {}, {} has {}", models.reference->uri(),
                          reference, models.candidate->uri(), candidate),
              "compare two classifiers of one task, or mend `classes` in the model cards");
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
