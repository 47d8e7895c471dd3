#include "latentfuzz/adapters/onnx_file.h"

#include <gmock/gmock.h>

#include "latentfuzz/tests/adapters/onnx_fixture.h"

namespace latentfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class OnnxFileTest : public OnnxTest {};

TEST_F(OnnxFileTest, InputsOutputsAndVersions) {
  const OnnxFile file = ReadOnnxFile(File("decoder_labels"));
  ASSERT_EQ(file.inputs.size(), 2U);
  EXPECT_EQ(file.inputs[0].ToString(), "label [?] of int64");
  EXPECT_EQ(file.inputs[1].ToString(), "z [?, 3] of float");
  ASSERT_EQ(file.outputs.size(), 1U);
  EXPECT_EQ(file.outputs[0].ToString(), "image [?, 1, 2, 2] of float");
  EXPECT_EQ(file.ir_version, 8);
  EXPECT_EQ(file.opsets.at(""), 13);
  EXPECT_THAT(file.external, IsEmpty());
}

TEST_F(OnnxFileTest, WeightsAreNoInputs) {
  const OnnxFile file = ReadOnnxFile(File("cnn_ir3"));
  ASSERT_EQ(file.inputs.size(), 1U);
  EXPECT_EQ(file.inputs[0].name, "x");
  EXPECT_EQ(file.ir_version, 3);
}

TEST_F(OnnxFileTest, FilesOfWeightsKeptApart) {
  EXPECT_THAT(ReadOnnxFile(File("apart")).external,
              ElementsAre(File("apart").parent_path() / "apart.bin"));
}

TEST_F(OnnxFileTest, EveryCutIsAnErrorOrAFileWithoutItsEnd) {
  std::ifstream in(File("cnn"), std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  std::size_t read = 0;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    try {
      // Only what follows the graph (the opsets) can be missing unnoticed.
      EXPECT_EQ(ParseOnnxFile("cut.onnx", whole.substr(0, size)).outputs.size(), 1U);
      ++read;
    } catch (const Error& error) {
      CheckSetup(error, "cut.onnx");
    }
  }
  EXPECT_LE(read, 1U);
}

TEST_F(OnnxFileTest, DamagedBytesNeverCrash) {
  std::ifstream in(File("two_outputs"), std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char byte : {'\0', '\x7f', '\xff'}) {
      std::string damaged = whole;
      damaged[at] = byte;
      try {
        ParseOnnxFile("damaged.onnx", damaged);
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kSetup);
      }
    }
  }
}

}  // namespace
}  // namespace latentfuzz
