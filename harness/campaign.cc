#include "latentfuzz/harness/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "latentfuzz/base/error.h"
#include "latentfuzz/base/fingerprint.h"
#include "latentfuzz/corpus/corpus.h"
#include "latentfuzz/harness/campaign_state.h"
#include "latentfuzz/harness/collector.h"
#include "latentfuzz/harness/contact_sheet.h"
#include "latentfuzz/harness/evaluator.h"
#include "latentfuzz/harness/objectives.h"
#include "latentfuzz/harness/oracle.h"
#include "latentfuzz/harness/real_images.h"
#include "latentfuzz/harness/seeds.h"

namespace latentfuzz {
namespace {

constexpr double kCheckpointSeconds = 2;
constexpr double kStoreSeconds = 0.5;

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string CampaignId(const CampaignOptions& options, const TargetIdentity& target,
                       const ModelSet& models, const std::optional<LabelledImages>& real) {
  const StrategyOptions& s = options.strategy;
  const double radius =
      options.radius.value_or(models.generator->card().near_copy_radius.value_or(-1));
  Fingerprint hash;
  hash.Add(target.generator).Add(target.reference).Add(target.candidate).Add(target.oracle);
  hash.Add(EngineClass(models)).Add(std::string_view(LATENTFUZZ_VERSION));
  hash.Add(fmt::format("{} {} {} {} {} seed {} batch {} radius {} mutators {}", s.name, s.preset,
                       s.population, s.offspring, s.scheduler, options.seed, options.batch, radius,
                       fmt::join(s.mutators, ",")));
  hash.Add(fmt::format("{} {} {} {}", s.step, s.fitness, s.generations, s.seeds));
  if (real) hash.Add(std::span<const float>(real->images.values));
  return hash.Hex().substr(0, 16);
}

class Campaign {
 public:
  Campaign(const CampaignOptions& options, const Target& target, CampaignObserver* observer)
      : options_(options),
        target_(target),
        models_(target.search()),
        observer_(observer),
        real_(LoadRealImages(options, models_.generator->card())),
        identity_{CampaignId(options, target.Identity(std::string(DisagreementOracle::kName)),
                             target.search(), real_),
                  target.Identity(std::string(DisagreementOracle::kName)), options.seed,
                  options.batch},
        corpora_(OpenCorpora(options, models_.generator->fingerprint())),
        evaluator_(models_, options.batch) {}

  CampaignResult Run(const std::atomic<bool>* stop);

 private:
  Corpus& corpus() { return corpora_.front(); }
  void Start();
  void StartAnew(const Preflight& preflight, const LabelledImages* real);
  void LoadParts();
  std::string StatePath();
  void RestoreFindings();
  std::optional<StopReason> ShouldStop(const std::atomic<bool>* stop) const;
  void Step();
  void CountYields(const Proposal& proposal, const std::vector<Outcome>& outcomes);
  void StoreAndReport();
  void Checkpoint();
  Progress MakeProgress() const;
  CampaignResult Finish(StopReason reason);

  const CampaignOptions& options_;
  const Target& target_;
  ModelSet models_;
  CampaignObserver* observer_;
  std::optional<LabelledImages> real_;
  CampaignIdentity identity_;
  std::vector<Corpus> corpora_;
  Evaluator evaluator_;

