#include <fmt/format.h>

#include "latentfuzz/adapters/onnxruntime_model.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {

std::unique_ptr<LoadedModel> LoadOnnxRuntime(const ModelSource& source, ModelCard*, Passes) {
  throw Error(ErrorKind::kSetup,
              fmt::format("{}: this LatentFuzz was built without ONNX Runtime", source.text),
              fmt::format("run ci/setup-onnxruntime and configure again, or configure with "
                          "-DLATENTFUZZ_ONNXRUNTIME_ROOT=DIR; OpenCV also reads ONNX: opencv:{}",
                          source.uri.path));
}

}  // namespace latentfuzz
