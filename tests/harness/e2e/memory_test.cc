// Memory stays flat, however long a campaign runs.
#include <gtest/gtest.h>

#include <regex>

#include "latentfuzz/tests/harness/e2e/program.h"

namespace latentfuzz::e2e {
namespace {

TEST(Memory, IsFlatOverACampaign) {
  samples::TemporaryDirectory directory;
  const Finished finished =
      Execute({"run", "--reference", "zoo:fashion-mlp", "--candidate", "zoo:fashion-mlp?threads=1",
               "--generator", "zoo:fashion-vae", "--strategy", "random", "--evals", "16384",
               "--batch", "128", (directory.path() / "c").string()});
  ASSERT_EQ(finished.exit, 0) << finished.err;
  std::map<long, long> megabytes;  // by evaluations
  const std::regex pulse("#(\\d+) +pulse .* rss: (\\d+)Mb");
  for (std::sregex_iterator at(finished.err.begin(), finished.err.end(), pulse), end; at != end;
       ++at) {
    megabytes[std::stol((*at)[1])] = std::stol((*at)[2]);
  }
  ASSERT_TRUE(megabytes.contains(4096)) << finished.err;
  ASSERT_TRUE(megabytes.contains(16384)) << finished.err;
  EXPECT_LE(megabytes[16384] - megabytes[4096], 4) << finished.err;
}

}  // namespace
}  // namespace latentfuzz::e2e
