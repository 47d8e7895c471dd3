// What the commands do when all is well, and their exit codes.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "latentfuzz/corpus/corpus.h"
#include "latentfuzz/tests/harness/e2e/program.h"
#include "latentfuzz/tests/harness/script_models.h"

namespace latentfuzz::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Commands : public ::testing::Test {
 protected:
  fs::path At(const std::string& name) const { return directory_.path() / name; }
  Finished RunZoo(const std::vector<std::string>& more) { return Execute(ZooRun(At("c"), more)); }
  nlohmann::json Stats() { return nlohmann::json::parse(samples::ReadFile(At("s.json"))); }
  std::vector<std::string> WithStats(std::vector<std::string> more) {
    more.insert(more.end(), {"--stats", At("s.json").string()});
    return more;
  }
  // Folders of the findings.
  std::vector<fs::path> Findings() {
    std::vector<fs::path> folders;
    const Corpus corpus = Corpus::OpenExisting(At("c"));
    for (const Finding& finding : corpus.Findings(nullptr)) {
      folders.push_back(corpus.FindingDirectory(finding));
    }
    return folders;
  }
  fs::path EntryOf(const fs::path& finding) {
    const auto id = nlohmann::json::parse(samples::ReadFile(finding / "finding.json"))
                        .at("entry")
                        .get<std::string>();
    return At("c") / "entries" / id.substr(0, 2) / (id + ".safetensors");
  }

  samples::TemporaryDirectory directory_;
};

TEST_F(Commands, HelpAndVersion) {
  const Finished help = Execute({"--help"});
  EXPECT_EQ(help.exit, 0);
  for (const char* word : {"run", "replay", "list", "doctor", "zoo", "demo", "Exit codes"}) {
    EXPECT_THAT(help.out, HasSubstr(word));
  }
  const Finished run = Execute({"run", "--help"});
  EXPECT_EQ(run.exit, 0);
  EXPECT_THAT(run.out, AllOf(HasSubstr("--max-findings"), HasSubstr("--stagnation"),
                             HasSubstr("--config"), HasSubstr("CORPUS")));
  EXPECT_THAT(Execute({"--version"}).out, StartsWith("latentfuzz 0."));
}

TEST_F(Commands, GatesDecideTheExitCode) {
  const Finished findings = RunZoo(WithStats({"--evals", "1024", "--max-findings", "0"}));
  EXPECT_EQ(findings.exit, 1);
  EXPECT_THAT(findings.out, HasSubstr("FAILED: findings"));
  EXPECT_THAT(findings.out, Not(HasSubstr("PASSED")));
  EXPECT_EQ(Stats().at("exit"), 1);
  EXPECT_GT(Stats().at("findings"), 0);
  // The campaign is spent: the same numbers, other gates.
  EXPECT_EQ(RunZoo({"--evals", "1024", "--max-signatures", "0"}).exit, 1);
  EXPECT_EQ(RunZoo({"--evals", "1024", "--max-rate", "0.0001"}).exit, 1);
  const Finished passed = RunZoo({"--evals", "1024", "--max-rate", "0.9", "--max-findings",
                                  "1000000", "--max-signatures", "1000"});
  EXPECT_EQ(passed.exit, 0);
  EXPECT_THAT(passed.out, HasSubstr("PASSED"));
}

TEST_F(Commands, AModelAgainstItselfHasNoFinding) {
  const Finished finished =
      Execute({"run", "--reference", "zoo:fashion-cnn", "--candidate", "zoo:fashion-cnn?threads=2",
               "--generator", "zoo:fashion-vae", "--evals", "2048", "--batch", "100",
               "--max-findings", "0", "--stats", At("s.json").string(), At("c").string()});
  EXPECT_EQ(finished.exit, 0) << finished.out << finished.err;
  EXPECT_EQ(Stats().at("triggers"), 0);
}

TEST_F(Commands, TinyBudgetsAndBatches) {
  for (const char* evals : {"1", "2", "3"}) {
    const Finished finished = Execute(
        ZooRun(At(evals), {"--evals", evals, "--batch", "2", "--stats", At("s.json").string()}));
    EXPECT_EQ(finished.exit, 0) << finished.err;
    EXPECT_EQ(Stats().at("evaluations"), std::stoi(evals));
  }
}

