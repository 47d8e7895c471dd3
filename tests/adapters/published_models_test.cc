// ONNX files that others made and trained. They are not in this repository: LATENTFUZZ_TEST_MODELS
// names the folder that holds mlperf-tiny/ and vnncomp/, LATENTFUZZ_TEST_CIFAR10 one of CIFAR-10.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/image_set.h"
#include "latentfuzz/adapters/probe.h"
#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::HasSubstr;

class PublishedModels : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("LATENTFUZZ_TEST_MODELS");
    if (folder == nullptr) GTEST_SKIP() << "LATENTFUZZ_TEST_MODELS names no folder of models";
    folder_ = folder;
  }
  std::unique_ptr<Classifier> Open(const std::string& scheme, const std::string& file,
                                   const std::string& card, const std::string& query = "") const {
    return OpenClassifier(
        scheme + ":" + (folder_ / file).string() + query,
        {Passes::kFastest, std::string(LATENTFUZZ_TEST_DATA "/cards/") + card + ".card.toml"});
  }

  std::filesystem::path folder_;
};

int Differences(const ScoreBatch& a, const ScoreBatch& b) {
  int differences = 0;
  for (std::size_t i = 0; i < a.size(); ++i) differences += ArgMax(a.row(i)) != ArgMax(b.row(i));
  return differences;
}

float LargestDifference(const ScoreBatch& a, const ScoreBatch& b) {
  float largest = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i)
    largest = std::max(largest, std::abs(a.values[i] - b.values[i]));
  return largest;
}

struct Net {
  const char* file;
  const char* card;
};

constexpr Net kFloatNets[] = {{"mlperf-tiny/resnet8_fp32.onnx", "resnet8"},
                              {"vnncomp/mnist-net_256x2.onnx", "mnist-net"},
                              {"vnncomp/mnist-net_256x4.onnx", "mnist-net"},
                              {"vnncomp/resnet_2b.onnx", "resnet_2b"}};

#ifdef LATENTFUZZ_HAVE_ONNXRUNTIME
TEST_F(PublishedModels, TwoEnginesGiveTheSameLabels) {
  for (const Net& net : kFloatNets) {
    const auto a = Open("onnxruntime", net.file, net.card);
    const auto b = Open("opencv", net.file, net.card);
    EXPECT_NE(a->fingerprint(), b->fingerprint());
    const ImageBatch images = ProbeImages(*a->card().image.shape, 128);
    const ScoreBatch scores = ToProbabilities(a->Predict(images));
    const ScoreBatch others = ToProbabilities(b->Predict(images));
    EXPECT_EQ(Differences(scores, others), 0) << net.file;
    EXPECT_LT(LargestDifference(scores, others), 1e-3F) << net.file;
    std::cout << net.file << ": probabilities differ by at most "
              << LargestDifference(scores, others) << "\n";
  }
}

TEST_F(PublishedModels, Int8FileIsNotTheFloatFile) {
  const auto fp32 = Open("onnxruntime", "mlperf-tiny/resnet8_fp32.onnx", "resnet8");
  const auto int8 =
      Open("onnxruntime", "mlperf-tiny/resnet8_int8.onnx", "resnet8", "?optimize=all");
  const ImageBatch images = ProbeImages({3, 32, 32}, 64);
  EXPECT_GT(LargestDifference(fp32->Predict(images), int8->Predict(images)), 0);
}

// What was measured with other code: accuracy and disagreement on the whole test set, to within what
// JPEG decoders differ by.
TEST_F(PublishedModels, AccuracyAndDisagreementOnCifar10) {
  const char* cifar = std::getenv("LATENTFUZZ_TEST_CIFAR10");
  if (cifar == nullptr) GTEST_SKIP() << "LATENTFUZZ_TEST_CIFAR10 names no folder";
  const ImageSet data = ReadImages(std::filesystem::path(cifar) / "test");
  ASSERT_EQ(data.size(), 10000U);
  const auto fp32 = Open("onnxruntime", "mlperf-tiny/resnet8_fp32.onnx", "resnet8");
  const auto int8 =
      Open("onnxruntime", "mlperf-tiny/resnet8_int8.onnx", "resnet8", "?optimize=all");
  ASSERT_EQ(data.classes, fp32->card().classes);
  int right32 = 0, right8 = 0, differing = 0;
  constexpr std::size_t kBatch = 250;
  for (std::size_t begin = 0; begin < data.size(); begin += kBatch) {
    const ImageBatch images = data.images.Slice(begin, kBatch);
    const ScoreBatch a = fp32->Predict(images), b = int8->Predict(images);
    differing += Differences(a, b);
    for (std::size_t i = 0; i < kBatch; ++i) {
      right32 += ArgMax(a.row(i)) == data.labels[begin + i];
      right8 += ArgMax(b.row(i)) == data.labels[begin + i];
    }
  }
  EXPECT_NEAR(right32, 7548, 30);
  EXPECT_NEAR(right8, 7555, 30);
  EXPECT_NEAR(differing, 269, 30);
  std::cout << "right of 10000: float " << right32 << ", int8 " << right8 << "; labels differ on "
            << differing << "\n";
}
#endif

TEST_F(PublishedModels, OpenCvSaysWhatItCannotImport) {
  const Error error = Caught([&] { Open("opencv", "mlperf-tiny/resnet8_int8.onnx", "resnet8"); });
  EXPECT_EQ(error.kind(), ErrorKind::kSetup);
  EXPECT_THAT(error.what(), HasSubstr("resnet8_int8.onnx: OpenCV cannot import operator "));
  EXPECT_THAT(error.hint(), HasSubstr("onnxruntime:PATH"));
}

}  // namespace
}  // namespace latentfuzz
