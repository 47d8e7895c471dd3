// Every wrong input: an exit code and one clear message.
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include "latentfuzz/corpus/corpus.h"
#include "latentfuzz/tests/harness/e2e/program.h"
#include "latentfuzz/tests/harness/script_models.h"

namespace latentfuzz::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

// Toy models as files; each test spoils one thing.
class WrongModels : public ::testing::Test {
 protected:
  WrongModels() { toy::WritePair(directory_.path(), 0.05); }

  fs::path At(const std::string& name) const { return directory_.path() / name; }
  Finished RunPair(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {"run",
                                          "--evals",
                                          "64",
                                          "--reference",
                                          At("reference.pt").string(),
                                          "--candidate",
                                          At("candidate.pt").string(),
                                          "--generator",
                                          At("generator.pt").string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.push_back(At("c").string());
    return Execute(arguments);
  }
  void SpoilCard(const std::string& name, const std::string& from, const std::string& to) {
    const fs::path card = At(name + ".card.toml");
    samples::WriteFile(card, Replaced(samples::ReadFile(card), from, to));
  }

  samples::TemporaryDirectory directory_;
};

TEST_F(WrongModels, NoneIsWrong) { EXPECT_EQ(RunPair().exit, 0); }

TEST_F(WrongModels, MissingFile) {
  fs::remove(At("candidate.pt"));
  ExpectRefused(RunPair(), 3, "candidate.pt");
}

TEST_F(WrongModels, TextInPlaceOfTorchScript) {
  samples::WriteFile(At("candidate.pt"), "these are no weights\n");
  ExpectRefused(RunPair(), 3, "candidate.pt");
}

TEST_F(WrongModels, EmptyFile) {
  samples::WriteFile(At("candidate.pt"), "");
  ExpectRefused(RunPair(), 3, "candidate.pt");
}

TEST_F(WrongModels, TruncatedFile) {
  const auto size = fs::file_size(At("candidate.pt"));
  for (const auto kept : {size - 1, size / 2, std::uintmax_t{100}}) {
    fs::resize_file(At("candidate.pt"), kept);
    ExpectRefused(RunPair(), 3, "candidate.pt");
  }
}

TEST_F(WrongModels, AFolder) {
  fs::remove(At("candidate.pt"));
  fs::create_directory(At("candidate.pt"));
  ExpectRefused(RunPair(), 3, "candidate.pt");
}

TEST_F(WrongModels, MissingCard) {
  fs::remove(At("candidate.card.toml"));
  ExpectRefused(RunPair(), 3, "candidate.card.toml");
}

TEST_F(WrongModels, CardWithoutOutputKind) {
  SpoilCard("candidate", "kind = \"logits\"\n", "");
  ExpectRefused(RunPair(), 3, "kind");
}

TEST_F(WrongModels, CardWithAnUnknownKey) {
  SpoilCard("candidate", "range", "rnage");
  ExpectRefused(RunPair(), 3, "rnage");
}

TEST_F(WrongModels, CardOfAGenerator) {
  samples::WriteFile(At("candidate.card.toml"), toy::GeneratorCard());
  ExpectRefused(RunPair(), 3, "candidate");
}

TEST_F(WrongModels, CardWithOtherClasses) {
  SpoilCard("candidate", "\"dark\"", "\"dark\", \"middle\"");
  ExpectRefused(RunPair(), 3, "classes");
}

TEST_F(WrongModels, ClassCountsThatDiffer) {
  toy::WriteThreeClasses(At("candidate.pt"));
  ExpectRefused(RunPair(), 3, "class counts differ");
}

TEST_F(WrongModels, ImagesOfAnotherSize) {
  SpoilCard("candidate", "[1, 4, 4]", "[1, 2, 8]");
  ExpectRefused(RunPair(), 3, "1x2x8");
}

TEST_F(WrongModels, ImagesOfOtherChannels) {
  SpoilCard("candidate", "shape = [1, 4, 4]", "shape = [3, 4, 4]\ncolor = \"rgb\"");
  ExpectRefused(RunPair(), 3, "");
}

TEST_F(WrongModels, GeneratorOfAnotherLatentSize) {
  SpoilCard("generator", "size = 2", "size = 3");
  ExpectRefused(RunPair(), 3, "generator");
}

TEST_F(WrongModels, GeneratorOutsideItsRange) {
  SpoilCard("generator", "range = [0, 1]", "range = [0, 0.25]");
  ExpectRefused(RunPair(), 3, "generator");
}

TEST_F(WrongModels, ScoresThatAreNotFinite) {
  toy::WriteNanClassifier(At("candidate.pt"));
  ExpectRefused(RunPair(), 3, "NaN");
}

TEST_F(WrongModels, UnrelatedPair) {
  toy::WriteThreshold(At("candidate.pt"), 5);
  ExpectRefused(RunPair(), 3, "unrelated");
}

TEST_F(WrongModels, AClassifierAsGenerator) {
  fs::copy_file(At("reference.card.toml"), At("generator.card.toml"),
                fs::copy_options::overwrite_existing);
  ExpectRefused(RunPair(), 3, "generator.card.toml");
}

TEST_F(WrongModels, UnknownZooModelAndUnknownScheme) {
  const auto reference = [&](const char* uri) {
    return Execute({"run", "--reference", uri, "--candidate", At("candidate.pt").string(),
                    "--generator", At("generator.pt").string(), At("c").string()});
  };
  ExpectRefused(reference("zoo:fashion-cn"), 2, "fashion-cn");
  ExpectRefused(reference("torchscrip:x.pt"), 2, "torchscrip");
  ExpectRefused(reference("model.h5"), 2, "model.h5");
  ExpectRefused(reference("zoo:fashion-cnn?threads=many"), 2, "threads");
}

class WrongCorpora : public WrongModels {};

TEST_F(WrongCorpora, UnderAFile) {
  samples::WriteFile(At("file"), "x");
  fs::create_directory(At("d"));
  ExpectRefused(Execute(ZooRun(At("file") / "c", {"--evals", "64"})), 4, "file");
}

TEST_F(WrongCorpora, AFile) {
  samples::WriteFile(At("c"), "x");
  ExpectRefused(RunPair(), 2, "is a file");
  EXPECT_EQ(samples::ReadFile(At("c")), "x");
}

TEST_F(WrongCorpora, AFolderOfOtherThings) {
  samples::WriteFile(At("c") / "thesis.tex", "x");
  ExpectRefused(RunPair(), 4, "corpus.json");
  EXPECT_EQ(samples::Snapshot(At("c")).size(), 1U);
}

TEST_F(WrongCorpora, OfAnotherGenerator) {
  ASSERT_EQ(RunPair().exit, 0);
  ExpectRefused(Execute(ZooRun(At("c"), {"--evals", "64"})), 4, "generator");
}

TEST_F(WrongCorpora, OfANewerFormat) {
  ASSERT_EQ(RunPair().exit, 0);
  auto manifest = samples::ReadFile(At("c") / "corpus.json");
  samples::WriteFile(At("c") / "corpus.json", Replaced(manifest, ": 1", ": 1000"));
  ExpectRefused(RunPair(), 4, "corpus.json");
}

// The process may write no more than a few blocks to any file: a disk that fills up.
TEST_F(WrongCorpora, FullDisk) {
  Start start{ZooRun(At("c"), {"--evals", "1024"})};
  start.prepare = [] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit few{2048, 2048};
    ::setrlimit(RLIMIT_FSIZE, &few);
  };
  const Finished finished = ExecuteWith(start);
  EXPECT_EQ(finished.exit, 4) << finished.err;
  EXPECT_THAT(finished.err.substr(finished.err.rfind("error: ")), HasSubstr("\n  hint: "));
  const auto files = samples::Snapshot(At("c"));
  for (const auto& [name, bytes] : files) EXPECT_THAT(name, Not(HasSubstr(".tmp-")));
  // With room again, the same command goes on.
  EXPECT_EQ(Execute(ZooRun(At("c"), {"--evals", "1024"})).exit, 0);
}

