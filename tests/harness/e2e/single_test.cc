// A single classifier, held against expected labels: from run to replay.
#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "latentfuzz/corpus/corpus.h"
#include "latentfuzz/tests/harness/e2e/program.h"

namespace latentfuzz::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Single : public ::testing::Test {
 protected:
  fs::path At(const std::string& name) const { return directory_.path() / name; }
  std::vector<std::string> Arguments(const std::string& corpus,
                                     const std::vector<std::string>& more = {},
                                     const std::string& strategy = "random",
                                     const std::string& evals = "512") const {
    std::vector<std::string> arguments = {"run",         "--candidate",     "zoo:fashion-cnn",
                                          "--generator", "zoo:fashion-vae", "--strategy",
                                          strategy,      "--evals",         evals};
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.push_back(At(corpus).string());
    return arguments;
  }
  nlohmann::json Stats() { return nlohmann::json::parse(samples::ReadFile(At("s.json"))); }
  std::string Zoo(const std::string& name) const {
    return (fs::path(LATENTFUZZ_SOURCE_DIR) / "zoo" / name).string();
  }
  // Labels of the zoo's images, all of them 0.
  std::string WriteWrongLabels() const {
    constexpr std::size_t kImages = 300;
    const std::string header("\x00\x00\x08\x01\x00\x00\x01\x2c", 8);
    samples::WriteFile(At("labels"), header + std::string(kImages, '\0'));
    return At("labels").string();
  }

  samples::TemporaryDirectory directory_;
};

TEST_F(Single, RunListAndReplay) {
  const Finished run = Execute(Arguments("c", {"--stats", At("s.json").string()}));
  ASSERT_EQ(run.exit, 0) << run.err;
  EXPECT_THAT(run.err, AllOf(HasSubstr("the candidate is right on"), HasSubstr("wrong_label-"),
                             Not(HasSubstr("pair"))));
  EXPECT_THAT(run.out, AllOf(HasSubstr("expected "), HasSubstr(", candidate ")));
  EXPECT_TRUE(fs::exists(At("c") / "contact-sheet.png"));
  EXPECT_GT(Stats().at("findings"), 0);
  EXPECT_GT(Stats().at("clean_agreement"), 0.8);
  EXPECT_TRUE(Stats().at("figures").is_object());

  const Finished list = Execute({"list", At("c").string()});
  EXPECT_EQ(list.exit, 0);
  EXPECT_THAT(list.out, AllOf(HasSubstr("zoo:fashion-cnn against expected labels"),
                              HasSubstr("expected | candidate"), HasSubstr("wrong_label-")));

  const Finished replay = Execute({"replay", "-v", At("c").string()});
  EXPECT_EQ(replay.exit, 0) << replay.out << replay.err;
  EXPECT_THAT(replay.out, AllOf(HasSubstr("HELD wrong_label-"), HasSubstr("expected "),
                                Not(HasSubstr("GONE"))));
  ExpectRefused(Execute({"replay", At("c").string(), "--reference", "zoo:fashion-mlp"}), 2,
                "single classifier");
  EXPECT_THAT(Execute({"replay", At("c").string(), "--candidate", "zoo:fashion-mlp"}).err,
              HasSubstr("WARNING: the candidate is another model"));
}

TEST_F(Single, AnEntryKnowsItsLabel) {
  ASSERT_EQ(Execute(Arguments("c")).exit, 0);
  const Corpus corpus = Corpus::OpenExisting(At("c"));
  const std::string id = corpus.Findings(nullptr).at(0).entry;
  EXPECT_EQ(corpus.ReadEntry(id).expected,
            corpus.Findings(nullptr).at(0).signature.reference_label);
  const std::string file = (At("c") / "entries" / id.substr(0, 2) / (id + ".safetensors")).string();
  const Finished replay =
      Execute({"replay", file, "--candidate", "zoo:fashion-cnn", "--generator", "zoo:fashion-vae"});
  EXPECT_EQ(replay.exit, 0) << replay.err;
  EXPECT_THAT(replay.out, HasSubstr("HELD wrong_label-"));
}

TEST_F(Single, TwoRunsAndAResumedOneAreByteIdentical) {
  ASSERT_EQ(Execute(Arguments("a")).exit, 0);
  ASSERT_EQ(Execute(Arguments("b")).exit, 0);
  EXPECT_GT(Lasting(At("a")).size(), 10U);
  EXPECT_TRUE(Lasting(At("a")) == Lasting(At("b")));
  Program program({Arguments("c", {"--batch", "16"})});
  while (program.Running() && program.Err().find("\n#64") == std::string::npos) ::usleep(2000);
  program.Signal(SIGINT);
  EXPECT_EQ(program.Wait().exit, 130);
  ASSERT_EQ(Execute(Arguments("c", {"--batch", "16"})).exit, 0);
  ASSERT_EQ(Execute(Arguments("d", {"--batch", "16"})).exit, 0);
  EXPECT_TRUE(Lasting(At("c")) == Lasting(At("d")));
}

