// What the end-to-end tests of wrong inputs share: a campaign over toy models in files.
#pragma once

#include <gtest/gtest.h>

#include "latentfuzz/tests/harness/e2e/program.h"
#include "latentfuzz/tests/harness/script_models.h"

namespace latentfuzz::e2e {

inline std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// Toy models as files, of which a test spoils one thing.
class ToyFilesTest : public ::testing::Test {
 protected:
  ToyFilesTest() { toy::WritePair(directory_.path(), 0.05); }

  std::filesystem::path At(const std::string& name) const { return directory_.path() / name; }
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
    const std::filesystem::path card = At(name + ".card.toml");
    samples::WriteFile(card, Replaced(samples::ReadFile(card), from, to));
  }

  samples::TemporaryDirectory directory_;
};

}  // namespace latentfuzz::e2e
