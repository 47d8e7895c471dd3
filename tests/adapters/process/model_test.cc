// Models that run in a child process, and every way in which the child can fail.
#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <cmath>
#include <thread>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/generator.h"
#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kClassifierCard =
    "task = \"classification\"\n[input]\nshape = [1, 1, 2]\n[output]\nkind = \"logits\"\n";
constexpr const char* kGeneratorCard =
    "task = \"generator\"\n[latent]\nsize = 2\nprior = "
    "\"uniform\"\nbounds = [0, 1]\n";

class ProcessTest : public AdapterTest {
 protected:
  static std::string Worker(const std::string& fault, const std::string& when = "poison") {
    return std::string(LATENTFUZZ_FAULTY_WORKER) + " " + fault + " " + when + " 1x1x2";
  }
  std::string At(const std::string& name) const { return (folder_ / name).string(); }
  OpenOptions Card(const std::string& text) const {
    return {Passes::kFastest, Write("card.toml", text).string()};
  }
  std::unique_ptr<Classifier> Open(const std::string& command, const std::string& options = "",
                                   const std::string& card = kClassifierCard) const {
    return OpenClassifier("process:" + command + options, Card(card));
  }
  std::unique_ptr<Generator> OpenMaker(const std::string& fault, const std::string& card) const {
    return OpenGenerator("process:" + Worker(fault), Card(card));
  }

  const ImageBatch fine_ = Pairs({0.6F, 0, 0.3F, 1}), poison_ = Pairs({0.6F, 0, 0.5F, 1});
};

TEST_F(ProcessTest, ClassifiesBatches) {
  const auto model = Open(Worker("none"));
  const ScoreBatch scores = model->Predict(fine_);
  EXPECT_EQ(scores.classes, 2U);
  EXPECT_THAT(scores.values, ElementsAre(0, 20 * (0.6F - 0.55F), 0, 20 * (0.3F - 0.55F)));
  EXPECT_THAT(model->card().classes, ElementsAre("dark", "bright"));
  EXPECT_EQ(model->engine().engine, "toys");
  EXPECT_EQ(model->engine().version, "7");
  EXPECT_EQ(model->engine().threads, 3);
  EXPECT_EQ(model->uri(), "process:" + Worker("none"));
}

// More than a pipe holds, both ways; and the shared memory grows, and is not read past its values.
TEST_F(ProcessTest, LargeBatchesComeBackWhole) {
  for (const std::string how : {"", " memory"}) {
    const auto model = Open(Worker("none") + how);
    for (const std::size_t rows : {3U, 1U << 19, 5U, 1U << 20}) {
      ImageBatch images(rows, {1, 1, 2});
      for (std::size_t i = 0; i < rows; ++i)
        images.image(i)[0] = static_cast<float>(i) / static_cast<float>(rows);
      images.image(rows / 2)[0] = 0;
      const ScoreBatch scores = model->Predict(images);
      ASSERT_EQ(scores.size(), rows);
      for (std::size_t i = 0; i < rows; ++i)
        ASSERT_EQ(scores.row(i)[1], 20 * (images.image(i)[0] - 0.55F)) << i << how;
    }
  }
}

TEST_F(ProcessTest, DecodesAndEncodes) {
  const auto model = OpenMaker("generator", kGeneratorCard);
  EXPECT_EQ(model->card().image.shape, (ImageShape{1, 1, 2}));
  LatentBatch latents(2, 2);
  latents.values = {0.25F, 0.75F, 1, 0};
  const ImageBatch images = model->Decode(latents);
  EXPECT_EQ(images.values, latents.values);
  ASSERT_TRUE(model->can_encode());
  EXPECT_EQ(model->Encode(images).values, latents.values);
}

TEST_F(ProcessTest, LabelsTravelWithLatents) {
  const std::string card = std::string(kGeneratorCard) + "classes = [\"a\", \"b\"]\n";
  for (const std::string how : {"", " memory"}) {
    const auto model = OpenGenerator("process:" + Worker("conditional") + how, Card(card));
    LatentBatch latents(2, 2);
    latents.values = {0.25F, 0.75F, 1, 0.5F};
    latents.labels = {1, 0};
    EXPECT_THAT(model->Decode(latents).values, ElementsAre(0.25F, 1, 1, 0)) << how;
  }
  EXPECT_THAT(Caught([&] { OpenMaker("conditional", kGeneratorCard); }).what(),
              HasSubstr("[latent] classes"));
}

