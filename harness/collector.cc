#include "latentfuzz/harness/collector.h"

#include <fmt/format.h>

#include <utility>

#include "latentfuzz/adapters/png.h"

namespace latentfuzz {
namespace {

ModelRecord Record(const Classifier& model, std::span<const float> scores, ScoreKind kind,
                   int label, double margin) {
  ModelRecord record;
  record.uri = model.uri();
  record.engine = model.engine();
  record.scores.assign(scores.begin(), scores.end());
  record.score_kind = kind == ScoreKind::kLogits ? "logits" : "probabilities";
  record.label = label;
  record.margin = margin;
  if (label >= 0) {
    record.label_name = model.card().classes.at(static_cast<std::size_t>(label));
    const ScoreBatch row{kind, scores.size(), {scores.begin(), scores.end()}};
    record.confidence =
        static_cast<double>(ToProbabilities(row).values[static_cast<std::size_t>(label)]);
  }
  return record;
}

// The expected label in the place of a reference: nothing ran, and it is certain.
ModelRecord ExpectedRecord(const ModelCard& card, int label) {
  ModelRecord record;
  record.label = label;
  if (label < 0) return record;
  record.label_name = card.classes.at(static_cast<std::size_t>(label));
  record.confidence = record.margin = 1;
  return record;
}

}  // namespace

FindingSummary Summarize(const Finding& finding, const std::filesystem::path& directory) {
  FindingSummary summary;
  summary.id = finding.Id();
  summary.signature = finding.signature;
  summary.single = finding.target.reference.empty();
  summary.reference_name = finding.reference.label_name;
  summary.candidate_name = finding.candidate.label_name;
  summary.reference_confidence = finding.reference.confidence;
  summary.candidate_confidence = finding.candidate.confidence;
  summary.divergence = finding.divergence;
  summary.evaluation = finding.evaluation;
  summary.directory = directory;
  return summary;
}

std::string EngineClass(const ModelSet& models) {
  const auto text = [](const EngineInfo& e) {
    return fmt::format("{}/{}/{}/{}", e.engine, e.version, e.qengine, e.threads);
  };
  std::string engines = text(models.generator->engine());
  for (const Classifier* classifier : models.classifiers()) {
    engines += " " + text(classifier->engine());
  }
  return engines + " " + CpuFeatureClass();
}

Collector::Collector(Corpus* corpus, const Target& target, CampaignIdentity identity,
                     double noise_floor, double radius)
    : corpus_(corpus),
      shipped_(target.shipped()),
      identity_(std::move(identity)),
      oracle_(MakeOracle(target.oracle(), noise_floor)),
      confirmer_(shipped_, 1),
      index_(radius),
      cache_(corpus->directory() / "verdicts.sqlite") {}

void Collector::RestoreKnown(const Finding& finding) {
  ImageShape shape;
  const auto png = corpus_->FindingDirectory(finding) / "image.png";
  index_.Add(finding.signature, finding.Id(), ReadPng(png, &shape));
}

void Collector::RestoreOwn(const Finding& finding, const CampaignState& state,
                           std::size_t position) {
  const FoundRecord& record = state.found[position];
  position_[record.id] = position;
  entry_of_evaluation_[record.evaluation] = record.entry;
  found_.push_back(Summarize(finding, corpus_->FindingDirectory(finding)));
  // Last: without its picture it has no near-copies, but it is a finding still, and gates count it.
  RestoreKnown(finding);
}

bool Collector::Confirm(const LatentBatch& latent, const Judgement& seen, EvaluatedBatch* confirmed,
                        Judgement* judgement) {
  *confirmed = confirmer_.Evaluate(latent, std::span(&seen.expected, 1));
  *judgement = oracle_->Judge(*confirmed)[0];
  return judgement->signature == seen.signature;
}

Entry Collector::MakeEntry(const Proposal& proposal, std::size_t row, std::uint64_t evaluation,
                           int expected) const {
  const Provenance& provenance = proposal.provenance[row];
  const auto latent = proposal.latents.row(row);
  Entry entry;
  entry.latent.assign(latent.begin(), latent.end());
  entry.label = proposal.latents.labels[row];
  entry.expected = expected;
  entry.seed = identity_.seed;
  entry.campaign = identity_.id;
  entry.evaluation = evaluation;
  entry.origin = provenance.origin;
  entry.mutators.assign(provenance.mutators.begin(), provenance.mutators.end());
  for (const std::uint64_t parent : provenance.parents) {
    if (parent == Provenance::kNoParent) continue;
    const auto stored = entry_of_evaluation_.find(parent);
    entry.parents.push_back(stored == entry_of_evaluation_.end() ? fmt::format("eval:{}", parent)
                                                                 : stored->second);
  }
  return entry;
}

Finding Collector::MakeFinding(const Entry& entry, const EvaluatedBatch& confirmed,
                               const Judgement& judgement) const {
  Finding finding;
  finding.entry = entry.Id();
  finding.target = identity_.target;
  finding.signature = judgement.signature;
  finding.generator_uri = shipped_.generator->uri();
  finding.generator_engine = shipped_.generator->engine();
  finding.reference =
      shipped_.reference == nullptr
          ? ExpectedRecord(shipped_.candidate->card(), judgement.signature.reference_label)
          : Record(*shipped_.reference, confirmed.reference.row(0), confirmed.reference.kind,
                   judgement.signature.reference_label, judgement.reference_margin);
  finding.candidate =
      Record(*shipped_.candidate, confirmed.candidate.row(0), confirmed.candidate.kind,
             judgement.signature.candidate_label, judgement.candidate_margin);
  finding.divergence = judgement.divergence;
  finding.noise_floor = oracle_->noise_floor();
  finding.cpu_class = CpuFeatureClass();
  finding.campaign = identity_.id;
  finding.evaluation = entry.evaluation;
  finding.search_batch = identity_.batch;
  finding.confirm_batch = confirmer_.batch_size();
  return finding;
}

void Collector::CountHit(const std::string& id, CampaignState* state) {
  const auto own = position_.find(id);
  ++(own == position_.end() ? state->known_hits[id] : state->found[own->second].hits);
}

std::vector<Outcome> Collector::Collect(const Proposal& proposal, const EvaluatedBatch& batch,
                                        std::span<const Judgement> judgements,
                                        CampaignState* state) {
  std::vector<Outcome> outcomes(judgements.size());
  for (std::size_t i = 0; i < judgements.size(); ++i) {
    const Signature& signature = judgements[i].signature;
    outcomes[i].verdict = signature.verdict;
    outcomes[i].signature = signature;
    state->ties += signature.verdict == Verdict::kTie;
    state->unjudged += !IsJudged(signature);
    if (!IsTrigger(signature.verdict)) continue;
    ++state->triggers;
    if (const auto copied = index_.Find(signature, ToBytes(batch.images.image(i)))) {
      ++state->near_copies;
      CountHit(*copied, state);
      continue;
    }
    EvaluatedBatch confirmed;
    Judgement judgement;
    ++state->confirmations;
    if (!Confirm(proposal.latents.Slice(i, 1), judgements[i], &confirmed, &judgement)) continue;
    ++state->confirmed;

    const std::uint64_t evaluation = state->evaluations + i;
    const Entry entry = MakeEntry(proposal, i, evaluation, judgements[i].expected);
    const Finding finding = MakeFinding(entry, confirmed, judgement);
    const std::string id = finding.Id();
    const auto image = confirmed.images.image(0);
    outcomes[i].finding = true;
    outcomes[i].new_signature = !index_.Knows(signature);
    index_.Add(signature, id, ToBytes(image));
    entry_of_evaluation_[evaluation] = finding.entry;
    position_[id] = state->found.size();
    state->found.push_back({id, finding.entry, evaluation, 0});
    state->last_finding = state->evaluations + judgements.size();
    waiting_.push_back({{entry, finding, EncodePng(image, confirmed.images.shape)},
                        outcomes[i].new_signature,
                        entry.mutators});
  }
  return outcomes;
}

std::vector<StoredFinding> Collector::Store() {
  if (waiting_.empty()) return {};
  std::vector<NewFinding> fresh;
  std::vector<CachedVerdict> verdicts;
  std::vector<StoredFinding> stored;
  for (Waiting& waiting : waiting_) {
    const Finding& finding = waiting.item.finding;
    verdicts.push_back({finding.entry, finding.signature});
    stored.push_back({Summarize(finding, corpus_->FindingDirectory(finding)), waiting.new_signature,
                      std::move(waiting.mutators)});
    fresh.push_back(std::move(waiting.item));
  }
  waiting_.clear();
  corpus_->Add(fresh);
  cache_.Put(identity_.target, EngineClass(shipped_), verdicts);
  for (const StoredFinding& finding : stored) found_.push_back(finding.summary);
  return stored;
}

}  // namespace latentfuzz
