#include "latentfuzz/harness/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "latentfuzz/base/error.h"
#include "latentfuzz/harness/campaign_setup.h"
#include "latentfuzz/harness/contact_sheet.h"
#include "latentfuzz/harness/evaluator.h"
#include "latentfuzz/harness/geometric_diversity.h"
#include "latentfuzz/harness/independent_judge.h"
#include "latentfuzz/harness/oracle.h"

namespace latentfuzz {
namespace {

constexpr double kCheckpointSeconds = 2;
constexpr double kStoreSeconds = 0.5;

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class Campaign {
 public:
  Campaign(const CampaignOptions& options, const Target& target, CampaignObserver* observer)
      : observer_(observer),
        setup_(SetUpCampaign(options, target)),
        options_(setup_.options),
        state_(setup_.state),
        strategy_(*setup_.strategy),
        evaluator_(target.search(), options.batch),
        oracle_(MakeOracle(target.oracle(), state_.noise_floor)),
        collector_(&corpus(), target, setup_.identity, state_.noise_floor, state_.radius),
        earlier_seconds_(state_.seconds) {}

  CampaignResult Run(const std::atomic<bool>* stop);

 private:
  Corpus& corpus() { return setup_.corpora.front(); }
  void Start();
  void RestoreFindings();
  std::optional<StopReason> ShouldStop(const std::atomic<bool>* stop) const;
  void Step();
  // What `body`, which runs models on the next `rows` evaluations, returns. A model that fails ends
  // the session, but takes no finding along; its error is told with the numbers of the evaluations.
  // The state stays that of the last checkpoint: the strategy waits for an answer.
  template <typename Body>
  auto OnModels(std::size_t rows, const Body& body);
  void CountYields(const Proposal& proposal, const std::vector<Outcome>& outcomes);
  void StoreAndReport();
  void Checkpoint();
  Progress MakeProgress() const;
  CampaignResult Finish(StopReason reason);

  CampaignObserver* observer_;
  CampaignSetup setup_;
  const CampaignOptions& options_;
  CampaignState& state_;
  Strategy& strategy_;
  Evaluator evaluator_;
  std::unique_ptr<Oracle> oracle_;
  Collector collector_;
  std::set<Signature> signatures_, known_signatures_, signatures_before_session_;
  std::vector<Progress> found_at_;  // counters when each waiting finding was found
  double earlier_seconds_;
  double session_start_ = 0, last_checkpoint_ = 0, last_store_ = 0;
};

void Campaign::Start() {
  RestoreFindings();
  signatures_before_session_ = known_signatures_;
  signatures_before_session_.insert(signatures_.begin(), signatures_.end());
  for (const Damage& d : setup_.damage) {
    setup_.start.warnings.push_back(fmt::format("set aside {}: {}", d.path.string(), d.reason));
  }
  if (observer_ != nullptr) observer_->OnStart(setup_.start);
  session_start_ = last_checkpoint_ = last_store_ = Now();
  // Before the first batch: what a campaign finds must never look like what it found there.
  if (!setup_.resumed) Checkpoint();
}

void Campaign::RestoreFindings() {
  std::map<std::string, Finding> stored;
  // A campaign that starts anew has read them, and told of the damage, a moment ago.
  std::vector<Damage> told;
  for (Finding& finding : corpus().Findings(setup_.resumed ? &setup_.damage : &told)) {
    if (finding.target != setup_.identity.target) continue;
    std::string id = finding.Id();
    stored.emplace(std::move(id), std::move(finding));
  }
  const auto restore = [&](const std::string& id, std::set<Signature>* signatures, auto&& take) {
    const auto found = stored.find(id);
    if (found == stored.end()) {
      setup_.damage.push_back({corpus().directory() / "findings", "finding " + id + " is missing"});
      return;
    }
    try {
      take(found->second);
    } catch (const Error& error) {
      setup_.damage.push_back({corpus().FindingDirectory(found->second), error.what()});
    }
    signatures->insert(found->second.signature);
  };
  for (const std::string& id : state_.baseline) {
    restore(id, &known_signatures_, [&](const Finding& f) { collector_.RestoreKnown(f); });
  }
  for (std::size_t i = 0; i < state_.found.size(); ++i) {
    restore(state_.found[i].id, &signatures_,
            [&](const Finding& f) { collector_.RestoreOwn(f, state_, i); });
  }
}

std::optional<StopReason> Campaign::ShouldStop(const std::atomic<bool>* stop) const {
  if (setup_.start.evals > 0 && state_.evaluations >= setup_.start.evals) {
    return StopReason::kBudget;
  }
  if (strategy_.Done()) return StopReason::kDone;
  if (stop != nullptr && stop->load()) return StopReason::kInterrupted;
  if (options_.time.value > 0 && Now() - session_start_ >= options_.time.value) {
    return StopReason::kTime;
  }
  if (options_.stagnation > 0 && state_.evaluations - state_.last_finding >= options_.stagnation) {
    return StopReason::kStagnation;
  }
  return std::nullopt;
}

template <typename Body>
auto Campaign::OnModels(std::size_t rows, const Body& body) try {
  return body();
} catch (const Error& error) {
  collector_.Store();
  throw Error(error.kind(),
              fmt::format("{}\n  in evaluations {} to {}; what was found before is kept",
                          error.what(), state_.evaluations, state_.evaluations + rows - 1),
              error.hint());
}

// One pass of data: ask, evaluate, judge, collect, tell.
void Campaign::Step() {
  const double begin = Now();
  const std::uint64_t budget = setup_.start.evals;
  const std::uint64_t left = budget == 0 ? options_.batch : budget - state_.evaluations;
  const Proposal proposal = strategy_.Ask(std::min<std::uint64_t>(options_.batch, left));
  EvaluatedBatch batch = OnModels(proposal.latents.size(), [&] {
    return evaluator_.Evaluate(proposal.latents, proposal.expected);
  });
  const std::vector<Judgement> judgements = oracle_->Judge(batch);
  Evaluations evaluations;
  evaluations.objectives = setup_.objectives->LearnAndScore(batch, judgements);

  const double collect = Now();
  evaluations.outcomes = OnModels(
      judgements.size(), [&] { return collector_.Collect(proposal, batch, judgements, &state_); });
  const double collected = Now();

  evaluations.reference = std::move(batch.reference);
  evaluations.candidate = std::move(batch.candidate);
  strategy_.Tell(evaluations);
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
      yield.unjudged += !IsJudged(outcomes[row].signature);
    }
  }
}

