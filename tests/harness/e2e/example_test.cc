// The example project, as a user meets it: installed package, own build, failing gate, replay.
#include <gmock/gmock.h>

#include <regex>

#include "latentfuzz/tests/harness/e2e/program.h"

namespace latentfuzz::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

Finished CMake(std::vector<std::string> arguments) {
  return ExecuteWith({std::move(arguments), {}, {}, LATENTFUZZ_CMAKE});
}

// The first group of the first match.
std::string Captured(const std::string& text, const std::string& pattern) {
  std::smatch match;
  return std::regex_search(text, match, std::regex(pattern)) ? match[1].str() : "";
}

TEST(Example, CiRegression) {
  const samples::TemporaryDirectory directory;
  const fs::path prefix = directory.path() / "prefix";
  const fs::path build = directory.path() / "build";
  Finished step = CMake({"--install", LATENTFUZZ_BUILD_DIR, "--prefix", prefix.string()});
  ASSERT_EQ(step.exit, 0) << step.out << step.err;
  step = CMake({"-S", std::string(LATENTFUZZ_SOURCE_DIR) + "/examples/ci-regression", "-B",
                build.string(), "-DCMAKE_PREFIX_PATH=" + prefix.string()});
  ASSERT_EQ(step.exit, 0) << step.out << step.err;
  step = CMake({"--build", build.string()});
  ASSERT_EQ(step.exit, 0) << step.out << step.err;

  const std::string test = (build / "quantization_test").string();
  const Finished passing = ExecuteWith({{}, build, {}, test});
  EXPECT_EQ(passing.exit, 0) << passing.out << passing.err;

  const Finished failing = ExecuteWith(
      {{"--gtest_also_run_disabled_tests", "--gtest_filter=*NeverChangesALabel"}, build, {}, test});
  EXPECT_EQ(failing.exit, 1) << failing.out << failing.err;
  EXPECT_THAT(failing.out, AllOf(HasSubstr("findings of result: "), HasSubstr("seed: 1"),
                                 HasSubstr("worst findings:")));
  const std::string picture = Captured(failing.out, "divergence [0-9.]+ +(\\S+/image\\.png)");
  EXPECT_TRUE(!picture.empty() && fs::exists(build / picture)) << failing.out;
  const std::string folder = Captured(failing.out, "EXPECT_FINDING_GONE\\(\"([^\"]+)\"");
  EXPECT_TRUE(!folder.empty() && fs::is_directory(build / folder)) << failing.out;

  const std::string replay = Captured(failing.out, "replay: (latentfuzz replay [^\n]+)\n");
  ASSERT_FALSE(replay.empty()) << failing.out;
  fs::create_directories(directory.path() / "elsewhere");
  const Finished replayed =
      ExecuteWith({{"-c", "PATH='" + (prefix / "bin").string() + "':\"$PATH\"; " + replay},
                   directory.path() / "elsewhere",
                   {},
                   "/bin/sh"});
  EXPECT_EQ(replayed.exit, 0) << replayed.out << replayed.err;
  EXPECT_THAT(replayed.out, HasSubstr("1 of 1 finding held"));
}

}  // namespace
}  // namespace latentfuzz::e2e
