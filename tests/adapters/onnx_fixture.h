// The small ONNX files of tests/data/onnx, opened by either engine with cards written in the test.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/generator.h"
#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {

inline constexpr const char* kPairInput = "[input]\nshape = [1, 1, 2]\n";
inline constexpr const char* kTwoLogits = "[output]\nkind = \"logits\"\nclasses = [\"a\", \"b\"]\n";

class OnnxTest : public AdapterTest {
 protected:
  static std::filesystem::path File(const std::string& name) {
    return std::filesystem::path(LATENTFUZZ_TEST_DATA) / "onnx" / (name + ".onnx");
  }
  OpenOptions Card(const std::string& text, Passes passes) const {
    return {passes, Write("card.toml", text).string()};
  }
  std::unique_ptr<Classifier> Classify(const std::string& uri,
                                       const std::string& input = kPairInput,
                                       const std::string& output = kTwoLogits,
                                       Passes passes = Passes::kFastest) const {
    return OpenClassifier(uri, Card("task = \"classification\"\n" + input + output, passes));
  }
  std::unique_ptr<Generator> Generate(const std::string& uri, const std::string& latent,
                                      const std::string& output = "",
                                      Passes passes = Passes::kFastest) const {
    return OpenGenerator(
        uri, Card("task = \"generator\"\n[latent]\n" + latent + "[output]\n" + output, passes));
  }
  // Checks that an error of opening names the file, in one line, and how to mend it.
  static void CheckSetup(const Error& error, const std::string& name) {
    EXPECT_EQ(error.kind(), ErrorKind::kSetup) << error.what();
    EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    EXPECT_FALSE(error.hint().empty());
  }
};

}  // namespace latentfuzz
