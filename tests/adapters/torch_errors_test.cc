#include "latentfuzz/adapters/torch_errors.h"

#include <gmock/gmock.h>

#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::vector<std::string> kEngines{"onednn", "qnnpack"};

TEST(TorchErrors, NewerFile) {
  const Error error = LoadFailure("m.pt",
                                  "Attempted to read a PyTorch file with version 11, but the "
                                  "maximum supported version for reading is 10. Your PyTorch "
                                  "installation may be too old.",
                                  kEngines);
  EXPECT_EQ(error.kind(), ErrorKind::kSetup);
  EXPECT_STREQ(error.what(),
               "m.pt: written by a newer LibTorch: file version 11, this build reads up to "
               "version 10");
  EXPECT_THAT(error.hint(), HasSubstr("older PyTorch"));
}

TEST(TorchErrors, UnknownOperatorIsNamed) {
  const Error error = LoadFailure(
      "m.pt", "\nUnknown builtin op: torchvision::nms.\nCould not find any similar ops", kEngines);
  EXPECT_STREQ(error.what(), "m.pt: unknown operator torchvision::nms");
  EXPECT_THAT(error.hint(), HasSubstr("link the library that registers torchvision::nms"));
}

TEST(TorchErrors, MissingQuantizedEngineListsThePresentOnes) {
  const Error error = RunFailure(
      "m.pt", "1x28x28 images",
      "RuntimeError: Didn't find engine for operation quantized::conv2d_prepack NoQEngine",
      kEngines);
  EXPECT_THAT(error.what(), HasSubstr("quantized::conv2d_prepack"));
  EXPECT_THAT(error.hint(), HasSubstr("onednn, qnnpack"));
}

TEST(TorchErrors, OthersKeepOneLine) {
  const Error load = LoadFailure("m.pt", "strange\nat frame #0", kEngines);
  EXPECT_STREQ(load.what(), "m.pt: cannot be loaded: strange");
  const Error run = RunFailure("m.pt", "3x2x2 images", "strange\nat frame #0", kEngines);
  EXPECT_STREQ(run.what(), "m.pt: model rejects 3x2x2 images: strange");
}

}  // namespace
}  // namespace latentfuzz
