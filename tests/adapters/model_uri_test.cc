#include "latentfuzz/adapters/model_uri.h"

#include <gmock/gmock.h>

#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(ModelUri, SchemePathAndOptions) {
  const ModelUri uri = ModelUri::Parse("torchscript:dir/a.pt?threads=2&device=cuda:1");
  EXPECT_EQ(uri.scheme, "torchscript");
  EXPECT_EQ(uri.path, "dir/a.pt");
  EXPECT_EQ(uri.options.at("threads"), "2");
  EXPECT_EQ(uri.options.at("device"), "cuda:1");
  EXPECT_EQ(uri.options.size(), 2U);
}

TEST(ModelUri, BarePathGoesByItsEnding) {
  for (const char* path : {"a.pt", "/x/b.pts", "c.d.torchscript"}) {
    const ModelUri uri = ModelUri::Parse(path);
    EXPECT_EQ(uri.scheme, "torchscript");
    EXPECT_EQ(uri.path, path);
    EXPECT_THAT(uri.options, IsEmpty());
  }
  EXPECT_EQ(ModelUri::Parse("a.pt?optimize=0").options.at("optimize"), "0");
}

TEST(ModelUri, SchemeOverridesEnding) {
  EXPECT_EQ(ModelUri::Parse("torchscript:model.bin").scheme, "torchscript");
  EXPECT_EQ(ModelUri::Parse("zoo:cnn").path, "cnn");
}

TEST(ModelUri, ACommandHasBlanksAndColons) {
  const ModelUri uri = ModelUri::Parse("process:./run --port a:1?timeout=5&cwd=/tmp");
  EXPECT_EQ(uri.path, "./run --port a:1");
  EXPECT_EQ(uri.Number("timeout", 1, 10, 3), 5);
  EXPECT_EQ(uri.Text("timeout"), "5");
  EXPECT_EQ(uri.Text("card"), "");
  EXPECT_EQ(uri.options.at("cwd"), "/tmp");
}

TEST(ModelUri, ColonInAFolderIsNoScheme) {
  EXPECT_EQ(ModelUri::Parse("runs/10:30/a.pt").path, "runs/10:30/a.pt");
}

TEST(ModelUri, TextReadsBack) {
  for (const char* text : {"zoo:cnn", "torchscript:a.pt?device=cpu&threads=4"}) {
    EXPECT_EQ(ModelUri::Parse(text).ToString(), text);
  }
}

struct Fault {
  const char* text;
  const char* message;
  const char* hint;
};

class ModelUriFault : public ::testing::TestWithParam<Fault> {};

TEST_P(ModelUriFault, IsAUsageErrorWithARemedy) {
  const Error error = Caught([] { ModelUri::Parse(GetParam().text); });
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  EXPECT_THAT(error.what(), HasSubstr(GetParam().message));
  EXPECT_THAT(error.hint(), HasSubstr(GetParam().hint));
}

INSTANTIATE_TEST_SUITE_P(
    All, ModelUriFault,
    ::testing::Values(Fault{"", "names no model", "zoo:NAME"},
                      Fault{"zoo:", "names no model", "zoo:NAME"},
                      Fault{"torchscrip:a.pt",
                            "unknown scheme torchscrip:", "did you mean `torchscript`"},
                      Fault{"ftp:a.pt", "unknown scheme ftp:", "torchscript, zoo"},
                      Fault{"model.bin", "no adapter owns the ending \".bin\"", ".pt, .pts"},
                      Fault{"model", "no adapter owns the ending \"\"", "SCHEME:PATH"},
                      Fault{"kserve:http://host/m?x=1", "unknown option x", "batch, binary"},
                      Fault{"a.pt?threads", "malformed option \"threads\"", "key=value"},
                      Fault{"a.pt?threads=", "malformed option", "key=value"},
                      Fault{"a.pt?=3", "malformed option", "key=value"},
                      Fault{"a.pt?", "malformed option", "key=value"},
                      Fault{"a.pt?threads=1&", "malformed option", "key=value"},
                      Fault{"zoo:cnn?thread=2", "unknown option thread", "did you mean `threads`"},
                      Fault{"a.pt?threads=1&threads=2", "threads is given twice", "leave one"}));

}  // namespace
}  // namespace latentfuzz
