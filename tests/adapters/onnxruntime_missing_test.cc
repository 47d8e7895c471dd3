#include <gmock/gmock.h>

#include "latentfuzz/tests/adapters/onnx_fixture.h"

namespace latentfuzz {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class OnnxRuntimeMissing : public OnnxTest {};

TEST_F(OnnxRuntimeMissing, SaysHowToGetIt) {
  const Error error = Caught([&] { Classify(File("pair").string()); });
  CheckSetup(error, "pair.onnx: this LatentFuzz was built without ONNX Runtime");
  EXPECT_THAT(error.hint(), AllOf(HasSubstr("LATENTFUZZ_ONNXRUNTIME_ROOT"), HasSubstr("opencv:")));
}

}  // namespace
}  // namespace latentfuzz
