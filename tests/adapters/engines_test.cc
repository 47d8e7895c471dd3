// Every engine in one process: each brings its own thread pools, and some their own protobuf.
#include <gtest/gtest.h>

#include "latentfuzz/adapters/probe.h"
#include "latentfuzz/tests/adapters/onnx_fixture.h"

namespace latentfuzz {
namespace {

class EnginesTest : public OnnxTest {};

TEST_F(EnginesTest, TakeTurnsWithTwoThreadsEach) {
  SaveSmallCnn(folder_ / "cnn.pt");
  std::vector<std::string> uris{(folder_ / "cnn.pt").string(), "opencv:" + File("cnn").string()};
#ifdef LATENTFUZZ_HAVE_ONNXRUNTIME
  uris.push_back("onnxruntime:" + File("cnn").string());
#endif
  std::vector<std::unique_ptr<Classifier>> models;
  for (const std::string& uri : uris)
    models.push_back(Classify(uri + "?threads=2", "[input]\nshape = [1, 8, 8]\n",
                              "[output]\nkind = \"logits\"\n"));
  const ImageBatch images = ProbeImages({1, 8, 8}, 64);
  std::vector<std::vector<float>> first;
  for (const auto& model : models) first.push_back(model->Predict(images).values);
  for (int turn = 0; turn < 5; ++turn)
    for (std::size_t i = 0; i < models.size(); ++i)
      ASSERT_EQ(models[i]->Predict(images).values, first[i]) << uris[i];
}

}  // namespace
}  // namespace latentfuzz
