#include "latentfuzz/harness/campaign_setup.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "latentfuzz/base/error.h"
#include "latentfuzz/base/fingerprint.h"
#include "latentfuzz/harness/independent_judge.h"
#include "latentfuzz/harness/preflight.h"
#include "latentfuzz/harness/real_images.h"
#include "latentfuzz/harness/seeds.h"
#include "latentfuzz/strategies/strategy_spec.h"

namespace latentfuzz {
namespace {

std::string CampaignId(const CampaignOptions& options, const TargetIdentity& target,
                       const ModelSet& models, const std::optional<Features>& features,
                       const std::optional<LabelledImages>& real) {
  const double radius =
      options.radius.value_or(models.generator->card().near_copy_radius.value_or(-1));
  Fingerprint hash;
  hash.Add(target.generator).Add(target.reference).Add(target.candidate).Add(target.oracle);
  hash.Add(EngineClass(models)).Add(std::string_view(LATENTFUZZ_VERSION));
  hash.Add(StrategySpec(options.strategy));
  hash.Add(fmt::format("seed {} batch {} radius {}", options.seed, options.batch, radius));
  if (features) hash.Add("features").Add(features->fingerprint());
  if (real) {
    hash.Add(std::span<const float>(real->images.values));
    for (const int label : real->labels) hash.Add(static_cast<std::int64_t>(label));
  }
  return hash.Hex().substr(0, 16);
}

std::optional<Features> OpenFeatures(const CampaignOptions& options, const Generator& generator) {
  if (options.features.empty()) return {};
  std::shared_ptr<Classifier> model =
      OpenClassifier(options.features, {Passes::kFastest, options.features_card});
  RequireImages(generator, *model);
  return Features(std::move(model), options.batch);
}

// Fixes what stays as it is for the whole campaign.
void BeginState(const CampaignOptions& options, const ModelSet& models, const LabelledImages* real,
                CampaignSetup* setup) {
  const Preflight& preflight = setup->start.preflight;
  CampaignState& state = setup->state;
  state.noise_floor = NoiseFloor(preflight);
  state.clean_agreement = preflight.agreement;
  state.radius = ChooseRadius(options, models.generator, real);
  state.seed_entries = ListSeedEntries(setup->corpora, &setup->damage);
  for (const Finding& finding : setup->corpora.front().Findings(&setup->damage)) {
    if (finding.target == setup->identity.target) state.baseline.push_back(finding.Id());
  }
}

std::filesystem::path StatePath(const CampaignSetup& setup) {
  return setup.corpora.front().directory() / "campaigns" / setup.identity.id / "state.cbor";
}

void LoadOrBeginState(const CampaignOptions& options, const ModelSet& models,
                      const LabelledImages* real, CampaignSetup* setup) {
  const std::string saved =
      setup->corpora.front().ReadCampaignFile(setup->identity.id, "state.cbor");
  // An empty file is a damaged one: to start anew would take what was found for known before.
  setup->resumed = !saved.empty() || std::filesystem::exists(StatePath(*setup));
  if (setup->resumed) {
    setup->state = DecodeState(saved, StatePath(*setup).string());
  } else {
    BeginState(options, models, real, setup);
  }
}

void MakeParts(const CampaignOptions& options, const ModelSet& models, const LabelledImages* real,
               std::optional<Features> features, CampaignSetup* setup) {
  SeedPool seeds = CollectSeeds(setup->corpora, setup->state.seed_entries, models.generator, real,
                                options.batch, &setup->damage);
  setup->start.corpus_seeds = seeds.from_corpus;
  setup->start.encoded_seeds = seeds.latents.size() - seeds.from_corpus;
  setup->strategy = MakeStrategy(options.strategy, {.space = SpaceOf(models.generator->card()),
                                                    .seeds = std::move(seeds.latents),
                                                    .seed = options.seed,
                                                    .single = models.reference == nullptr});
  setup->objectives = std::make_unique<ObjectiveSet>(setup->strategy->objectives(),
                                                     real == nullptr ? nullptr : &real->images,
                                                     std::move(features));
  if (!setup->resumed) return;
  try {
    setup->strategy->Load(setup->state.strategy);
    setup->objectives->Load(setup->state.objectives);
  } catch (const Error& error) {
    throw Error(ErrorKind::kData, StatePath(*setup).string() + " is damaged: " + error.what(),
                "move the file away to start this campaign anew; its findings are kept");
  }
}

void Describe(const CampaignOptions& options, CampaignSetup* setup) {
  CampaignStart& start = setup->start;
  start.campaign = setup->identity.id;
  start.resumed_at = setup->state.evaluations;
  start.known_findings = setup->state.baseline.size();
  start.noise_floor = setup->state.noise_floor;
  start.radius = setup->state.radius;
  start.evals = options.evals.value_or(options.time.value > 0 ? 0 : kDefaultEvaluations);
  start.time = options.time.value;
  if (setup->identity.target.reference == setup->identity.target.candidate) {
    start.warnings.emplace_back("reference and candidate are the same model");
  }
}

}  // namespace

CampaignSetup SetUpCampaign(const CampaignOptions& asked, const Target& target) {
  CampaignSetup setup;
  setup.options = asked;
  const CampaignOptions& options = setup.options;
  if (options.strategy.name.empty()) setup.options.strategy.name = DefaultStrategy(target.single());
  const ModelSet models = target.search();
  std::optional<Features> features = OpenFeatures(options, *models.generator);
  const auto images =
      LoadRealImages(options, models.generator->card(), models.candidate->card().classes);
  const LabelledImages* real = images ? &*images : nullptr;
  setup.judge = OpenJudge(options, target);
  setup.identity = {CampaignId(options, target.Identity(), models, features, images),
                    target.Identity(), options.seed, options.batch};
  setup.corpora = OpenCorpora(options, models.generator->fingerprint());
  setup.start.preflight = RunPreflight(target, real, options.seed, options.batch);
  RequireUsable(setup.start.preflight, models.candidate->card().classes.size(),
                options.min_agreement);
  LoadOrBeginState(options, models, real, &setup);
  MakeParts(options, models, real, std::move(features), &setup);
  Describe(options, &setup);
  return setup;
}

}  // namespace latentfuzz
