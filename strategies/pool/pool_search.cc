#include "latentfuzz/strategies/pool/pool_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "latentfuzz/base/error.h"
#include "latentfuzz/strategies/archive.h"
#include "latentfuzz/strategies/roulette.h"
#include "latentfuzz/strategies/seed_state.h"
#include "latentfuzz/strategies/strategy_spec.h"

namespace latentfuzz {
namespace {

constexpr std::uint64_t kVersion = 1;

[[noreturn]] void Misused(const std::string& message) {
  throw Error(ErrorKind::kUsage, message, "alternate Ask and Tell, one row an evaluation");
}

std::vector<std::string> OrMargin(std::vector<std::string> objectives) {
  if (objectives.empty()) objectives = {"margin"};
  return objectives;
}

}  // namespace

PoolSearch::PoolSearch(const PoolRules& rules, const StrategyOptions& options,
                       StrategyContext context)
    : rules_(rules),
      options_(options),
      context_(std::move(context)),
      capacity_(options.population > 0 ? options.population : rules.capacity),
      starts_(std::min(capacity_, rules.starts)),
      objectives_(OrMargin(options.objectives)),
      energy_(FindEnergy(options.energy)),
      operators_(ChooseMutators(options.mutators, rules.mutators, context_.space), context_.space,
                 options.scheduler, true),
      domain_(ChooseDomain(options.domain, context_.space, context_.seeds)) {
  Rng rng(context_.seed, StreamPurpose::kSeeds);
  context_.seeds = DrawSeeds(context_.seeds, std::max<std::size_t>(1, starts_ / 2), context_.space,
                             energy_, rng);
  std::reverse(context_.seeds.begin(), context_.seeds.end());
}

PoolSearch::Pending PoolSearch::Start(Rng& rng) {
  Pending pending;
  if (context_.seeds.empty()) {
    pending.child = Child::FromPrior(context_.space, rng);
    domain_.Repair(pending.child.latent);
  } else {
    pending.child = Child::FromSeed(context_.space, context_.seeds.back(), rng);
    context_.seeds.pop_back();
  }
  pending.seed = pending.child.latent;
  return pending;
}

PoolSearch::Pending PoolSearch::Breed(Rng& rng) const {
  const std::size_t first = Roulette(energies_, rng);
  const PoolMember& parent = pool_[first];
  Pending pending{{.latent = parent.latent, .label = parent.label}, parent.seed, first};
  Child& child = pending.child;
  child.provenance.parents[0] = parent.evaluation;
  operators_.Apply(
      operators_.all(), domain_, {}, [&](Partner kind) { return Second(kind, first, rng); }, child,
      rng);
  domain_.Repair(child.latent);
  child.Expect(context_.space, parent.expected);
  return pending;
}

SecondLatent PoolSearch::Second(Partner kind, std::size_t first, Rng& rng) const {
  return FindSecond(kind, pool_, first, rng);
}

Proposal PoolSearch::Ask(std::size_t n) {
  if (!pending_.empty()) Misused("Ask was called before the results of the last one");
  if (n == 0) Misused("Ask was called for no latents");
  Proposal proposal;
  proposal.latents.dim = context_.space.size;
  UpdateEnergies();
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t evaluation = next_++;
    Rng rng(context_.seed, StreamPurpose::kBreed, evaluation);
    const bool start = evaluation < starts_ || pool_.empty() || rng.Flip(rules_.fresh);
    Pending pending = start ? Start(rng) : Breed(rng);
    proposal.latents.Append(pending.child.latent, pending.child.label);
    proposal.provenance.push_back(pending.child.provenance);
    proposal.expected.push_back(pending.child.expected);
    pending_.push_back(std::move(pending));
  }
  return proposal;
}

void PoolSearch::UpdateEnergies() {
  std::vector<latentfuzz::Start> starts;
  for (const PoolMember& each : pool_) starts.push_back(each.AsStart(context_.space));
  energies_ = energy_.energies(starts);
}

void PoolSearch::Tell(const Evaluations& evaluations) {
  const std::size_t count = pending_.size();
  const std::size_t width = objectives_.size();
  if (evaluations.outcomes.size() != count || evaluations.objectives.size() != count * width) {
    Misused("Tell was called with " + std::to_string(evaluations.outcomes.size()) +
            " outcomes and " + std::to_string(evaluations.objectives.size()) +
            " objective values for " + std::to_string(count) + " latents");
  }
  std::vector<Pending> told = std::exchange(pending_, {});
  const std::span<const double> rows = evaluations.objectives;
  for (std::size_t i = 0; i < count; ++i) {
    const Outcome& outcome = evaluations.outcomes[i];
    operators_.Credit(told[i].child.provenance, outcome);
    const std::optional<std::size_t> parent = told[i].parent;
    Learn(
        MakeMember(std::move(told[i]), next_ - count + i, rows.subspan(i * width, width), outcome),
        parent);
  }
  operators_.scheduler().EndRound();
}

PoolMember PoolSearch::MakeMember(Pending pending, std::uint64_t evaluation,
                                  std::span<const double> objectives,
                                  const Outcome& outcome) const {
  PoolMember individual{.latent = std::move(pending.child.latent),
                        .seed = std::move(pending.seed),
                        .label = pending.child.label,
                        .expected = pending.child.expected,
                        .evaluation = evaluation,
                        .signature = outcome.signature,
                        .quality = objectives.front()};
  const auto margin = std::find(objectives_.begin(), objectives_.end(), "margin");
  if (margin != objectives_.end()) {
    individual.margin = objectives[static_cast<std::size_t>(margin - objectives_.begin())];
  }
  return individual;
}

std::string PoolSearch::Configuration() const {
  return StrategySpec(options_) + ", " + Describe(context_.space) + ", seed " +
         std::to_string(context_.seed);
}

std::string PoolSearch::Save() const {
  if (!pending_.empty()) {
    throw Error(ErrorKind::kUsage, "Save was called between Ask and Tell",
                "save a strategy after Tell");
  }
  StateWriter writer(rules_.name, kVersion);
  writer.PutText("configuration", Configuration());
  writer.PutNumber("next", next_);
  SaveSeeds(context_.seeds, writer);
  SaveDomain(domain_, writer);
  operators_.scheduler().Save(writer);
  ArchiveWriter archive;
  archive.List(pool_);
  archive.Save(writer, "pool");
  return writer.Bytes();
}

void PoolSearch::Load(std::string_view state) {
  const StateReader reader(rules_.name, kVersion, state);
  reader.Require("configuration", Configuration());
  const std::uint64_t next = reader.GetNumber("next");
  std::vector<SeedLatent> seeds = LoadSeeds(reader, context_.space.size);
  const Domain domain = LoadDomain(reader, domain_);
  std::vector<PoolMember> pool;
  ArchiveReader archive(reader, "pool", context_.space.size);
  archive.List(pool);
  archive.Finish();
  if (pool.size() > capacity_) reader.Damaged("pool");
  for (const PoolMember& each : pool) {
    if (each.latent.empty() || each.seed.empty()) reader.Damaged("pool");
  }
  operators_.scheduler().Load(reader);
  next_ = next;
  context_.seeds = std::move(seeds);
  domain_ = domain;
  pool_ = std::move(pool);
  pending_.clear();
  Restore();
}

}  // namespace latentfuzz
