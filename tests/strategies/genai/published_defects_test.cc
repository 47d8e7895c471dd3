// The defects of the published artefacts: for each a check that our code passes and that a broken
// variant, made here, does not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "latentfuzz/strategies/genai/genai.h"
#include "latentfuzz/strategies/names.h"
#include "latentfuzz/tests/strategies/genai/toy_classifier.h"

namespace latentfuzz {
namespace {

constexpr std::size_t kDim = 100;

const GenaiPreset& Preset(const char* name) { return FindByName(GenaiPresets(), name, "preset"); }

// --- 1. Crossover cut an axis of length 1: each child cloned one parent.

using Crossover =
    std::function<std::vector<float>(const std::vector<float>&, const std::vector<float>&, Rng&)>;

bool TakesFromBothParents(const Crossover& cross) {
  Rng rng(1, StreamPurpose::kTest);
  const std::vector<float> a(kDim, 1), b(kDim, 2);
  for (int i = 0; i < 200; ++i) {
    const std::vector<float> child = cross(a, b, rng);
    if (child == a || child == b) return false;
  }
  return true;
}

TEST(PublishedDefects, CrossoverTakesFromBothParents) {
  const Crossover ours = [](const auto& a, const auto& b, Rng& rng) {
    const std::vector<Individual> parents{{.latent = a}, {.latent = b}};
    return Breed(parents, a, 0, Domain::None({.size = kDim}), false, rng).latent;
  };
  // A latent of shape [1, d], cut along its first axis.
  const Crossover broken = [](const auto& a, const auto& b, Rng& rng) {
    const std::size_t cut = rng.Below(2);
    return cut == 0 ? b : a;
  };
  EXPECT_TRUE(TakesFromBothParents(ours));
  EXPECT_FALSE(TakesFromBothParents(broken));
}

// --- 3. Seeds were checked under other settings of the decoder than the search used.

// The check of a seed comes through the same door as what follows: as a latent like any other.
TEST(PublishedDefects, SeedsAreCheckedByTheSearchItself) {
  const ToyClassifier classifier(kDim);
  StrategyContext context{
      .space = {.size = kDim}, .seeds = ToySeeds(classifier, kDim, 20), .seed = 1, .single = true};
  const auto strategy = MakeStrategy({.name = "genai", .preset = "paper"}, context);
  // As the search decodes them, latents lose a third of their genes, and some seeds their label.
  const auto decode = [](std::span<float> latent) {
    std::fill(latent.begin(), latent.begin() + kDim / 3, 0.0F);
  };
  const auto evaluate = [&](Proposal proposal) {
    for (std::size_t i = 0; i < proposal.latents.size(); ++i) decode(proposal.latents.row(i));
    return classifier.Evaluate(proposal, strategy->objectives());
  };
  std::size_t viable = 0;
  for (const SeedLatent& seed : context.seeds) {
    std::vector<float> decoded = seed.latent;
    decode(decoded);
    viable += classifier.Label(decoded) == seed.label ? 1U : 0U;
  }
  ASSERT_TRUE(viable > 0 && viable < 20) << viable;
  const Proposal checks = strategy->Ask(20);
  for (const Provenance& each : checks.provenance) EXPECT_FALSE(each.origin.empty());
  strategy->Tell(evaluate(checks));
  std::set<std::uint64_t> searched;
  const Proposal next = strategy->Ask(1000);
  for (const Provenance& each : next.provenance) searched.insert(each.parents[0]);
  EXPECT_EQ(searched.size(), viable);
}

// --- 4. The reset step was twice delta_init.

using NextStep = std::function<double(double step, double best, double before)>;

bool ResetsToTheFirstStep(const NextStep& next, double first) {
  double step = first;
  for (int i = 0; i < 3; ++i) step = next(step, 0.5, 0.5);
  return next(step, 0.25, 0.5) == first;
}

StepRule Rule(const char* preset) {
  StepRule rule = Preset(preset).rules.step;
  rule.initial = 0.01;
  return rule;
}

TEST(PublishedDefects, TheResetStepIsTheFirstOne) {
  const auto next = [](const StepRule& rule) {
    return
        [rule](double step, double best, double before) { return rule.Next(step, best, before); };
  };
  EXPECT_TRUE(ResetsToTheFirstStep(next(Rule("sound")), 0.01));
  // The paper preset keeps the defect, with which its results were made.
  EXPECT_FALSE(ResetsToTheFirstStep(next(Rule("paper")), 0.01));
  const NextStep broken = [](double step, double best, double before) {
    return best < before ? 2 * 0.01 : 2 * step;
  };
  EXPECT_FALSE(ResetsToTheFirstStep(broken, 0.01));
}

// --- 6. Doubling had no bound, and the box is no constraint on validity: searches that stagnate
// ended in its corners.

// Largest norm met in `generations` generations without an improvement.
double LargestNorm(const StepRule& rule, const Domain& domain) {
  Rng rng(1, StreamPurpose::kTest);
  Individual seed;
  seed.latent.resize(kDim);
  for (float& gene : seed.latent) gene = static_cast<float>(rng.Normal());
  double step = rule.initial, largest = 0;
  for (int generation = 0; generation < 250; ++generation) {
    const Individual child = Mutate(seed, step, domain.Including(seed.latent), rng);
    double sum = 0;
    for (const float gene : child.latent) sum += static_cast<double>(gene) * gene;
    largest = std::max(largest, std::sqrt(sum));
    step = rule.Next(step, 0.5, 0.5);
  }
  return largest;
}

TEST(PublishedDefects, StagnationDoesNotLeaveThePrior) {
  const double typical = Domain::Shell(kDim).radius_high;
  const Domain box = Domain::Box(-4, 4);
  EXPECT_LT(LargestNorm(Rule("sound"), Domain::Typical({.size = kDim})), 1.001 * typical);
  // Even where nothing else holds it back, the step has a bound.
  EXPECT_LT(LargestNorm(Rule("sound"), Domain::None({.size = kDim})), 1.5 * typical);
  // The corners: +-4 in every gene, a norm of 40.
  EXPECT_NEAR(LargestNorm(Rule("paper"), box), 40, 1e-3);
  EXPECT_NEAR(LargestNorm({.initial = 0.01}, box), 40, 1e-3);
  EXPECT_GT(LargestNorm({.initial = 0.01}, Domain::None({.size = kDim})), 1e6);
}

TEST(PublishedDefects, AfterManyStagnationsLatentsAreFinite) {
  for (const char* name : {"sound", "paper", "sinvad"}) {
    const auto strategy =
        MakeStrategy({.name = "genai", .preset = name, .generations = 2000, .seeds = 1},
                     {.space = {.size = 4},
                      .seeds = {{{1, 0, 2, -1}, 0, "encoded:0"}},
                      .seed = 1,
                      .single = true});
    while (!strategy->Done()) {
      const Proposal proposal = strategy->Ask(64);
      for (const float gene : proposal.latents.values) ASSERT_TRUE(std::isfinite(gene)) << name;
      const std::size_t n = proposal.latents.size();
      strategy->Tell(
          {std::vector<double>(n * strategy->objectives().size(), 0.5), std::vector<Outcome>(n)});
    }
  }
}

// --- 7. The fitness was that of raw scores, where the paper says softmax: both have a name.

TEST(PublishedDefects, TheFitnessSaysWhichScoresItIsMadeOf) {
  EXPECT_EQ(Preset("sound").fitness, "probabilities");
  EXPECT_EQ(Preset("paper").fitness, "logits");
  const ToyClassifier classifier(kDim);
  Proposal proposal;
  proposal.latents = LatentBatch(1, kDim);
  proposal.latents.values.assign(kDim, 1);
  proposal.expected = {classifier.Label(proposal.latents.row(0))};
  const auto value = [&](const char* fitness) {
    const GenaiFitness& row = FindByName(GenaiFitnessTable(), fitness, "fitness");
    const std::vector<std::string> names(row.objectives.begin(), row.objectives.end());
    return row.Of(classifier.Evaluate(proposal, names).objectives, 0);
  };
  EXPECT_LE(value("probabilities"), 1);
  EXPECT_GT(value("logits"), 1);
}

}  // namespace
}  // namespace latentfuzz