TEST_F(ProcessTest, IsIdentifiedByFilesWordsAndVersion) {
  Write("weights", "a");
  const auto fingerprint = [&](const std::string& command, const std::string& options = "") {
    return Open(command, options)->fingerprint();
  };
  const std::string shell = "sh -c 'exec " + Worker("none") + "' ";
  const std::string first = fingerprint(shell + At("weights"));
  EXPECT_EQ(first, fingerprint(shell + "  " + At("weights")));
  // Files count by what they hold, wherever they lie.
  std::filesystem::create_directories(folder_ / "elsewhere");
  std::filesystem::copy_file(folder_ / "weights", folder_ / "elsewhere" / "w");
  EXPECT_EQ(first, fingerprint(shell + At("elsewhere/w")));
  EXPECT_EQ(first, fingerprint(shell + "w", "?cwd=" + At("elsewhere")));
  EXPECT_EQ(first, fingerprint(shell + At("weights"), "?timeout=9"));
  Write("weights", "b");
  EXPECT_NE(first, fingerprint(shell + At("weights")));
  EXPECT_NE(first, fingerprint(shell + "weights"));
  EXPECT_NE(fingerprint(Worker("none")), fingerprint(Worker("other", "hello")));
}

TEST_F(ProcessTest, TheCardMayLieBesideAFileOfTheCommand) {
  Write("net.bin", "");
  Write("net.card.toml", kClassifierCard);
  const std::string command = "process:sh -c 'exec " + Worker("none") + "' " + At("net.bin");
  EXPECT_EQ(OpenClassifier(command)->card().classes.size(), 2U);
  EXPECT_EQ(TaskOf(command), Task::kClassification);
  const Error error = Caught([&] { OpenClassifier("process:" + Worker("none")); });
  EXPECT_THAT(error.what(), HasSubstr("no model card"));
  EXPECT_THAT(error.hint(), AllOf(HasSubstr("?card=FILE"), HasSubstr("--candidate-card")));
}

TEST_F(ProcessTest, RunsInTheDirectoryAskedFor) {
  std::filesystem::create_symlink(LATENTFUZZ_FAULTY_WORKER, folder_ / "worker");
  const auto model = Open("./worker none poison 1x1x2", "?cwd=" + folder_.string());
  EXPECT_EQ(model->Predict(fine_).size(), 2U);
}

// Scores that are no numbers are the model's answer, and the oracle's business.
TEST_F(ProcessTest, NanComesThrough) {
  const auto model = Open(Worker("nan"));
  EXPECT_THAT(model->Predict(fine_).values, Each(Not(::testing::IsNan())));
  EXPECT_THAT(model->Predict(poison_).values, Each(::testing::IsNan()));
}

struct Fault {
  const char* name;
  const char* message;
  const char* hint;
  const char* how = "";
};

class ProcessFault : public ProcessTest, public ::testing::WithParamInterface<Fault> {};

TEST_P(ProcessFault, IsASetupErrorAndTheNextBatchIsAnswered) {
  const std::string worker = Worker(GetParam().name) + GetParam().how;
  const auto model = Open(worker, "?timeout=1");
  const Error error = Caught([&] { model->Predict(poison_); });
  EXPECT_EQ(error.kind(), ErrorKind::kSetup);
  EXPECT_THAT(error.what(), AllOf(StartsWith("process:" + worker), HasSubstr(GetParam().message)));
  EXPECT_THAT(error.hint(), HasSubstr(GetParam().hint));
  EXPECT_EQ(model->Predict(fine_).size(), 2U);
}

constexpr const char* kStderr = "wrote nothing to stderr";
constexpr const char* kProtocol = "process-protocol.md";