TEST_F(Commands, AnyPopulation) {
  for (const char* population : {"1", "2", "3", "17"}) {
    const Finished finished = Execute(
        ZooRun(At(population), {"--evals", "200", "--batch", "32", "--population", population,
                                "--offspring", "5", "--stats", At("s.json").string()}));
    EXPECT_EQ(finished.exit, 0) << population << finished.err;
    EXPECT_EQ(Stats().at("evaluations"), 200);
  }
}

// Another space to be diverse in is another campaign, in the same corpus too.
TEST_F(Commands, FeaturesSayWhatIsDiverse) {
  const std::vector<std::string> options = {"--strategy",  "diffgan", "--population", "64",
                                            "--offspring", "64",      "--evals",      "192"};
  const auto with = [&](const std::string& features) {
    std::vector<std::string> all = options;
    if (!features.empty()) all.insert(all.end(), {"--features", features});
    const Finished finished = RunZoo(WithStats(all));
    EXPECT_EQ(finished.exit, 0) << finished.err;
    return Stats().at("campaign").get<std::string>();
  };
  const std::string by_pixels = with(""), by_mlp = with("zoo:fashion-mlp");
  EXPECT_NE(by_mlp, by_pixels);
  EXPECT_EQ(by_mlp, with("zoo:fashion-mlp"));
  EXPECT_EQ(RunZoo({"--features", "zoo:fashion-vae"}).exit, 3);
}

TEST_F(Commands, TimeStops) {
  EXPECT_EQ(RunZoo(WithStats({"--time", "1s"})).exit, 0);
  EXPECT_EQ(Stats().at("stop"), "time");
  EXPECT_GE(Stats().at("seconds"), 1.0);
}

TEST_F(Commands, StagnationStops) {
  EXPECT_EQ(RunZoo(WithStats({"--evals", "1000000", "--radius", "1000", "--stagnation", "256",
                              "--strategy", "random"}))
                .exit,
            0);
  EXPECT_EQ(Stats().at("stop"), "stagnation");
}

TEST_F(Commands, OptionsFromAFile) {
  samples::WriteFile(At("x.toml"),
                     "reference = \"zoo:fashion-cnn\"\ncandidate = \"zoo:fashion-cnn-int8\"\n"
                     "generator = \"zoo:fashion-vae\"\nevals = 256\nseed = 5\n"
                     "strategy = \"random?population=9\"\noffspring = 8\n");
  const Finished finished =
      Execute({"run", "--config", At("x.toml").string(), "--seed", "6", "--strategy",
               "diffgan?population=7", "--stats", At("s.json").string(), At("c").string()});
  EXPECT_EQ(finished.exit, 0) << finished.err;
  EXPECT_EQ(Stats().at("evaluations"), 256);
  EXPECT_EQ(Stats().at("seed"), 6);
  EXPECT_EQ(Stats().at("options").at("strategy"), "diffgan");
  EXPECT_EQ(Stats().at("options").at("population"), 7);
  EXPECT_EQ(Stats().at("options").at("offspring"), 8);
}

TEST_F(Commands, RealImagesAreSeedsAndChecks) {
  const fs::path zoo = fs::path(LATENTFUZZ_SOURCE_DIR) / "zoo";
  const Finished finished =
      RunZoo({"--evals", "256", "--images", (zoo / "fashion-seeds-images-idx3-ubyte.gz").string(),
              "--labels", (zoo / "fashion-seeds-labels-idx1-ubyte.gz").string()});
  EXPECT_EQ(finished.exit, 0) << finished.err;
  EXPECT_THAT(finished.err, AllOf(HasSubstr("real images"), Not(HasSubstr("unknown")),
                                  Not(HasSubstr(" 0 encoded images"))));
}