TEST_F(Single, GatesDecideTheExitCode) {
  EXPECT_EQ(Execute(Arguments("c", {"--max-findings", "0"})).exit, 1);
  EXPECT_EQ(Execute(Arguments("c", {"--max-rate", "0.0001"})).exit, 1);
  EXPECT_EQ(Execute(Arguments("c", {"--max-rate", "0.9", "--max-findings", "100000"})).exit, 0);
}

// The 300 seeds are followed by draws from the prior, which nothing is expected of.
TEST_F(Single, WhatCannotBeJudgedIsTold) {
  const Finished run = Execute(Arguments("c", {"--stats", At("s.json").string()}));
  ASSERT_EQ(run.exit, 0) << run.err;
  EXPECT_EQ(Stats().at("unjudged"), 212);
  EXPECT_THAT(run.out, HasSubstr("unjudged    212"));
}

TEST_F(Single, OptionsFromAFile) {
  samples::WriteFile(At("x.toml"),
                     "candidate = \"zoo:fashion-mlp\"\ngenerator = \"zoo:fashion-vae\"\n"
                     "strategy = \"random\"\nevals = 256\n");
  const Finished run = Execute({"run", "--config", At("x.toml").string(), "--stats",
                                At("s.json").string(), At("c").string()});
  EXPECT_EQ(run.exit, 0) << run.err;
  EXPECT_GT(Stats().at("triggers"), 0);
}

TEST_F(Single, EveryStrategyRuns) {
  for (const char* strategy : {"diffgan", "boundary", "genai"}) {
    const Finished run = Execute(Arguments(strategy, {}, strategy));
    EXPECT_EQ(run.exit, 0) << strategy << run.err;
    EXPECT_THAT(run.out, HasSubstr("512 evaluations"));
  }
}

// Of three seeds each is searched up to its first failure; then the campaign is done.
TEST_F(Single, EndsWhereNothingIsLeftToTry) {
  const auto arguments =
      Arguments("c", {"--seeds", "3", "--stats", At("s.json").string()}, "genai", "50000");
  const Finished run = Execute(arguments);
  EXPECT_EQ(run.exit, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("nothing is left to try"), HasSubstr("viable_percent")));
  EXPECT_EQ(Stats().at("stop"), "done");
  EXPECT_EQ(Stats().at("figures").at("seeds"), 3);
  const auto evaluations = Stats().at("evaluations");
  EXPECT_LT(evaluations, 50000);
  // A campaign that is done stays so.
  EXPECT_EQ(Execute(arguments).exit, 0);
  EXPECT_EQ(Stats().at("evaluations"), evaluations);
}

TEST_F(Single, Compare) {
  const Finished compare =
      Execute({"compare", "--candidate", "zoo:fashion-cnn", "--generator", "zoo:fashion-vae",
               "--strategies", "random", "--evals", "256", "--repeats", "1", At("c").string()});
  EXPECT_EQ(compare.exit, 0) << compare.err;
  EXPECT_THAT(compare.out, HasSubstr("| random | 1 |"));
}

TEST_F(Single, WrongInputs) {
  ExpectRefused(Execute({"run", "--reference", "zoo:fashion-cnn", "--generator", "zoo:fashion-vae",
                         At("c").string()}),
                2, "--candidate is missing");
  ExpectRefused(Execute({"run", "--generator", "zoo:fashion-vae", At("c").string()}), 2,
                "--candidate is missing");
  ExpectRefused(Execute(Arguments("c", {"--reference-card", "x.toml"})), 2, "--reference-card");
  ExpectRefused(Execute(Arguments("c", {"--images", Zoo("fashion-seeds-images-idx3-ubyte.gz"),
                                        "--labels", WriteWrongLabels()})),
                3, "classifier unusable: it is right on");
  EXPECT_FALSE(fs::exists(At("c") / "findings"));
}

TEST_F(Single, Doctor) {
  EXPECT_EQ(Execute({"doctor", "zoo:fashion-cnn", "zoo:fashion-vae"}).exit, 0);
  const Finished doctor =
      Execute({"doctor", "zoo:fashion-cnn", "zoo:fashion-vae", "--images",
               Zoo("fashion-seeds-images-idx3-ubyte.gz"), "--labels", WriteWrongLabels()});
  EXPECT_EQ(doctor.exit, 3);
  EXPECT_THAT(doctor.out, HasSubstr("PROBLEM: classifier unusable"));
}

}  // namespace
}  // namespace latentfuzz::e2e
