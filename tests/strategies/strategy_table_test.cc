#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "latentfuzz/base/error.h"
#include "latentfuzz/strategies/domain.h"
#include "latentfuzz/strategies/strategy.h"
#include "latentfuzz/tests/strategies/toy_pair.h"

namespace latentfuzz {
namespace {

Error ErrorOf(const StrategyOptions& options, const StrategyContext& context) {
  try {
    MakeStrategy(options, context);
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  return Error(ErrorKind::kIo, "");
}

const StrategyContext kContext{.space = {.size = 4}};

TEST(StrategyTable, EveryRowIsMadeByItsName) {
  for (const StrategyEntry& entry : StrategyTable()) {
    const auto strategy = MakeStrategy({.name = std::string(entry.name)}, kContext);
    EXPECT_EQ(strategy->Ask(3).latents.dim, 4U) << entry.name;
    EXPECT_FALSE(entry.summary.empty());
  }
}

TEST(StrategyTable, EveryPresetIsMade) {
  for (const StrategyEntry& entry : StrategyTable()) {
    EXPECT_FALSE(entry.presets.empty()) << entry.name;
    for (const std::string_view preset : entry.presets) {
      EXPECT_NE(
          MakeStrategy({.name = std::string(entry.name), .preset = std::string(preset)}, kContext),
          nullptr);
    }
  }
  EXPECT_EQ(ErrorOf({.name = "diffgan", .preset = "sinvad"}, kContext).kind(), ErrorKind::kUsage);
}

TEST(StrategyTable, UnknownWordsListTheKnownOnes) {
  const auto expect = [](const StrategyOptions& options, const std::string& hint) {
    const Error error = ErrorOf(options, kContext);
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_NE(std::string(error.what()).find("'x'"), std::string::npos) << error.what();
    EXPECT_NE(error.hint().find(hint), std::string::npos) << error.hint();
  };
  expect({.name = "x"}, "diffgan");
  expect({.name = "random", .preset = "x"}, "paper");
  expect({.name = "genai", .preset = "x"}, "sinvad");
  expect({.name = "genai", .step = "x"}, "high");
  expect({.name = "genai", .fitness = "x"}, "logits");
  expect({.name = "random", .scheduler = "x"}, "uniform");
  expect({.name = "random", .mutators = {"x"}}, "slerp");
  expect({.name = "random", .energy = "x"}, "rarity");
  expect({.name = "random", .domain = "x"}, "shell");
}

TEST(StrategyTable, TruncationLiesAboveZeroAndUpToOne) {
  for (const double psi : {0.0, -0.5, 1.5, std::nan("")}) {
    EXPECT_EQ(ErrorOf({.name = "random", .truncation = psi}, kContext).kind(), ErrorKind::kUsage);
  }
}

TEST(StrategyTable, WeightsNeedTheScheduler) {
  const Error error = ErrorOf({.name = "diffgan", .mutators = {"sbx*3", "pcn"}}, kContext);
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  EXPECT_NE(std::string(error.what()).find("'sbx*3'"), std::string::npos) << error.what();
  EXPECT_NO_THROW(MakeStrategy(
      {.name = "diffgan", .scheduler = "weighted", .mutators = {"sbx*3", "pcn"}}, kContext));
}

// Every strategy that proposes latents of its own keeps to the domain asked for, and to the
// truncated prior.
TEST(StrategyTable, DomainAndTruncationReachEveryStrategy) {
  StrategyContext context{.space = {.size = 16}};
  for (const StrategyEntry& entry : StrategyTable()) {
    const auto strategy = MakeStrategy(
        {.name = std::string(entry.name), .population = 32, .offspring = 32, .truncation = 0.1},
        context);
    ToyPair pair(16, 0.05, 0.5);
    const Trace trace = Drive(*strategy, pair, 300, 32);
    LatentSpace space = context.space;
    space.truncation = 0.1;
    const Domain shell = Domain::Typical(space);
    double most = 0;
    for (const float gene : trace.latents)
      most = std::max(most, std::abs(static_cast<double>(gene)));
    EXPECT_LE(most, shell.radius_high) << entry.name;
    EXPECT_GT(most, 0.1) << entry.name;
    // One draws and does nothing else; the presets of the other say where latents lie.
    if (entry.name == "random" || entry.name == "genai") continue;
    context.seeds = {{std::vector<float>(16, 0.5F), -1, "a"},
                     {std::vector<float>(16, 1.0F), -1, "b"}};
    const auto boxed = MakeStrategy(
        {.name = std::string(entry.name), .population = 32, .offspring = 32, .domain = "box"},
        context);
    for (const float gene : Drive(*boxed, pair, 300, 32).latents) {
      ASSERT_TRUE(gene >= 0.5F && gene <= 1) << entry.name;
    }
    context.seeds.clear();
  }
}

TEST(StrategyTable, BadSpacesAndSeedsAreRefused) {
  EXPECT_EQ(ErrorOf({}, {.space = {}}).kind(), ErrorKind::kUsage);
  StrategyContext context = kContext;
  context.seeds.push_back({{1, 2}, -1, "corpus:a"});
  EXPECT_EQ(ErrorOf({}, context).kind(), ErrorKind::kData);
}

}  // namespace
}  // namespace latentfuzz
