// Genetic searches around encodings of real images.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "latentfuzz/tests/harness/e2e/program.h"

namespace latentfuzz::e2e {
namespace {

nlohmann::json StatsOf(const std::filesystem::path& directory, const std::string& preset) {
  const std::filesystem::path stats = directory / (preset + ".json");
  const Finished finished = Execute(
      ZooRun(directory / preset, {"--strategy", "genai", "--preset", preset, "--seeds", "20",
                                  "--step", "wide", "--evals", "700", "--stats", stats.string()}));
  EXPECT_EQ(finished.exit, 0) << finished.err;
  return nlohmann::json::parse(samples::ReadFile(stats));
}

TEST(Genai, ChecksSeedsThenSearchesAroundThem) {
  const samples::TemporaryDirectory directory;
  for (const std::string preset : {"sound", "paper"}) {
    const nlohmann::json stats = StatsOf(directory.path(), preset);
    EXPECT_EQ(stats.at("evaluations"), 700) << preset;
    const nlohmann::json& mutators = stats.at("mutators");
    // A seed is evaluated once, as it is.
    EXPECT_EQ(mutators.at("encoded").at("evals"), 20) << preset;
    // Of the pair's 20 seeds most are viable: 25 mutations each, and what was bred from them.
    EXPECT_EQ(mutators.at("gaussian").at("evals"), 680) << preset;
    EXPECT_GT(mutators.at("one_point").at("evals"), 0) << preset;
  }
}

}  // namespace
}  // namespace latentfuzz::e2e