TEST_F(Commands, ReplayHoldsFromAnywhere) {
  ASSERT_EQ(RunZoo({"--evals", "1024"}).exit, 0);
  const auto findings = Findings();
  ASSERT_FALSE(findings.empty());
  const std::string all = std::to_string(findings.size());
  fs::create_directories(At("elsewhere"));
  const Finished absolute = ExecuteWith({{"replay", At("c").string()}, At("elsewhere")});
  EXPECT_EQ(absolute.exit, 0) << absolute.out << absolute.err;
  EXPECT_THAT(absolute.out, HasSubstr(all + " of " + all + " findings held"));
  EXPECT_EQ(ExecuteWith({{"replay", "../c"}, At("elsewhere")}).exit, 0);

  const std::string folder = findings.front().string();
  for (const std::string& path : {folder, folder + "/", folder + "/finding.json"}) {
    const Finished one = Execute({"replay", path});
    EXPECT_EQ(one.exit, 0) << path << one.err;
    EXPECT_THAT(one.out, AllOf(HasSubstr("HELD disagree-"), HasSubstr("1 of 1 finding held")));
  }
  const Finished entry =
      Execute({"replay", EntryOf(findings.front()).string(), "--reference", "zoo:fashion-cnn",
               "--candidate", "zoo:fashion-cnn-int8", "--generator", "zoo:fashion-vae"});
  EXPECT_EQ(entry.exit, 0) << entry.err;
  ExpectRefused(Execute({"replay", EntryOf(findings.front()).string()}), 2, "which models");
}

TEST_F(Commands, ReplayOfModelsByRelativePath) {
  toy::WritePair(directory_.path(), 0.05);
  ASSERT_EQ(ExecuteWith({{"run", "--reference", "reference.pt", "--candidate", "candidate.pt",
                          "--generator", "generator.pt", "--evals", "64", "c"},
                         directory_.path()})
                .exit,
            0);
  EXPECT_EQ(ExecuteWith({{"replay", "c"}, directory_.path()}).exit, 0);
  fs::create_directories(At("elsewhere"));
  const Finished lost = ExecuteWith({{"replay", "../c"}, At("elsewhere")});
  ExpectRefused(lost, 3, "no model at generator.pt in " + At("elsewhere").string());
  EXPECT_THAT(lost.err, HasSubstr("--candidate"));
  EXPECT_EQ(ExecuteWith({{"replay", "../c", "--generator", "../generator.pt", "--reference",
                          "../reference.pt", "--candidate", "../candidate.pt"},
                         At("elsewhere")})
                .exit,
            0);
}

TEST_F(Commands, ReplayExpectations) {
  ASSERT_EQ(RunZoo({"--evals", "1024"}).exit, 0);
  const std::string corpus = At("c").string();
  EXPECT_EQ(Execute({"replay", corpus, "--expect", "gone"}).exit, 1);
  EXPECT_EQ(Execute({"replay", corpus, "--expect", "any"}).exit, 0);
  // The float net in the place of the int8 one is rid of every failure.
  const Finished mended =
      Execute({"replay", corpus, "--candidate", "zoo:fashion-cnn", "--expect", "gone"});
  EXPECT_EQ(mended.exit, 0) << mended.out;
  EXPECT_THAT(mended.out,
              AllOf(HasSubstr("GONE disagree-"), HasSubstr("-> agree-"), HasSubstr("0 of ")));
  EXPECT_THAT(mended.err, HasSubstr("WARNING: the candidate is another model"));
  EXPECT_EQ(Execute({"replay", corpus, "--candidate", "zoo:fashion-cnn"}).exit, 1);
  ExpectRefused(Execute({"replay", corpus, "--expect", "nothing"}), 2, "--expect");
  ExpectRefused(Execute({"replay", At("no").string()}), 4, "no such file");
}

TEST_F(Commands, ReplayOfDamage) {
  ASSERT_EQ(RunZoo({"--evals", "1024"}).exit, 0);
  const auto findings = Findings();
  ASSERT_GE(findings.size(), 2U);
  fs::remove(findings.back() / "image.png");
  EXPECT_EQ(Execute({"replay", findings.back().string()}).exit, 0);
  samples::WriteFile(findings.front() / "finding.json", "{\"format\": ");
  const Finished corpus = Execute({"replay", At("c").string()});
  EXPECT_EQ(corpus.exit, 4);
  EXPECT_THAT(corpus.err, HasSubstr("WARNING: set aside " + findings.front().string()));
  ExpectRefused(Execute({"replay", findings.front().string()}), 4, "finding.json");
  EXPECT_EQ(samples::ReadFile(findings.front() / "finding.json"), "{\"format\": ");
}

