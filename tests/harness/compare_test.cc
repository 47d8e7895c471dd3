#include "latentfuzz/harness/compare.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <string>
#include <utility>

#include "latentfuzz/base/error.h"
#include "latentfuzz/tests/corpus/samples.h"
#include "latentfuzz/tests/harness/toy_models.h"

namespace latentfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Counts what it is told.
class Listener : public ComparisonObserver {
 public:
  void OnStart(const std::string&, std::uint64_t, std::uint64_t resumed_at) override {
    resumed.push_back(resumed_at);
  }
  void OnBatch(const Progress&) override { ++batches; }
  void OnRun(const ComparisonRun&) override { ++runs; }
  std::vector<std::uint64_t> resumed;
  int batches = 0, runs = 0;
};

class CompareTest : public ::testing::Test {
 protected:
  Comparison RunWith(const CampaignOptions& options, std::size_t repeats,
                     const std::atomic<bool>* stop = nullptr) {
    return Compare(options, target_, {"random", "diffgan:paper"}, repeats,
                   (directory_.path() / "runs").string(), &told_, stop);
  }
  Comparison Run(std::size_t repeats, const std::atomic<bool>* stop = nullptr) {
    return RunWith(toy::MakeOptions("unused", 128), repeats, stop);
  }
  samples::TemporaryDirectory directory_;
  Target target_ = toy::MakePair(0.05);
  Listener told_;
};

TEST_F(CompareTest, RunsEachStrategyWithEachSeedAtEqualEvaluations) {
  const Comparison comparison = Run(3);
  ASSERT_EQ(comparison.runs.size(), 6U);
  EXPECT_EQ(told_.runs, 6);
  EXPECT_GE(told_.batches, 6 * 128 / 32);
  EXPECT_TRUE(comparison.complete);
  EXPECT_EQ(comparison.evaluations, 128U);
  // Seed by seed, so that a comparison that is cut short is still even.
  EXPECT_EQ(comparison.runs[0].strategy, "random");
  EXPECT_EQ(comparison.runs[1].strategy, "diffgan:paper");
  EXPECT_EQ(comparison.runs[1].seed, comparison.runs[0].seed);
  EXPECT_EQ(comparison.runs[2].seed, comparison.runs[0].seed + 1);
  for (const ComparisonRun& run : comparison.runs) {
    EXPECT_LE(run.first_finding, 128U);
    EXPECT_GE(run.triggers, run.findings);
    EXPECT_EQ(run.evaluations, 128U);
    EXPECT_EQ(run.discoveries.size(), run.findings);
    EXPECT_EQ(std::ranges::count_if(run.discoveries, &Discovery::new_signature),
              static_cast<std::ptrdiff_t>(run.signatures));
    EXPECT_TRUE(std::ranges::is_sorted(run.discoveries, {}, &Discovery::evaluation));
  }
}

TEST_F(CompareTest, GoesOnWhereItStopped) {
  const std::atomic<bool> stop = true;
  EXPECT_FALSE(Run(2, &stop).complete);
  const Comparison resumed = Run(2);

  const Comparison again = Run(2);
  ASSERT_EQ(again.runs.size(), resumed.runs.size());
  for (std::size_t i = 0; i < again.runs.size(); ++i) {
    EXPECT_EQ(again.runs[i].findings, resumed.runs[i].findings);
    EXPECT_EQ(again.runs[i].first_finding, resumed.runs[i].first_finding);
  }
}

TEST_F(CompareTest, EverySpecificationHasAFolderOfItsOwnThatAnyFileSystemTakes) {
  const std::vector<std::string> strategies{
      "random", "diffgan:sound?population=8",
      "random:sound?population=1234567&mutators=sbx+gaussian+pcn",
      "random:sound?population=1234567&mutators=sbx+gaussian+slerp"};
  const auto folder = directory_.path() / "runs";
  Compare(toy::MakeOptions("unused", 32), target_, strategies, 1, folder.string());
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    EXPECT_LT(name.size(), 80U);
    for (const char c : name) EXPECT_TRUE(std::isalnum(c) != 0 || c == '-' || c == '_') << name;
    names.insert(name);
  }
  EXPECT_EQ(names.size(), 4U);
}

TEST_F(CompareTest, WhatIsCompleteIsNotRunAgain) {
  Run(1);
  const int batches = std::exchange(told_, {}).batches;
  Run(2);
  EXPECT_THAT(told_.resumed, ElementsAre(128, 128, 0, 0));
  EXPECT_EQ(told_.batches, batches);
}

TEST_F(CompareTest, MoreEvaluationsGoOnFromFewer) {
  Run(1);
  told_ = {};
  const Comparison longer = RunWith(toy::MakeOptions("unused", 256), 1);
  EXPECT_THAT(told_.resumed, ElementsAre(128, 128));
  EXPECT_EQ(longer.runs[0].evaluations, 256U);
}

TEST_F(CompareTest, FewerEvaluationsThanWereSpentAreRefused) {
  Run(1);
  try {
    RunWith(toy::MakeOptions("unused", 64), 1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_THAT(error.what(), HasSubstr("random-1 has had 128 evaluations, more than --evals 64"));
  }
}

TEST_F(CompareTest, FindingsOfOtherOptionsAreRefused) {
  const auto before = Run(1);
  ASSERT_GT(before.runs[0].findings, 0U);
  CampaignOptions options = toy::MakeOptions("unused", 128);
  options.batch = 16;
  try {
    RunWith(options, 1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_THAT(error.what(), HasSubstr("random-1 holds findings of other options"));
  }
  EXPECT_EQ(Run(1).runs[0].findings, before.runs[0].findings);
}

}  // namespace
}  // namespace latentfuzz
