#include "latentfuzz/strategies/diffgan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "latentfuzz/base/error.h"
#include "latentfuzz/strategies/domain.h"
#include "toy_pair.h"

namespace latentfuzz {
namespace {

using testing::ElementsAre;

ToyPair Pair() { return ToyPair(16, 0.05, 1.5); }

Trace Explore(const StrategyOptions& options, const LatentSpace& space, std::size_t evaluations) {
  ToyPair pair = Pair();
  return Drive(*MakeStrategy(options, {.space = space, .seed = 1}), pair, evaluations, 64);
}

// Whether evaluation `i` was bred, and is no immigrant.
bool Bred(const Trace& trace, std::size_t i) { return trace.origins[i].empty(); }

bool Inside(const Domain& domain, const Trace& trace, std::size_t from) {
  for (std::size_t i = from; i < trace.size(); ++i) {
    // A prior draw is typical by definition, in its tails too.
    if (from > 0 && !Bred(trace, i)) continue;
    if (!domain.Contains(std::span(trace.latents).subspan(i * 16, 16))) return false;
  }
  return true;
}

TEST(Diffgan, DeclaresItsObjectives) {
  const auto names = [](const std::string& preset) {
    const auto strategy =
        MakeStrategy({.name = "diffgan", .preset = preset}, {.space = {.size = 4}});
    const auto objectives = strategy->objectives();
    return std::vector<std::string>(objectives.begin(), objectives.end());
  };
  EXPECT_THAT(names("sound"), ElementsAre("divergence", "diversity", "implausibility"));
  EXPECT_THAT(names("paper"), ElementsAre("divergence", "diversity"));
}

TEST(Diffgan, PaperPresetFillsTheBoxAndStaysThere) {
  const Trace trace =
      Explore({.name = "diffgan", .preset = "paper", .population = 100, .offspring = 100},
              {.size = 16}, 1000);
  EXPECT_TRUE(Inside(Domain::Box(-1, 1), trace, 0));
  // Uniform first generation: variance 1/3, not that of a normal prior.
  double squares = 0;
  for (std::size_t i = 0; i < 1600; ++i) squares += std::pow(trace.latents[i], 2);
  EXPECT_NEAR(squares / 1600, 1.0 / 3, 0.03);
}

TEST(Diffgan, ImmigrantsAreAShareOfTheOffspring) {
  for (const auto& [share, bred] : {std::pair{0.0, 1.0}, {0.5, 0.5}, {1.0, 0.0}}) {
    const Trace trace =
        Explore({.name = "diffgan", .population = 64, .offspring = 64, .immigrants = share},
                {.size = 16}, 1064);
    double count = 0;
    for (std::size_t i = 64; i < trace.size(); ++i) count += Bred(trace, i);
    EXPECT_NEAR(count / 1000, bred, share == 0.5 ? 0.08 : 0) << share;
  }
}

TEST(Diffgan, PaperPresetCrossesNearlyAlwaysAndMutatesOneInTen) {
  const Trace trace =
      Explore({.name = "diffgan", .preset = "paper", .population = 500, .offspring = 2000},
              {.size = 16}, 2500);
  std::map<std::string_view, int> uses;
  for (const auto& names : trace.mutators) {
    for (const auto name : names) ++uses[name];
  }
  ASSERT_EQ(uses.size(), 2U);
  // Copies (neither operator: 9 %, and mutations that changed no gene) are bred again.
  EXPECT_NEAR(uses["sbx"] / 2000.0, 0.9 / (1 - 0.1 * (1 - 0.1 * 0.65)), 0.02);
  EXPECT_NEAR(uses["polynomial"] / 2000.0, 0.105, 0.025);
}

TEST(Diffgan, PaperPresetTakesAUniformPriorsOwnBoundsAndNoSeeds) {
  const LatentSpace space{.size = 16, .prior = Prior::kUniform, .low = 2, .high = 5};
  const StrategyContext context{
      .space = space, .seeds = {{std::vector<float>(16, 3.0F), -1, "corpus:a"}}, .seed = 1};
  ToyPair pair = Pair();
  const auto strategy =
      MakeStrategy({.name = "diffgan", .preset = "paper", .population = 50}, context);
  const Trace trace = Drive(*strategy, pair, 200, 64);
  EXPECT_TRUE(Inside(Domain::Box(2, 5), trace, 0));
  EXPECT_EQ(trace.origins[0], "prior");
}

TEST(Diffgan, SoundPresetKeepsChildrenTypical) {
  const LatentSpace box{.size = 16, .prior = Prior::kUniform, .low = 0, .high = 1};
  for (const LatentSpace& space : {LatentSpace{.size = 16}, box}) {
    const Trace trace =
        Explore({.name = "diffgan", .population = 64, .offspring = 64}, space, 2000);
    EXPECT_TRUE(Inside(Domain::Typical(space), trace, 64));
  }
}

TEST(Diffgan, SoundPresetDrawsAQuarterOfItsChildrenAfresh) {
  const Trace trace =
      Explore({.name = "diffgan", .population = 100, .offspring = 100}, {.size = 16}, 2100);
  int fresh = 0;
  for (std::size_t i = 100; i < trace.size(); ++i) fresh += !Bred(trace, i);
  EXPECT_NEAR(fresh / 2000.0, 0.25, 0.03);
}

TEST(Diffgan, SoundPresetUsesEveryMutatorThatSuitsTheSpace) {
  const auto count = [](const LatentSpace& space) {
    std::map<std::string_view, int> uses;
    for (const auto& names : Explore({.name = "diffgan", .population = 64}, space, 2000).mutators) {
      for (const auto name : names) ++uses[name];
    }
    return uses.size();
  };
  EXPECT_EQ(count({.size = 16}), 7U);
  EXPECT_EQ(count({.size = 16, .prior = Prior::kUniform}), 5U);
}

TEST(Diffgan, MutatorsCanBeChosen) {
  const Trace trace =
      Explore({.name = "diffgan", .population = 50, .mutators = {"gaussian"}}, {.size = 16}, 500);
  for (std::size_t i = 50; i < trace.size(); ++i) {
    if (!Bred(trace, i)) continue;
    EXPECT_THAT(trace.mutators[i], ElementsAre("gaussian"));
  }
  const Trace crossed =
      Explore({.name = "diffgan", .population = 50, .mutators = {"slerp"}}, {.size = 16}, 500);
  for (std::size_t i = 50; i < crossed.size(); ++i) {
    if (!Bred(crossed, i)) continue;
    EXPECT_THAT(crossed.mutators[i], ElementsAre("slerp"));
  }
}

TEST(Diffgan, MutatorsThatCannotWorkAreRefused) {
  const auto refuse = [](const std::string& name, const LatentSpace& space) {
    try {
      MakeStrategy({.name = "diffgan", .mutators = {name}}, {.space = space});
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      EXPECT_NE(std::string(error.what()).find("'" + name + "'"), std::string::npos);
    }
  };
  refuse("label_flip", {.size = 4});
  refuse("pcn", {.size = 4, .prior = Prior::kUniform});
  refuse("sparse_restore", {.size = 4});
  refuse("nonsense", {.size = 4});
}

TEST(Diffgan, LabelFlipReachesOtherLabels) {
  const LatentSpace space{.size = 16, .classes = 3};
  const Trace trace =
      Explore({.name = "diffgan", .population = 30, .mutators = {"label_flip", "pcn"}}, space, 600);
  bool flipped = false;
  for (std::size_t i = 30; i < trace.size(); ++i) {
    if (!Bred(trace, i)) continue;
    const auto& names = trace.mutators[i];
    const bool flip = std::count(names.begin(), names.end(), "label_flip") > 0;
    const int parent = trace.labels[trace.parents[i][0]];
    EXPECT_EQ(trace.labels[i] != parent, flip);
    flipped = flipped || flip;
  }
  EXPECT_TRUE(flipped);
}

struct Counts {
  std::size_t findings, triggers;
};

Counts Count(const StrategyOptions& options, std::uint64_t seed) {
  ToyPair pair = Pair();
  const auto strategy = MakeStrategy(options, {.space = {.size = 16}, .seed = seed});
  Drive(*strategy, pair, 4096, 256);
  return {pair.findings(), pair.triggers()};
}

TEST(Diffgan, FindsMoreThanRandomAtEqualEvaluations) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const auto guided = Count({.name = "diffgan"}, seed);
    const auto random = Count({.name = "random"}, seed);
    EXPECT_GT(guided.findings, random.findings) << "seed " << seed;
    EXPECT_GT(guided.triggers, 2 * random.triggers) << "seed " << seed;
  }
}

}  // namespace
}  // namespace latentfuzz