TEST_F(Commands, List) {
  ASSERT_EQ(RunZoo({"--evals", "1024"}).exit, 0);
  const Finished list = Execute({"list", At("c").string()});
  EXPECT_EQ(list.exit, 0);
  const std::string count = std::to_string(Findings().size());
  EXPECT_THAT(list.out, AllOf(HasSubstr(count + " entries, " + count + " findings"),
                              HasSubstr("zoo:fashion-cnn-int8 against zoo:fashion-cnn"),
                              HasSubstr("disagree-")));
  const Finished json = Execute({"list", "--json", At("c").string()});
  EXPECT_EQ(json.exit, 0);
  EXPECT_EQ(nlohmann::json::parse(json.out).at("findings"), Findings().size());
  ExpectRefused(Execute({"list", At("no").string()}), 4, "no");
  samples::WriteFile(At("c") / "entries/ab" / (std::string(64, 'a') + ".safetensors"), "rotten");
  EXPECT_EQ(Execute({"list", At("c").string()}).exit, 4);
}

TEST_F(Commands, Zoo) {
  const Finished zoo = Execute({"zoo"});
  EXPECT_EQ(zoo.exit, 0);
  EXPECT_THAT(zoo.out, AllOf(HasSubstr("zoo:fashion-cnn "), HasSubstr("zoo:fashion-cnn-int8"),
                             HasSubstr("zoo:fashion-vae"), HasSubstr("latent dimensions")));
  const Finished unknown = Execute({"zoo", "fetch", "nothing"});
  EXPECT_EQ(unknown.exit, 2);
  EXPECT_THAT(unknown.err, HasSubstr("mnist"));
  EXPECT_EQ(unknown.out, "") << "no list of models";
}

TEST_F(Commands, DoctorOfAGoodPair) {
  const Finished doctor =
      Execute({"doctor", "zoo:fashion-cnn", "zoo:fashion-cnn-int8", "zoo:fashion-vae"});
  EXPECT_EQ(doctor.exit, 0) << doctor.out;
  EXPECT_THAT(doctor.out, AllOf(HasSubstr("clean agreement"), HasSubstr("noise: batch 1"),
                                HasSubstr("fingerprint"), HasSubstr("10 classes, logits"),
                                HasSubstr("no problem found"), HasSubstr("CPU class")));
}

TEST_F(Commands, DoctorOfAnUnrelatedPair) {
  toy::WritePair(directory_.path(), 0);
  toy::WriteThreshold(At("candidate.pt"), 5);
  const Finished doctor = Execute({"doctor", At("reference.pt").string(),
                                   At("candidate.pt").string(), At("generator.pt").string()});
  EXPECT_EQ(doctor.exit, 3);
  EXPECT_THAT(doctor.out, HasSubstr("PROBLEM: models unrelated"));
}

TEST_F(Commands, DoctorOfABrokenModel) {
  toy::WritePair(directory_.path(), 0);
  toy::WriteNanClassifier(At("candidate.pt"));
  const Finished doctor =
      Execute({"doctor", At("candidate.pt").string(), At("generator.pt").string()});
  EXPECT_EQ(doctor.exit, 3);
  EXPECT_THAT(doctor.out, HasSubstr("PROBLEM: " + At("candidate.pt").string() + " gives NaN"));
  ExpectRefused(Execute({"doctor", At("no.pt").string()}), 3, "no.pt");
}

TEST_F(Commands, Demo) {
  const Finished demo = ExecuteWith({{"demo", "--evals", "512"}, directory_.path()});
  EXPECT_EQ(demo.exit, 0) << demo.err;
  EXPECT_THAT(demo.out, AllOf(HasSubstr("512 evaluations"), HasSubstr("worst findings"),
                              HasSubstr("latentfuzz replay")));
  EXPECT_TRUE(fs::exists(At("latentfuzz-demo") / "contact-sheet.png"));
}

}  // namespace
}  // namespace latentfuzz::e2e
