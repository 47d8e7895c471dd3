#include "latentfuzz/strategies/random_search.h"

#include <algorithm>
#include <utility>

#include "latentfuzz/base/error.h"
#include "latentfuzz/strategies/prior.h"
#include "latentfuzz/strategies/seed_state.h"

namespace latentfuzz {
namespace {

constexpr const char* kName = "random";
constexpr std::uint64_t kVersion = 1;

class RandomSearch : public Strategy {
 public:
  explicit RandomSearch(StrategyContext context) : context_(std::move(context)) {}

  std::span<const std::string> objectives() const override { return {}; }

  Proposal Ask(std::size_t n) override {
    if (n == 0) throw Error(ErrorKind::kUsage, "Ask was called for no latents");
    Proposal proposal;
    proposal.latents = LatentBatch(n, context_.space.size);
    proposal.provenance.resize(n);
    proposal.expected.resize(n, kNoLabel);
    for (std::size_t i = 0; i < n; ++i) Propose(next_++, i, proposal);
    return proposal;
  }

  void Tell(const Evaluations&) override {}

  std::string Save() const override {
    StateWriter writer(kName, kVersion);
    writer.PutText("configuration", Configuration());
    writer.PutNumber("next", next_);
    SaveSeeds(context_.seeds, writer);
    return writer.Bytes();
  }

  void Load(std::string_view state) override {
    const StateReader reader(kName, kVersion, state);
    reader.Require("configuration", Configuration());
    const std::uint64_t next = reader.GetNumber("next");
    context_.seeds = LoadSeeds(reader, context_.space.size);
    next_ = next;
  }

 private:
  void Propose(std::uint64_t evaluation, std::size_t row, Proposal& proposal) const {
    Rng rng(context_.seed, StreamPurpose::kPrior, evaluation);
    const std::span<float> latent = proposal.latents.row(row);
    if (evaluation < context_.seeds.size()) {
      const SeedLatent& seed = context_.seeds[evaluation];
      std::copy(seed.latent.begin(), seed.latent.end(), latent.begin());
      proposal.latents.labels[row] = SeedLabel(context_.space, seed, rng);
      proposal.expected[row] = seed.label;
      proposal.provenance[row].origin = seed.origin;
      return;
    }
    DrawPrior(context_.space, rng, latent);
    proposal.latents.labels[row] = DrawLabel(context_.space, rng);
    proposal.provenance[row].origin = "prior";
  }

  std::string Configuration() const {
    return Describe(context_.space) + ", seed " + std::to_string(context_.seed);
  }

  StrategyContext context_;
  std::uint64_t next_ = 0;  // number of the next evaluation
};

}  // namespace

std::unique_ptr<Strategy> MakeRandomSearch(const StrategyOptions&, StrategyContext context) {
  return std::make_unique<RandomSearch>(std::move(context));
}

}  // namespace latentfuzz