// Nothing is reported before it is durable.
void Campaign::StoreAndReport() {
  const std::vector<StoredFinding> stored = collector_.Store();
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
  state_.strategy = strategy_.Save();
  state_.objectives = setup_.objectives->Save();
  nlohmann::json hits = state_.known_hits;
  for (const FoundRecord& record : state_.found) {
    if (record.hits > 0) hits[record.id] = record.hits;
  }
  corpus().WriteCampaignFile(setup_.identity.id, "hits.json",
                             hits.is_null() ? "{}\n" : hits.dump(1) + "\n");
  corpus().WriteCampaignFile(setup_.identity.id, "state.cbor", EncodeState(state_));
  last_checkpoint_ = Now();
}

CampaignResult Campaign::Finish(StopReason reason) {
  Checkpoint();
  CampaignResult result;
  result.campaign = setup_.identity.id;
  result.seed = options_.seed;
  result.options_json = OptionsToJson(options_);
  result.single = setup_.identity.target.reference.empty();
  static_cast<CampaignCounters&>(result) = state_;
  result.findings = collector_.found();
  std::map<std::string, std::uint64_t> hits;
  for (const FoundRecord& record : state_.found) hits[record.id] = record.hits;
  for (FindingSummary& finding : result.findings) finding.hits = hits[finding.id];
  result.geometric_diversity = GeometricDiversity(result.findings);
  if (setup_.judge != nullptr) {
    result.judged = JudgeFindings(*setup_.judge, corpus(), state_.found, result.findings);
  }
  result.known_findings = state_.baseline.size();
  result.known_signatures = known_signatures_;
  result.signatures_before_session = signatures_before_session_;
  result.figures = strategy_.Figures();
  result.stop = reason;
  result.damaged = setup_.damage.size();
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