INSTANTIATE_TEST_SUITE_P(
    All, ProcessFault,
    ::testing::Values(
        Fault{"abort",
              "the child was killed by signal 6 (Aborted) on a batch of 2: 1x1x2 images, and so "
              "did a fresh one",
              "the end of its stderr:\nworker: begins\nworker: out of memory"},
        Fault{"killed", "was killed by signal 9 (Killed)", kStderr},
        Fault{"exit", "exited with status 3", kStderr},
        Fault{"end", "exited with status 0", kStderr},
        Fault{"half", "exited with status 0", kStderr},
        Fault{"hang", "gave no answer within 1 s", kStderr},
        Fault{"close", "closed its stdout, but went on", kStderr},
        Fault{"noise", "it wrote \"Loading model.LFZP", "print to stderr"},
        Fault{"refuse", "it refuses a batch of 2: 1x1x2 images: ValueError: poison", "card"},
        Fault{"rows", "a tensor [1, 2] instead of [2, 2]", "one row an input"},
        Fault{"columns", "a tensor [2, 3] instead of [2, 2]", "one row an input"},
        Fault{"rank", "a tensor of rank 9", kProtocol},
        Fault{"short", "a tensor of 4 bytes", kProtocol},
        Fault{"length", "1152921504606846976 bytes for a tensor [2, 2]", kProtocol},
        Fault{"novel", "a text of 1152921504606846976 bytes", kProtocol},
        Fault{"kind", "a message of kind 2, not 18", kProtocol},
        Fault{"version", "version 2 of the protocol, not 1", "one version"}),
    [](const auto& test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(
    InMemory, ProcessFault,
    ::testing::Values(Fault{"killed", "was killed by signal 9 (Killed)", kStderr, " memory"},
                      Fault{"half", "exited with status 0", kStderr, " memory"},
                      Fault{"hang", "gave no answer within 1 s", kStderr, " memory"},
                      Fault{"refuse", "it refuses a batch of 2", "card", " memory"},
                      // A reply with its values in the pipe.
                      Fault{"nan", "40 bytes for a tensor [2, 2]", kProtocol, " memory"},
                      Fault{"length", "1152921504606846976 bytes for a tensor [2, 2]", kProtocol,
                            " memory"}),
    [](const auto& test) { return test.param.name; });

class ProcessHelloFault : public ProcessFault {};

TEST_P(ProcessHelloFault, IsASetupErrorOfOpening) {
  const std::string worker = Worker(GetParam().name, "hello") + GetParam().how;
  const Error error = Caught([&] { Open(worker, "?timeout=1"); });
  EXPECT_EQ(error.kind(), ErrorKind::kSetup);
  EXPECT_THAT(error.what(), AllOf(StartsWith("process:" + worker), HasSubstr(GetParam().message)));
  EXPECT_THAT(error.hint(), HasSubstr(GetParam().hint));
}

INSTANTIATE_TEST_SUITE_P(
    All, ProcessHelloFault,
    ::testing::Values(Fault{"abort", "was killed by signal 6 (Aborted) before it described itself",
                            "out of memory"},
                      Fault{"hang", "gave no answer within 1 s before it described itself",
                            kStderr},
                      Fault{"noise", "it wrote \"Loading model", "print to stderr"},
                      Fault{"refuse", "it refuses to describe itself: ValueError: poison", "card"},
                      Fault{"gibberish", "no JSON object", kProtocol},
                      Fault{"version", "version 2 of the protocol, not 1", "one version"},
                      Fault{"novel", "a text of 1152921504606846976 bytes", kProtocol},
                      Fault{"forged", "its memory begins with \"LFZM.", kProtocol, " memory"}),
    [](const auto& test) { return test.param.name; });

TEST_F(ProcessTest, AProgramThatIsNotThere) {
  const Error error = Caught([&] { Open("no-such-program-at-all x"); });
  EXPECT_EQ(error.kind(), ErrorKind::kSetup);
  EXPECT_THAT(error.what(), HasSubstr("cannot start no-such-program-at-all: No such file"));
  // One that a shell was to start.
  EXPECT_THAT(Caught([&] { Open("sh -c no-such-program-at-all"); }).hint(), HasSubstr("not found"));
}

TEST_F(ProcessTest, MalformedOptionsAreUsageErrors) {
  for (const char* options : {"?timeout=0", "?timeout=soon", "?restarts=-1", "?threads=2"})
    EXPECT_EQ(Caught([&] { Open(Worker("none"), options); }).kind(), ErrorKind::kUsage) << options;
}

// A batch is tried again in a fresh child, which answers as the first one would have.
TEST_F(ProcessTest, ACrashInTheMiddleIsMadeGood) {
  for (const std::string how : {"", " memory"}) {
    for (const char* fault : {"abort", "killed", "end", "half"}) {
      const auto model = Open(Worker(fault, "once:3:" + At(fault)) + how);
      for (int batch = 0; batch < 6; ++batch)
        EXPECT_EQ(model->Predict(fine_).values[1], 20 * (0.6F - 0.55F)) << fault << batch << how;
      EXPECT_TRUE(std::filesystem::remove(At(fault))) << "it never crashed";
    }
  }
}

TEST_F(ProcessTest, RestartsAreCountedForEachBatch) {
  const auto again = [&](const std::string& options) {
    const auto model = Open(Worker("exit"), options);
    return std::string(Caught([&] { model->Predict(poison_); }).what());
  };
  EXPECT_THAT(again("?restarts=0"), Not(HasSubstr("fresh")));
  EXPECT_THAT(again("?restarts=3"), HasSubstr("and so did 3 fresh ones"));
  // A child that leaves after each answer: every batch has a restart of its own.
  const auto model = Open(Worker("leave"));
  for (int batch = 0; batch < 5; ++batch) EXPECT_EQ(model->Predict(poison_).size(), 2U) << batch;
}

// Writing to a child that has gone raises SIGPIPE, whose default is to end this process.
TEST_F(ProcessTest, ADeadChildDoesNotTakeThisProcessAlong) {
  const auto handler = ::signal(SIGPIPE, SIG_DFL);
  {
    const auto model = Open(Worker("leave"));
    model->Predict(poison_);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    EXPECT_EQ(model->Predict(fine_).size(), 2U);
  }
  ::signal(SIGPIPE, handler);
}

TEST_F(ProcessTest, AChildThatComplainsAtLengthIsNotBlocked) {
  const auto model = Open(Worker("flood"));
  for (int batch = 0; batch < 3; ++batch) EXPECT_EQ(model->Predict(poison_).size(), 2U);
}

TEST_F(ProcessTest, ARestartMustBringTheSameModel) {
  const std::string command = "sh -c 'test -e " + At("swapped") + " && exec " +
                              Worker("other", "hello") + "; exec " + Worker("exit") + "'";
  const auto model = Open(command);
  Write("swapped", "");
  EXPECT_THAT(Caught([&] { model->Predict(poison_); }).what(),
              HasSubstr("describes another model after a restart"));
}

TEST_F(ProcessTest, TheChildEndsWithItsModel) {
  const auto pid = [&] {
    int number = 0;
    std::ifstream(At("pid")) >> number;
    return number;
  };
  for (const char* command : {"exec ", ""}) {  // itself, and as a child of the shell
    {
      const auto model =
          Open("sh -c 'echo $$ > " + At("pid") + "; " + command + Worker("none") + "; true'");
      ASSERT_GT(pid(), 0);
      EXPECT_EQ(::kill(pid(), 0), 0);
    }
    EXPECT_EQ(::kill(-pid(), 0), -1) << "process group " << pid() << " is still there";
  }
}

std::size_t ResidentBytes() {
  std::size_t size = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> size >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

TEST_F(ProcessTest, MemoryIsFlatOverManyEvaluations) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "AddressSanitizer keeps freed memory";
#endif
  for (const std::string how : {"", " memory"}) {
    const auto model = OpenClassifier(
        "process:" + std::string(LATENTFUZZ_FAULTY_WORKER) + " none poison 1x28x28" + how,
        Card("task = \"classification\"\n[output]\nkind = \"logits\"\n"));
    const ImageBatch images(250, {1, 28, 28});
    const auto evaluate = [&](int batches) {
      for (int i = 0; i < batches; ++i) model->Predict(images);
      return ResidentBytes();
    };
    const std::size_t before = evaluate(40);
    EXPECT_LE(evaluate(400), before + (1 << 20)) << how;  // 100 000
  }
}

// Each child has pipes of its own: none holds those of another one open.
TEST_F(ProcessTest, SeveralModelsTakeTurns) {
  const auto first = Open(Worker("none")), second = Open(Worker("end"));
  EXPECT_THAT(Caught([&] { second->Predict(poison_); }).what(), HasSubstr("exited"));
  EXPECT_EQ(first->Predict(fine_).values, second->Predict(fine_).values);
}

}  // namespace
}  // namespace latentfuzz
