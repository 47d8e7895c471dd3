// A build without ONNX Runtime, whatever this one has: the file that stands in for the adapter.
#include <gmock/gmock.h>

#include "latentfuzz/adapters/onnxruntime_model.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(OnnxRuntimeMissing, SaysHowToGetIt) {
  const ModelSource source{"net.onnx", {"onnxruntime", "net.onnx", {}}, "net.onnx?threads=2"};
  ModelCard card;
  try {
    LoadOnnxRuntime(source, &card, Passes::kFastest);
    FAIL() << "no Error was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kSetup);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("net.onnx?threads=2: "),
                                    HasSubstr("built without ONNX Runtime")));
    EXPECT_THAT(error.hint(), AllOf(HasSubstr("configure with -DLATENTFUZZ_ONNXRUNTIME_ROOT=DIR"),
                                    HasSubstr("opencv:net.onnx")));
  }
}

}  // namespace
}  // namespace latentfuzz