// A file system of its own that fills up while findings are stored; needs the right to mount.
TEST_F(WrongCorpora, FullFileSystem) {
  fs::create_directory(At("disk"));
  if (::mount("tmpfs", At("disk").c_str(), "tmpfs", 0, "size=1m") != 0) {
    GTEST_SKIP() << "may not mount";
  }
  const auto run = [&](const char* evals, const char* seed) {
    return Execute({"run", "--reference", At("reference.pt").string(), "--candidate",
                    At("candidate.pt").string(), "--generator", At("generator.pt").string(),
                    "--evals", evals, "--seed", seed, "--radius", "0", At("disk/c").string()});
  };
  EXPECT_EQ(run("64", "1").exit, 0);
  const Finished finished = run("20000", "2");
  std::vector<Damage> damage;
  std::size_t stored = 0;
  try {
    const Corpus corpus = Corpus::OpenExisting(At("disk/c"));
    for (const Finding& finding : corpus.Findings(&damage)) {
      EXPECT_NO_THROW(corpus.ReadEntry(finding.entry));
      ++stored;
    }
  } catch (const Error& error) {
    ADD_FAILURE() << error.what();
  }
  ::umount(At("disk").c_str());
  EXPECT_EQ(finished.exit, 4) << finished.err;
  EXPECT_THAT(finished.err.substr(finished.err.rfind("error: ")),
              AllOf(HasSubstr("No space left"), HasSubstr("\n  hint: ")));
  EXPECT_TRUE(damage.empty());
  EXPECT_GT(stored, 0U);
}

