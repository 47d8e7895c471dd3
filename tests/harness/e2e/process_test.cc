// Campaigns on a model in a process of its own, which dies in the middle.
#include <gmock/gmock.h>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/generator.h"
#include "latentfuzz/adapters/probe.h"
#include "latentfuzz/corpus/corpus.h"
#include "latentfuzz/tests/harness/e2e/toy_files.h"

namespace latentfuzz::e2e {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class ProcessCampaign : public ToyFilesTest {
 protected:
  ProcessCampaign() { samples::WriteFile(At("toy.card.toml"), toy::ClassifierCardText()); }

  // The toy's candidate as a child that fails as it is told.
  std::string Candidate(const std::string& fault, const std::string& when) const {
    return std::string("process:sh -c 'exec ") + LATENTFUZZ_FAULTY_WORKER + " " + fault + " " +
           when + " 1x4x4' " + "?card=" + At("toy.card.toml").string();
  }
  std::vector<std::string> Arguments(const std::string& candidate,
                                     const std::string& corpus) const {
    std::vector<std::string> arguments{"run", "--strategy", "random", "--evals", "4096"};
    for (const char* role : {"generator", "reference"})
      arguments.insert(arguments.end(), {std::string("--") + role, At(role).string() + ".pt"});
    arguments.insert(arguments.end(), {"--batch", "32", "--candidate", candidate, At(corpus)});
    return arguments;
  }
  static std::size_t CountFindings(const std::filesystem::path& corpus) {
    return Corpus::OpenExisting(corpus).Findings(nullptr).size();
  }
};

// Words of a command are part of what a model is called: these two have the same ones.
TEST_F(ProcessCampaign, AWorkerKilledMidBatchChangesNothing) {
  const std::string once = "once:110:" + At("killed").string();
  const std::string candidate = Candidate("killed", once);
  ASSERT_EQ(Execute(Arguments(candidate, "broken")).exit, 0);
  ASSERT_TRUE(std::filesystem::exists(At("killed"))) << "it was never killed";
  ASSERT_EQ(Execute(Arguments(candidate, "whole")).exit, 0);
  EXPECT_GT(CountFindings(At("whole")), 3U);
  EXPECT_EQ(Lasting(At("whole")), Lasting(At("broken")));
}

TEST_F(ProcessCampaign, AWorkerThatStaysDownLosesNothing) {
  const std::string candidate = Candidate("abort", "from:80:" + At("down").string());
  const Finished broken = Execute(Arguments(candidate, "broken"));
  EXPECT_EQ(broken.exit, 3);
  EXPECT_THAT(broken.err,
              AllOf(HasSubstr("error: process:sh -c"), HasSubstr("killed by signal 6 (Aborted)"),
                    HasSubstr("in evaluations "), HasSubstr("worker: out of memory")));
  EXPECT_GT(CountFindings(At("broken")), 0U);
  samples::WriteFile(At("down"), "no more");
  const Finished resumed = Execute(Arguments(candidate, "broken"));
  EXPECT_EQ(resumed.exit, 0) << resumed.err;
  ASSERT_EQ(Execute(Arguments(candidate, "whole")).exit, 0);
  EXPECT_EQ(Lasting(At("whole")), Lasting(At("broken")));
}

// Any engine can run in a process of its own.
TEST_F(ProcessCampaign, ServedModelsAnswerAsTheirFilesDo) {
  const std::string serve = std::string("process:") + LATENTFUZZ_PROGRAM + " serve ";
  for (const char* name : {"zoo:fashion-cnn", "zoo:fashion-cnn-int8"}) {
    const auto file = OpenClassifier(name, {Passes::kAsShipped, ""});
    const auto served = OpenClassifier(serve + name, {Passes::kAsShipped, file->card().source});
    EXPECT_EQ(served->engine().engine, "libtorch");
    EXPECT_EQ(served->engine().version, file->engine().version);
    const ImageBatch images = ProbeImages({1, 28, 28}, 100);
    EXPECT_EQ(served->Predict(images).values, file->Predict(images).values) << name;
  }
  const auto file = OpenGenerator("zoo:fashion-vae", {Passes::kAsShipped, ""});
  const auto served =
      OpenGenerator(serve + "zoo:fashion-vae", {Passes::kAsShipped, file->card().source});
  const LatentBatch latents = ProbeLatents(file->card(), 50);
  const ImageBatch images = served->Decode(latents);
  EXPECT_EQ(images.values, file->Decode(latents).values);
  EXPECT_EQ(served->Encode(images).values, file->Encode(images).values);
}

// What the file itself leaves out: a card without shape and class names, a decoder of flat rows.
TEST_F(ProcessCampaign, ServedModelsAreProbed) {
  samples::WriteFile(At("reference.card.toml"),
                     Replaced(toy::ClassifierCardText(), "classes = [\"dark\", \"bright\"]\n", ""));
  const std::string serve = std::string("process:") + LATENTFUZZ_PROGRAM + " serve ";
  const auto served = OpenClassifier(serve + At("reference.pt").string());
  EXPECT_EQ(served->card().classes.size(), 2U);
  const auto maker = OpenGenerator(serve + At("generator.pt").string());
  EXPECT_EQ(maker->card().image.shape, (ImageShape{1, 4, 4}));
  // Eight images of 20 pixels are ten of 16 to this model.
  samples::WriteFile(At("reference.card.toml"),
                     Replaced(toy::ClassifierCardText(), "[1, 4, 4]", "[1, 4, 5]"));
  const auto error = samples::ErrorOf([&] { OpenClassifier(serve + At("reference.pt").string()); });
  ASSERT_TRUE(error);
  EXPECT_THAT(error->what(), HasSubstr("a tensor [10, 2] instead of [8, 2]"));
}

TEST_F(ProcessCampaign, TheDoctorMeasuresASecondProcess) {
  const std::string candidate = Candidate("none", "poison");
  const Finished doctor =
      Execute({"doctor", At("reference.pt").string(), candidate, At("generator.pt").string()});
  EXPECT_EQ(doctor.exit, 0) << doctor.out;
  const std::string same = "scores differ by at most 0, probabilities by 0, 0 labels of 64";
  const auto at = doctor.out.find(candidate);
  ASSERT_NE(at, std::string::npos) << doctor.out;
  const std::string of_torch = doctor.out.substr(0, at), of_child = doctor.out.substr(at);
  for (const char* form : {"batch 1   ", "as shipped", "2 threads ", "new process"})
    EXPECT_THAT(of_torch, HasSubstr(std::string("noise: ") + form));
  for (const char* form : {"batch 1    ", "as shipped ", "new process"})
    EXPECT_THAT(of_child, HasSubstr(std::string("noise: ") + form + " " + same));
  EXPECT_THAT(of_child, Not(HasSubstr("noise: 1 thread")));  // a child has no such option
}

TEST_F(ProcessCampaign, FindingsReplay) {
  const std::string candidate = Candidate("none", "poison");
  ASSERT_EQ(Execute(Arguments(candidate, "c")).exit, 0);
  const Finished replayed = Execute({"replay", At("c").string()});
  EXPECT_EQ(replayed.exit, 0) << replayed.err;
  EXPECT_THAT(replayed.err, Not(HasSubstr("WARNING")));
  // Where the worker goes down, the finding in hand is named.
  const std::string down = Candidate("exit", "from:2:" + At("down").string());
  const Finished refused = Execute({"replay", "--candidate", down, At("c").string()});
  EXPECT_EQ(refused.exit, 3);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("exited with status 3"), HasSubstr("while replaying "),
                                 HasSubstr("findings/open/disagree-1-0")));
}

}  // namespace
}  // namespace latentfuzz::e2e
