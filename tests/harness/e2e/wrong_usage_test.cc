// Commands that are themselves wrong.
#include <gmock/gmock.h>

#include "latentfuzz/tests/harness/e2e/toy_files.h"

namespace latentfuzz::e2e {
namespace {

namespace fs = std::filesystem;

class WrongUsage : public ToyFilesTest {};

TEST_F(WrongUsage, OfTheCommandLine) {
  ExpectRefused(Execute({}), 2, "subcommand");
  ExpectRefused(Execute({"rum"}), 2, "rum");
  ExpectRefused(Execute({"run"}), 2, "CORPUS");
  ExpectRefused(Execute({"run", "c"}), 2, "--candidate");
  ExpectRefused(RunPair({"--evlas", "5"}), 2, "--evlas");
  ExpectRefused(RunPair({"--evals"}), 2, "");
  ExpectRefused(RunPair({"--seed", "-1"}), 2, "--seed");
  ExpectRefused(RunPair({"--seed", "one"}), 2, "--seed");
  ExpectRefused(RunPair({"--seed", "18446744073709551616"}), 2,
                "'18446744073709551616' is not a whole number from 0 to 18446744073709551615");
  ExpectRefused(Execute({"demo", "--evals", "1.5"}), 2, "'1.5' is not a whole number");
  ExpectRefused(RunPair({"--max-rate", "1.5"}), 2, "--max-rate");
  ExpectRefused(RunPair({"--max-findings", "few"}), 2, "--max-findings");
  ExpectRefused(RunPair({"--radius", "-1"}), 2, "--radius");
  ExpectRefused(RunPair({"--batch", "1"}), 2, "--batch");
  ExpectRefused(RunPair({"--time", "soon"}), 2, "soon");
  ExpectRefused(RunPair({"--labels", "x.gz"}), 2, "--images");
  // A single classifier is not what who names an empty reference means to test.
  for (const char* flag : {"--reference", "--judge", "--features", "--images"}) {
    ExpectRefused(RunPair({flag, ""}), 2, flag);
  }
  EXPECT_FALSE(fs::exists(At("c")));
}

TEST_F(WrongUsage, OfNamesInTables) {
  ExpectRefused(RunPair({"--strategy", "annealing"}), 2, "annealing");
  ExpectRefused(RunPair({"--preset", "loud"}), 2, "loud");
  ExpectRefused(RunPair({"--scheduler", "fair"}), 2, "fair");
}

TEST_F(WrongUsage, ZeroEvaluations) {
  Finished finished =
      Execute({"run", "--evals", "0", "--reference", "zoo:fashion-cnn", "--candidate",
               "zoo:fashion-cnn", "--generator", "zoo:fashion-vae", At("c").string()});
  ExpectRefused(finished, 2, "--evals");
}

TEST_F(WrongUsage, OfTheConfigurationFile) {
  const auto config = [&](const std::string& toml) {
    samples::WriteFile(At("x.toml"), toml);
    return RunPair({"--config", At("x.toml").string()});
  };
  ExpectRefused(config("sead = 1\n"), 2, "x.toml:1: unknown key 'sead'");
  ExpectRefused(config("\nseed = \"one\"\n"), 2, "x.toml:2");
  ExpectRefused(config("seed = = 1\n"), 2, "x.toml:1");
  ExpectRefused(RunPair({"--config", "no.toml"}), 2, "no.toml");
}

TEST_F(WrongUsage, StatisticsThatCannotBeWritten) {
  ExpectRefused(RunPair({"--stats", "/no/such/folder/x.json"}), 4, "/no/such/folder/x.json");
  EXPECT_FALSE(fs::exists(At("c") / "findings"));
}

TEST_F(WrongUsage, RealImagesThatCannotBeUsed) {
  samples::WriteFile(At("images"), "text");
  samples::WriteFile(At("labels"), "text");
  ExpectRefused(RunPair({"--images", At("images").string(), "--labels", At("labels").string()}), 4,
                "images");
  ExpectRefused(RunPair({"--images", "no.gz", "--labels", "no.gz"}), 4, "no.gz");
  ExpectRefused(RunPair({"--images", "no-folder"}), 4, "no-folder");
}

}  // namespace
}  // namespace latentfuzz::e2e
