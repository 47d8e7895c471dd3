#include "latentfuzz/harness/comparison/files.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include "latentfuzz/adapters/png.h"
#include "latentfuzz/base/error.h"
#include "latentfuzz/harness/comparison/plot.h"
#include "latentfuzz/tests/corpus/samples.h"
#include "latentfuzz/tests/harness/comparison/made_up.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(ComparisonFiles, OneRowARun) {
  EXPECT_EQ(RunsCsv(toy::MadeUpComparison()),
            "strategy,seed,findings,signatures,triggers,near_copies,first_finding,evaluations,"
            "seconds,evaluations_per_second\n"
            "random,1,0,0,0,0,8,8,2,5.5\n"
            "\"b,'c'\",1,2,1,4,2,2,8,2,5.5\n"
            "random,2,1,1,2,1,7,8,2,5.5\n"
            "\"b,'c'\",2,3,2,6,3,1,8,2,5.5\n");
}

TEST(ComparisonFiles, OneRowAFigure) {
  Comparison comparison = toy::MadeUpComparison();
  EXPECT_EQ(FiguresCsv(comparison), "strategy,seed,figure,value\n");
  comparison.runs[1].figures = {{"viable_seeds", 93}, {"mean_generations", 2.5}};
  EXPECT_EQ(FiguresCsv(comparison),
            "strategy,seed,figure,value\n"
            "\"b,'c'\",1,viable_seeds,93\n"
            "\"b,'c'\",1,mean_generations,2.5\n");
}

TEST(ComparisonFiles, OneRowAPointOfACurve) {
  const std::string csv = CurvesCsv(toy::MadeUpComparison());
  EXPECT_THAT(csv, StartsWith("strategy,seed,evaluations,findings,signatures\nrandom,1,0,0,0\n"));
  EXPECT_THAT(csv, HasSubstr("\"b,'c'\",1,3,1,1\n\"b,'c'\",1,4,2,1\n"));
  EXPECT_EQ(std::ranges::count(csv, '\n'), 1 + 4 * 9);
}

// After eight evaluations: findings 0, 1 and 2, 3; signatures 0, 1 and 1, 2.
TEST(ComparisonFiles, QuartilesOverTheRuns) {
  const std::string csv = BandsCsv(toy::MadeUpComparison());
  EXPECT_THAT(csv,
              StartsWith("evaluations,random findings lower quartile,random findings median,"));
  EXPECT_THAT(csv, HasSubstr("\n8,0.25,0.5,0.75,0.25,0.5,0.75,2.25,2.5,2.75,1.25,1.5,1.75\n"));
}

class ComparisonPlots : public ::testing::Test {
 protected:
  fs::path At(const char* name) const { return directory_.path() / "o'd d" / name; }
  samples::TemporaryDirectory directory_;
};

// A strategy with a quote and a comma in its name, and a folder with a space.
TEST_F(ComparisonPlots, AreDrawn) {
  const std::string missing = WriteComparison(toy::MadeUpComparison(), At(""));
  if (missing.find("not installed") != std::string::npos) GTEST_SKIP() << missing;
  EXPECT_EQ(missing, "");
  for (const char* name : {"findings.png", "signatures.png"}) {
    ImageShape shape;
    ReadPng(At(name), &shape);
    EXPECT_EQ(shape.width, 1520);
  }
  for (const char* name : {"findings.svg", "signatures.svg"}) {
    const std::string svg = samples::ReadFile(At(name));
    EXPECT_THAT(svg, HasSubstr("b,'c'"));
    EXPECT_THAT(svg, HasSubstr("</svg>"));
  }
}

TEST_F(ComparisonPlots, EveryStrategyIsNamed) {
  for (const char* ending : {"", "?mutators=polynomial+gaussian"}) {
    Comparison comparison;
    comparison.evaluations = 8;
    for (int i = 1; i <= 9; ++i) {
      comparison.strategies.push_back("strategy-" + std::to_string(i) + ending);
      comparison.runs.push_back(toy::MadeUpRun(comparison.strategies.back(), 1, {{0, true}}));
    }
    const std::string missing = WriteComparison(comparison, At(""));
    if (missing.find("not installed") != std::string::npos) GTEST_SKIP() << missing;
    const std::string svg = samples::ReadFile(At("findings.svg"));
    for (const std::string& name : comparison.strategies) EXPECT_THAT(svg, HasSubstr(name));
  }
}

TEST_F(ComparisonPlots, WithoutGnuplotThereAreTablesAndData) {
  const std::string path = ::getenv("PATH");
  ::setenv("PATH", "/nowhere", 1);
  const std::string missing = WriteComparison(toy::MadeUpComparison(), At(""));
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_THAT(missing, HasSubstr("gnuplot is not installed (Debian: gnuplot-nox)"));
  for (const char* name : {"table.md", "runs.csv", "curves.csv", "bands.csv", "plot.gp"}) {
    EXPECT_TRUE(fs::exists(At(name))) << name;
  }
  EXPECT_FALSE(fs::exists(At("findings.png")));
}

TEST_F(ComparisonPlots, AFailureIsTold) {
  WriteComparison(toy::MadeUpComparison(), At(""));
  samples::WriteFile(At("plot.gp"), "exit status 3\n");
  EXPECT_THAT(DrawPlots(At("")),
              ::testing::AnyOf(HasSubstr("failed with status 3"), HasSubstr("not installed")));
}

TEST_F(ComparisonPlots, AFolderThatCannotBeMade) {
  samples::WriteFile(directory_.path() / "o'd d", "a file");
  EXPECT_THROW(WriteComparison(toy::MadeUpComparison(), At("")), Error);
}

}  // namespace
}  // namespace latentfuzz