// Damaged, foreign and truncated files are told, left alone, and stop nothing.
TEST_F(WrongCorpora, DamagedEntries) {
  ASSERT_EQ(RunPair().exit, 0);
  ASSERT_GE(samples::Snapshot(At("c") / "entries").size(), 2U);
  const auto first = At("c") / "entries" / samples::Snapshot(At("c") / "entries").begin()->first;
  fs::resize_file(first, fs::file_size(first) - 3);
  samples::WriteFile(At("c") / "entries/ab" / (std::string(64, 'a') + ".safetensors"), "rotten");
  samples::WriteFile(At("c") / "entries/README", "mine");
  const auto before = samples::Snapshot(At("c") / "entries");
  const Finished finished = RunPair({"--seed", "2"});
  EXPECT_EQ(finished.exit, 0) << finished.err;
  EXPECT_THAT(finished.err, AllOf(HasSubstr("WARNING: set aside " + first.string()),
                                  HasSubstr(std::string(64, 'a')), HasSubstr("README")));
  auto after = samples::Snapshot(At("c") / "entries");
  for (const auto& [name, bytes] : before) EXPECT_EQ(after[name], bytes) << name;
}

class WrongUsage : public WrongModels {};

TEST_F(WrongUsage, OfTheCommandLine) {
  ExpectRefused(Execute({}), 2, "subcommand");
  ExpectRefused(Execute({"rum"}), 2, "rum");
  ExpectRefused(Execute({"run"}), 2, "CORPUS");
  ExpectRefused(Execute({"run", "c"}), 2, "--reference");
  ExpectRefused(RunPair({"--evlas", "5"}), 2, "--evlas");
  ExpectRefused(RunPair({"--evals"}), 2, "");
  ExpectRefused(RunPair({"--seed", "-1"}), 2, "--seed");
  ExpectRefused(RunPair({"--seed", "one"}), 2, "--seed");
  ExpectRefused(RunPair({"--max-rate", "1.5"}), 2, "--max-rate");
  ExpectRefused(RunPair({"--max-findings", "few"}), 2, "--max-findings");
  ExpectRefused(RunPair({"--radius", "-1"}), 2, "--radius");
  ExpectRefused(RunPair({"--batch", "1"}), 2, "--batch");
  ExpectRefused(RunPair({"--time", "soon"}), 2, "soon");
  ExpectRefused(RunPair({"--images", "x.gz"}), 2, "--images");
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
}

}  // namespace
}  // namespace latentfuzz::e2e