  CampaignState state_;
  std::unique_ptr<Strategy> strategy_;
  std::vector<std::pair<std::string, std::unique_ptr<Objective>>> objectives_;
  std::optional<DisagreementOracle> oracle_;
  std::optional<Collector> collector_;
  std::set<Signature> signatures_, known_signatures_, signatures_before_session_;
  std::vector<Progress> found_at_;  // counters when each waiting finding was found
  std::vector<Damage> damage_;
  std::uint64_t budget_ = 0;
  double session_start_ = 0, last_checkpoint_ = 0, last_store_ = 0, earlier_seconds_ = 0;
};

void Campaign::Start() {
  const LabelledImages* images = real_ ? &*real_ : nullptr;
  const Preflight preflight = RunPreflight(target_, images, options_.seed, options_.batch);
  RequireRelated(preflight, models_.reference->card().classes.size(), options_.min_agreement);

  const std::string saved = corpus().ReadCampaignFile(identity_.id, "state.cbor");
  // An empty file is a damaged one: to start anew would take what was found for known before.
  const bool resumed = !saved.empty() || std::filesystem::exists(StatePath());
  if (resumed) {
    state_ = DecodeState(saved, StatePath());
  } else {
    StartAnew(preflight, images);
  }
  earlier_seconds_ = state_.seconds;

  SeedPool seeds = CollectSeeds(corpora_, state_.seed_entries, models_.generator, images,
                                options_.batch, &damage_);
  CampaignStart start;
  start.corpus_seeds = seeds.from_corpus;
  start.encoded_seeds = seeds.latents.size() - seeds.from_corpus;
  strategy_ = MakeStrategy(options_.strategy, {SpaceOf(models_.generator->card()),
                                               std::move(seeds.latents), options_.seed});
  for (const std::string& name : strategy_->objectives()) {
    objectives_.emplace_back(name, MakeObjective(name));
    if (images != nullptr) objectives_.back().second->Prepare(images->images);
  }
  oracle_.emplace(state_.noise_floor);
  collector_.emplace(&corpus(), target_, identity_, state_.noise_floor, state_.radius);
  if (resumed) {
    LoadParts();
  }
  RestoreFindings();
  signatures_before_session_ = known_signatures_;
  signatures_before_session_.insert(signatures_.begin(), signatures_.end());

  budget_ = options_.evals.value_or(options_.time.value > 0 ? 0 : kDefaultEvaluations);
  start.campaign = identity_.id;
  start.resumed_at = state_.evaluations;
  start.known_findings = state_.baseline.size();
  start.preflight = preflight;
  start.noise_floor = state_.noise_floor;
  start.radius = state_.radius;
  start.evals = budget_;
  start.time = options_.time.value;
  if (identity_.target.reference == identity_.target.candidate) {
    start.warnings.emplace_back("reference and candidate are the same model");
  }
  for (const Damage& d : damage_) {
    start.warnings.push_back(fmt::format("set aside {}: {}", d.path.string(), d.reason));
  }
  if (observer_ != nullptr) observer_->OnStart(start);
  session_start_ = last_checkpoint_ = last_store_ = Now();
  // Before the first batch: what a campaign finds must never look like what it found there.
  if (!resumed) Checkpoint();
}

void Campaign::LoadParts() {
  try {
    strategy_->Load(state_.strategy);
    for (auto& [name, objective] : objectives_) objective->Load(state_.objectives[name]);
  } catch (const Error& error) {
    throw Error(ErrorKind::kData, StatePath() + " is damaged: " + error.what(),
                "move the file away to start this campaign anew; its findings are kept");
  }
}

std::string Campaign::StatePath() {
  return (corpus().directory() / "campaigns" / identity_.id / "state.cbor").string();
}

void Campaign::StartAnew(const Preflight& preflight, const LabelledImages* real) {
  state_.noise_floor = NoiseFloor(preflight);
  state_.clean_agreement = preflight.agreement;
  state_.radius = ChooseRadius(options_, models_.generator, real);
  state_.seed_entries = ListSeedEntries(corpora_, &damage_);
  for (const Finding& finding : corpus().Findings(&damage_)) {
    if (finding.target == identity_.target) state_.baseline.push_back(finding.Id());
  }
}

void Campaign::RestoreFindings() {
  std::map<std::string, Finding> stored;
  // A campaign that starts anew has read them, and told of the damage, a moment ago.
  std::vector<Damage> told;
  for (Finding& finding : corpus().Findings(state_.evaluations > 0 ? &damage_ : &told)) {
    if (finding.target != identity_.target) continue;
    std::string id = finding.Id();
    stored.emplace(std::move(id), std::move(finding));
  }
  const auto restore = [&](const std::string& id, std::set<Signature>* signatures, auto&& take) {
    const auto found = stored.find(id);
    if (found == stored.end()) {
      damage_.push_back({corpus().directory() / "findings", "finding " + id + " is missing"});
      return;
    }
    try {
      take(found->second);
    } catch (const Error& error) {
      damage_.push_back({corpus().FindingDirectory(found->second), error.what()});
    }
    signatures->insert(found->second.signature);
  };
  for (const std::string& id : state_.baseline) {
    restore(id, &known_signatures_, [&](const Finding& f) { collector_->RestoreKnown(f); });
  }
  for (std::size_t i = 0; i < state_.found.size(); ++i) {
    restore(state_.found[i].id, &signatures_,
            [&](const Finding& f) { collector_->RestoreOwn(f, state_, i); });
  }
}

std::optional<StopReason> Campaign::ShouldStop(const std::atomic<bool>* stop) const {
  if (budget_ > 0 && state_.evaluations >= budget_) return StopReason::kBudget;
  if (stop != nullptr && stop->load()) return StopReason::kInterrupted;
  if (options_.time.value > 0 && Now() - session_start_ >= options_.time.value) {
    return StopReason::kTime;
  }
  if (options_.stagnation > 0 && state_.evaluations - state_.last_finding >= options_.stagnation) {
    return StopReason::kStagnation;
  }
  return std::nullopt;
}

// One pass of data: ask, evaluate, judge, collect, tell.
void Campaign::Step() {
  const double begin = Now();
  const std::uint64_t left = budget_ == 0 ? options_.batch : budget_ - state_.evaluations;
  const Proposal proposal = strategy_->Ask(std::min<std::uint64_t>(options_.batch, left));
  const EvaluatedBatch batch = evaluator_.Evaluate(proposal.latents);
  const std::vector<Judgement> judgements = oracle_->Judge(batch.reference, batch.candidate);

  for (std::size_t row = 0; row < judgements.size(); ++row) {
    if (!IsTrigger(judgements[row].signature.verdict)) continue;
    for (auto& [name, objective] : objectives_) objective->Learn(batch.images.image(row));
  }

  Evaluations evaluations;
  evaluations.objectives.resize(judgements.size() * objectives_.size());
  for (std::size_t column = 0; column < objectives_.size(); ++column) {
    const auto values = objectives_[column].second->Score(batch.images, judgements);
    for (std::size_t row = 0; row < values.size(); ++row) {
      evaluations.objectives[row * objectives_.size() + column] = values[row];
    }
  }

  const double collect = Now();
  evaluations.outcomes = collector_->Collect(proposal, batch, judgements, &state_);
  const double collected = Now();

  strategy_->Tell(evaluations);
  state_.evaluations += judgements.size();
  CountYields(proposal, evaluations.outcomes);
  state_.search_seconds += Now() - begin - (collected - collect);
  for (std::size_t row = 0; row < judgements.size(); ++row) {
    if (!evaluations.outcomes[row].finding) continue;
    signatures_.insert(evaluations.outcomes[row].signature);
    found_at_.push_back(MakeProgress());
  }
  if (Now() - last_store_ >= kStoreSeconds) StoreAndReport();
  if (observer_ != nullptr) observer_->OnBatch(MakeProgress());
}

void Campaign::CountYields(const Proposal& proposal, const std::vector<Outcome>& outcomes) {
  for (std::size_t row = 0; row < outcomes.size(); ++row) {
    const Provenance& provenance = proposal.provenance[row];
    std::vector<std::string> names(provenance.mutators.begin(), provenance.mutators.end());
    // Draws and seeds have no mutator; they are counted by where they come from.
    if (names.empty()) names.push_back(provenance.origin.substr(0, provenance.origin.find(':')));
    for (const std::string& name : names) {
      MutatorYield& yield = state_.mutators[name];
      ++yield.evals;
      yield.triggers += IsTrigger(outcomes[row].verdict);
      yield.findings += outcomes[row].finding;
      yield.signatures += outcomes[row].new_signature;
    }
  }
}

// Nothing is reported before it is durable.
void Campaign::StoreAndReport() {
  const std::vector<StoredFinding> stored = collector_->Store();
  const std::vector<Progress> found_at = std::exchange(found_at_, {});
  for (std::size_t i = 0; i < stored.size() && observer_ != nullptr; ++i) {
    observer_->OnFinding(stored[i].summary, stored[i].new_signature, stored[i].mutators,
                         found_at[i]);
  }
  last_store_ = Now();
}

Progress Campaign::MakeProgress() const {
  Progress progress;
  progress.evaluations = state_.evaluations;
  progress.triggers = state_.triggers;
  progress.findings = state_.found.size();
  progress.signatures = signatures_.size();
  progress.near_copies = state_.near_copies;
  progress.session_seconds = Now() - session_start_;
  progress.evals_per_second = state_.search_seconds > 0
                                  ? static_cast<double>(state_.evaluations) / state_.search_seconds
                                  : 0;
  return progress;
}

void Campaign::Checkpoint() {
  StoreAndReport();
  state_.seconds = earlier_seconds_ + Now() - session_start_;
  state_.strategy = strategy_->Save();
  for (const auto& [name, objective] : objectives_) state_.objectives[name] = objective->Save();
  nlohmann::json hits = state_.known_hits;
  for (const FoundRecord& record : state_.found) {
    if (record.hits > 0) hits[record.id] = record.hits;
  }
  corpus().WriteCampaignFile(identity_.id, "hits.json",
                             hits.is_null() ? "{}\n" : hits.dump(1) + "\n");
  corpus().WriteCampaignFile(identity_.id, "state.cbor", EncodeState(state_));
  last_checkpoint_ = Now();
}

CampaignResult Campaign::Finish(StopReason reason) {
  Checkpoint();
  CampaignResult result;
  result.campaign = identity_.id;
  result.seed = options_.seed;
  result.options_json = OptionsToJson(options_);
  result.evaluations = state_.evaluations;
  result.triggers = state_.triggers;
  result.ties = state_.ties;
  result.near_copies = state_.near_copies;
  result.confirmations = state_.confirmations;
  result.confirmed = state_.confirmed;
  result.findings = collector_->found();
  std::map<std::string, std::uint64_t> hits;
  for (const FoundRecord& record : state_.found) hits[record.id] = record.hits;
  for (FindingSummary& finding : result.findings) finding.hits = hits[finding.id];
  result.known_findings = state_.baseline.size();
  result.known_signatures = known_signatures_;
  result.signatures_before_session = signatures_before_session_;
  result.mutators = state_.mutators;
  result.noise_floor = state_.noise_floor;
  result.radius = state_.radius;
  result.clean_agreement = state_.clean_agreement;
  result.seconds = state_.seconds;
  result.search_seconds = state_.search_seconds;
  result.stop = reason;
  result.damaged = damage_.size();
  result.corpus = corpus().directory();
  if (!result.findings.empty()) {
    result.contact_sheet = corpus().directory() / "contact-sheet.png";
    try {
      WriteContactSheet(result, result.contact_sheet);
    } catch (const Error&) {  // a picture is no reason to withhold the result; the report says so
      result.contact_sheet.clear();
    }
  }
  return result;
}

CampaignResult Campaign::Run(const std::atomic<bool>* stop) {
  Start();
  for (;;) {
    if (const auto reason = ShouldStop(stop)) return Finish(*reason);
    Step();
    if (Now() - last_checkpoint_ >= kCheckpointSeconds) Checkpoint();
  }
}

}  // namespace

CampaignResult RunCampaign(const CampaignOptions& options, const Target& target,
                           CampaignObserver* observer, const std::atomic<bool>* stop) {
  ValidateSettings(options);
  return Campaign(options, target, observer).Run(stop);
}

CampaignResult RunCampaign(const CampaignOptions& options) {
  Validate(options);
  const Target target = Target::Open(options);
  return RunCampaign(options, target);
}

}  // namespace latentfuzz
