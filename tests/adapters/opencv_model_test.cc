// What only OpenCV does.
#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>

#include "latentfuzz/adapters/dataset.h"
#include "latentfuzz/adapters/png.h"
#include "latentfuzz/adapters/probe.h"
#include "latentfuzz/tests/adapters/onnx_fixture.h"

namespace latentfuzz {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kLogits = "[output]\nkind = \"logits\"\n";

class OpenCvTest : public OnnxTest {
 protected:
  static std::string Uri(const std::string& name) { return "opencv:" + File(name).string(); }

  // [data] of images to calibrate with.
  std::string Data(const ImageShape& shape) const {
    LabelledImages data;
    data.images = ProbeImages(shape, 40);
    data.labels.assign(40, 0);
    WriteIdx(data, folder_ / "images", folder_ / "labels");
    return std::string(kLogits) + "[data]\nimages = \"images\"\nlabels = \"labels\"\n";
  }
};

TEST_F(OpenCvTest, QuantizesWithTheCardsImages) {
  const std::string data = Data({1, 8, 8});
  const auto fp32 = Classify(Uri("cnn"), "", data);
  const auto int8 = Classify(Uri("cnn") + "?quantize=1", "", data);
  EXPECT_EQ(fp32->engine().qengine, "");
  EXPECT_EQ(int8->engine().qengine, "opencv");
  EXPECT_NE(fp32->fingerprint(), int8->fingerprint());
  const ImageBatch images = ProbeImages({1, 8, 8}, 33);
  const ScoreBatch a = fp32->Predict(images), b = int8->Predict(images);
  ASSERT_EQ(b.values.size(), a.values.size());
  const auto [low, high] = std::minmax_element(a.values.begin(), a.values.end());
  float largest = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i)
    largest = std::max(largest, std::abs(a.values[i] - b.values[i]));
  EXPECT_GT(largest, 0);
  EXPECT_LT(largest, 0.1F * (*high - *low));
  EXPECT_EQ(int8->Predict(images.Slice(0, 1)).size(), 1U);
}

TEST_F(OpenCvTest, QuantizesWithTheImagesOfAPath) {
  const std::string data = Data({1, 8, 8});
  const std::string uri = Uri("cnn") + "?quantize=1";
  const auto of_card = Classify(uri, "", data);
  // The same images, in a folder of one folder a class.
  const LabelledImages images = ReadIdx(folder_ / "images", folder_ / "labels");
  for (std::size_t i = 0; i < 40; ++i) {
    const auto folder = folder_ / "png" / (i < 20 ? "0" : "1");
    std::filesystem::create_directories(folder);
    std::ofstream(folder / ("image" + std::to_string(10 + i) + ".png"), std::ios::binary)
        << EncodePng(images.images.image(i), images.images.shape);
  }
  const std::string png = "&calibration=" + (folder_ / "png").string();
  const auto of_path = Classify(uri + png, "", kLogits);
  const ImageBatch probe = ProbeImages({1, 8, 8}, 9);
  EXPECT_EQ(of_path->Predict(probe).values, of_card->Predict(probe).values);
  EXPECT_NE(of_path->fingerprint(), Classify(Uri("cnn"), "", kLogits)->fingerprint());
  EXPECT_EQ(Caught([&] { Classify(Uri("cnn") + "?calibration=x", "", kLogits); }).kind(),
            ErrorKind::kUsage);
  const Error missing = Caught([&] { Classify(uri + "&calibration=none", "", kLogits); });
  EXPECT_THAT(missing.what(), HasSubstr("none: no such file or folder"));
}

TEST_F(OpenCvTest, QuantizingNeedsImagesOfTheModel) {
  const Error none = Caught([&] { Classify(Uri("cnn") + "?quantize=1", "", kLogits); });
  CheckSetup(none, "cnn.onnx: quantize=1 needs images");
  EXPECT_THAT(none.hint(), AllOf(HasSubstr("[data]"), HasSubstr("calibration=PATH")));
  const std::string data = Data({1, 4, 4});
  const Error small = Caught([&] { Classify(Uri("cnn") + "?quantize=1", "", data); });
  CheckSetup(small, "calibrate with are 1x4x4, but the model takes 1x8x8");
  EXPECT_THAT(small.hint(), HasSubstr("resize = "));
  EXPECT_NO_THROW(Classify(Uri("cnn") + "?quantize=1", "[input]\nresize = \"bilinear\"\n", data));
}

TEST_F(OpenCvTest, OperatorThatItCannotImport) {
  const Error error = Caught([&] { Classify(Uri("qdq")); });
  CheckSetup(error, "qdq.onnx: OpenCV cannot import operator DequantizeLinear");
  EXPECT_THAT(error.hint(), HasSubstr("onnxruntime:PATH"));
}

TEST_F(OpenCvTest, LabelsAreRefused) {
  const Error error = Caught(
      [&] { Generate(Uri("decoder_labels"), "size = 3\nclasses = [\"dark\", \"bright\"]\n"); });
  CheckSetup(error, "decoder_labels.onnx: OpenCV takes no labels");
  EXPECT_THAT(error.hint(), HasSubstr("onnxruntime:"));
}

TEST_F(OpenCvTest, IndicesOfClassesAreRefused) {
  const Error error = Caught([&] {
    Classify(Uri("top_two"), "",
             "[output]\nkind = \"probabilities\"\nclasses = [\"a\", \"b\"]\nindices = "
             "\"indices\"\n");
  });
  CheckSetup(error, "top_two.onnx: OpenCV returns no indices of classes");
  EXPECT_THAT(error.hint(), HasSubstr("onnxruntime:"));
}

TEST_F(OpenCvTest, OptionsOfTheUri) {
  EXPECT_THAT(Caught([&] { Classify(Uri("pair") + "?backend=abacus"); }).hint(),
              HasSubstr("opencv, openvino, cuda"));
  CheckSetup(Caught([&] { Classify(Uri("pair") + "?backend=cuda"); }), "no backend cuda");
  EXPECT_NO_THROW(Classify(Uri("pair") + "?winograd=0&backend=opencv"));
  EXPECT_EQ(Caught([&] { Classify(Uri("pair") + "?winograd=yes"); }).kind(), ErrorKind::kUsage);
}

TEST_F(OpenCvTest, SettingsOfTheProcessAreLeftAlone) {
  const int threads = cv::getNumThreads();
  const auto level = cv::utils::logging::getLogLevel();
  const std::string others = threads == 1 ? "2" : "1";
  Classify(Uri("pair") + "?threads=" + others)->Predict(Pairs({0, 1}));
  Caught([&] { Classify(Uri("unknown_operator")); });
  EXPECT_EQ(cv::getNumThreads(), threads);
  EXPECT_EQ(cv::utils::logging::getLogLevel(), level);
}

}  // namespace
}  // namespace latentfuzz
