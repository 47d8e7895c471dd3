// Campaigns on a model in a process of its own, which dies in the middle.
#include <gmock/gmock.h>

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
