#include <gtest/gtest.h>

#include "latentfuzz/base/error.h"
#include "latentfuzz/strategies/strategy.h"

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
}

TEST(StrategyTable, BadSpacesAndSeedsAreRefused) {
  EXPECT_EQ(ErrorOf({}, {.space = {}}).kind(), ErrorKind::kUsage);
  StrategyContext context = kContext;
  context.seeds.push_back({{1, 2}, -1, "corpus:a"});
  EXPECT_EQ(ErrorOf({}, context).kind(), ErrorKind::kData);
}

}  // namespace
}  // namespace latentfuzz
