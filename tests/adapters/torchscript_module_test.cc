#include "latentfuzz/adapters/torchscript_module.h"

#include <gmock/gmock.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

#include <cmath>

#include "latentfuzz/adapters/probe.h"
#include "latentfuzz/adapters/torch_settings.h"
#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class TorchScriptModuleTest : public AdapterTest {
 protected:
  std::filesystem::path Script(const std::string& source,
                               const std::vector<ScriptParameter>& parameters = {}) {
    SaveScript(folder_ / "m.pt", source, parameters);
    return folder_ / "m.pt";
  }
  std::string Bytes(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // Error of loading `path`; its message must be one line that names the file.
  Error LoadError(const std::filesystem::path& path, const TorchScriptOptions& options = {}) {
    const Error error = Caught([&] { TorchScriptModule(path, options); });
    EXPECT_EQ(error.kind(), ErrorKind::kSetup) << error.what();
    EXPECT_THAT(error.what(), HasSubstr(path.string()));
    EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
    EXPECT_FALSE(error.hint().empty());
    return error;
  }
};

// A call that owns its input. Moving it keeps the view good, copying it does not.
struct OwnedCall : ModelCall {
  OwnedCall() = default;
  OwnedCall(OwnedCall&&) = default;
  OwnedCall& operator=(OwnedCall&&) = default;
  std::vector<float> values;
};

OwnedCall Call(std::vector<std::int64_t> sizes, std::vector<float> values) {
  OwnedCall call;
  call.values = std::move(values);
  call.method = "forward";
  call.input = {std::move(sizes), call.values};
  call.subject = "numbers";
  return call;
}

// Replaces each `from` in the archive, whose small members are stored uncompressed.
std::string PatchArchive(std::string bytes, const std::string& from, const std::string& to) {
  EXPECT_EQ(from.size(), to.size());
  std::size_t changed = 0;
  for (std::size_t at = bytes.find(from); at != std::string::npos; at = bytes.find(from, at + 1)) {
    bytes.replace(at, from.size(), to);
    ++changed;
  }
  EXPECT_GT(changed, 0U) << "nothing to patch: " << from;
  return bytes;
}

TEST_F(TorchScriptModuleTest, RunsAMethod) {
  TorchScriptModule module(
      Script("def forward(self, x):\n    return x * 2 + self.b\n", {{"b", {2}, {1, 10}}}), {});
  const TensorValues answer = module.Run(Call({2, 2}, {1, 2, 3, 4}));
  EXPECT_THAT(answer.sizes, ElementsAre(2, 2));
  EXPECT_THAT(answer.values, ElementsAre(3, 14, 7, 18));
  EXPECT_TRUE(module.HasMethod("forward"));
  EXPECT_FALSE(module.HasMethod("encode"));
  EXPECT_EQ(module.form(), "as shipped");
  EXPECT_EQ(module.engine().engine, "libtorch");
  EXPECT_EQ(module.engine().qengine, "");
}

TEST_F(TorchScriptModuleTest, OtherFloatTypesBecomeFloat) {
  for (const char* cast : {"double", "half"}) {
    TorchScriptModule module(
        Script(std::string("def forward(self, x):\n    return x.") + cast + "()\n"), {});
    EXPECT_THAT(module.Run(Call({1, 2}, {0.5F, -2})).values, ElementsAre(0.5F, -2)) << cast;
  }
}

TEST_F(TorchScriptModuleTest, StridedAnswersAreRowMajor) {
  TorchScriptModule module(Script("def forward(self, x):\n    return x.t()\n"), {});
  EXPECT_THAT(module.Run(Call({2, 3}, {1, 2, 3, 4, 5, 6})).values, ElementsAre(1, 4, 2, 5, 3, 6));
}

TEST_F(TorchScriptModuleTest, IntegersTuplesAndListsAreErrors) {
  struct Row {
    const char* result;
    const char* message;
  };
  for (const Row& row : {Row{"torch.argmax(x, 1)", "tensor of Long"}, Row{"(x, x)", "Tuple"},
                         Row{"[x, x]", "List"}, Row{"3", "Int"}}) {
    TorchScriptModule module(
        Script(std::string("def forward(self, x):\n    return ") + row.result + "\n"), {});
    const Error error = Caught([&] { module.Run(Call({1, 2}, {1, 2})); });
    EXPECT_EQ(error.kind(), ErrorKind::kSetup);
    EXPECT_THAT(error.what(), HasSubstr(row.message));
  }
}

TEST_F(TorchScriptModuleTest, DictionariesByTheNameOfTheOutput) {
  TorchScriptModule module(
      Script("def forward(self, x):\n    return {'logits': x + 1, 'features': x}\n"), {});
  OwnedCall call = Call({1, 1}, {4});
  call.output = "logits";
  EXPECT_THAT(module.Run(call).values, ElementsAre(5));
  call.output = "scores";
  const Error error = Caught([&] { module.Run(call); });
  EXPECT_THAT(error.what(), HasSubstr("\"scores\""));
  EXPECT_THAT(error.hint(), HasSubstr("logits, features"));
}

TEST_F(TorchScriptModuleTest, LabelsAreTheSecondArgument) {
  TorchScriptModule module(Script("def forward(self, x, y: Tensor):\n"
                                  "    return x + y.unsqueeze(1) * 10\n"),
                           {});
  OwnedCall call = Call({2, 1}, {1, 2});
  call.labels = {3, 4};
  EXPECT_THAT(module.Run(call).values, ElementsAre(31, 42));
}

TEST_F(TorchScriptModuleTest, EvaluationModeIsSet) {
  TorchScriptModule module(
      Script("def forward(self, x):\n    return torch.dropout(x, 0.5, self.training)\n"), {});
  const std::vector<float> ones(64, 1);
  EXPECT_EQ(module.Run(Call({1, 64}, ones)).values, ones);
}

TEST_F(TorchScriptModuleTest, ModelMayKeepItsInput) {
  TorchScriptModule module(Script("def forward(self, x):\n"
                                  "    last = self.kept\n"
                                  "    self.kept = x\n"
                                  "    return last\n",
                                  {{"kept", {1, 2}, {7, 8}}}),
                           {});
  EXPECT_THAT(module.Run(Call({1, 2}, {1, 2})).values, ElementsAre(7, 8));
  EXPECT_THAT(module.Run(Call({1, 2}, {3, 4})).values, ElementsAre(1, 2));
  EXPECT_THAT(module.Run(Call({1, 2}, {5, 6})).values, ElementsAre(3, 4));
}

TEST_F(TorchScriptModuleTest, AnswerIsNoViewOfTheModule) {
  TorchScriptModule module(
      Script("def forward(self, x):\n    self.w.add_(1)\n    return self.w\n", {{"w", {1}, {0}}}),
      {});
  const TensorValues first = module.Run(Call({1}, {0}));
  module.Run(Call({1}, {0}));
  EXPECT_THAT(first.values, ElementsAre(1));
}

TEST_F(TorchScriptModuleTest, NanPassesThrough) {
  TorchScriptModule module(Script("def forward(self, x):\n    return x / 0 * 0\n"), {});
  EXPECT_TRUE(std::isnan(module.Run(Call({1}, {1})).values[0]));
}

TEST_F(TorchScriptModuleTest, QuantizedModelNamesItsEngine) {
  const auto path = Script(
      "def forward(self, x):\n"
      "    q = torch.quantize_per_tensor(x, 0.5, 0, 13)\n"
      "    return quantized.add(q, q, 0.5, 0)\n");
  for (const std::string& engine : SupportedQEngines()) {
    TorchScriptOptions options;
    options.qengine = engine;
    TorchScriptModule module(path, options);
    EXPECT_EQ(module.engine().qengine, engine);
    EXPECT_THAT(module.Run(Call({1, 2}, {1, 3})).values, ElementsAre(2, 6)) << "dequantized";
  }
}

TEST_F(TorchScriptModuleTest, MissingFile) {
  EXPECT_THAT(LoadError(folder_ / "none.pt").what(), HasSubstr("no such model file"));
  EXPECT_THAT(LoadError(folder_).what(), HasSubstr("no such model file"));
}

TEST_F(TorchScriptModuleTest, FileOfAnotherKind) {
  EXPECT_THAT(LoadError(Write("a.pt", "")).what(), HasSubstr("not a TorchScript archive"));
  EXPECT_THAT(LoadError(Write("b.pt", std::string(5000, 'x'))).what(),
              HasSubstr("not a TorchScript archive"));
}

TEST_F(TorchScriptModuleTest, TruncatedFile) {
  SaveSmallCnn(folder_ / "cnn.pt");
  const std::string bytes = Bytes(folder_ / "cnn.pt");
  for (const double share : {0.01, 0.3, 0.6, 0.9, 0.999}) {
    const auto length = static_cast<std::size_t>(share * static_cast<double>(bytes.size()));
    EXPECT_THAT(LoadError(Write("t.pt", bytes.substr(0, length))).what(),
                HasSubstr("truncated or damaged TorchScript archive"))
        << share;
  }
}

TEST_F(TorchScriptModuleTest, DamagedBytesAreErrorsOrHarmless) {
  SaveSmallCnn(folder_ / "cnn.pt");
  const std::string bytes = Bytes(folder_ / "cnn.pt");
  std::size_t refused = 0;
  for (std::size_t at = 1; at < bytes.size(); at += bytes.size() / 40) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(~damaged[at]);
    try {
      TorchScriptModule(Write("d.pt", damaged), {});
    } catch (const Error& error) {
      ++refused;
      EXPECT_THAT(error.what(), HasSubstr("d.pt: ")) << at;
      EXPECT_THAT(error.what(), Not(HasSubstr("\n"))) << at;
    }
  }
  EXPECT_GT(refused, 0U);
}

TEST_F(TorchScriptModuleTest, NewerFile) {
#ifdef __SANITIZE_ADDRESS__
  const __lsan::ScopedDisabler libtorch_loses_the_reader_of_such_a_file;
#endif
  const std::string bytes = Bytes(Script("def forward(self, x):\n    return x\n"));
  const std::size_t name = bytes.find("/version");
  const std::size_t version = bytes.find("3\n", name);
  ASSERT_NE(version, std::string::npos);
  std::string patched = bytes;
  patched.replace(version, 2, "99");
  EXPECT_THAT(LoadError(Write("new.pt", patched)).what(),
              HasSubstr("newer LibTorch: file version 99"));
}

TEST_F(TorchScriptModuleTest, UnknownOperator) {
  const std::string bytes = Bytes(Script("def forward(self, x):\n    return torch.relu(x)\n"));
  EXPECT_THAT(LoadError(Write("op.pt", PatchArchive(bytes, "torch.relu", "ops.tv.nms"))).what(),
              HasSubstr("unknown operator tv::nms"));
}

TEST_F(TorchScriptModuleTest, UnsupportedEngineAndDevice) {
  const auto path = Script("def forward(self, x):\n    return x\n");
  TorchScriptOptions options;
  options.qengine = "none-such";
  EXPECT_THAT(LoadError(path, options).hint(), HasSubstr(SupportedQEngines().front()));
  options = {};
  options.device = "warp";
  EXPECT_EQ(Caught([&] { TorchScriptModule(path, options); }).kind(), ErrorKind::kUsage);
}

TEST_F(TorchScriptModuleTest, FailingModelGivesOneLine) {
  struct Row {
    const char* body;
    const char* message;
  };
  for (const Row& row :
       {Row{"    return torch.linear(x, self.w)\n", "model rejects numbers: mat1 and mat2"},
        Row{"    assert x.size(0) == 9, 'nine rows'\n    return x\n", "nine rows"}}) {
    TorchScriptModule module(Script(std::string("def forward(self, x):\n") + row.body,
                                    {{"w", {2, 3}, {1, 1, 1, 1, 1, 1}}}),
                             {});
    const Error error = Caught([&] { module.Run(Call({1, 2}, {1, 2})); });
    EXPECT_EQ(error.kind(), ErrorKind::kSetup);
    EXPECT_THAT(error.what(), HasSubstr("m.pt: model rejects numbers: "));
    EXPECT_THAT(error.what(), HasSubstr(row.message));
    EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
    EXPECT_THAT(error.what(), Not(HasSubstr("frame #")));
  }
}

TEST_F(TorchScriptModuleTest, SettingsLastOnlyForTheCall) {
  const TorchSettings before = CurrentTorchSettings();
  TorchScriptOptions options;
  options.threads = before.threads + 1;
  TorchScriptModule module(Script("def forward(self, x):\n    return x\n"), options);
  EXPECT_EQ(module.engine().threads, before.threads + 1);
  module.Run(Call({1}, {1}));
  EXPECT_EQ(CurrentTorchSettings().threads, before.threads);
}

OwnedCall CnnProbe(std::size_t rows) {
  return Call({static_cast<std::int64_t>(rows), 1, 8, 8}, ProbeImages({1, 8, 8}, rows).values);
}

TEST_F(TorchScriptModuleTest, PreparedModuleAnswersAsTheShippedOne) {
  SaveSmallCnn(folder_ / "cnn.pt");
  TorchScriptModule shipped(folder_ / "cnn.pt", {}), prepared(folder_ / "cnn.pt", {});
  prepared.Optimise({CnnProbe(8)}, SameAnswers);
  EXPECT_EQ(prepared.form(), "optimize_for_inference");
  for (const std::size_t rows : {1U, 3U, 8U, 64U}) {
    EXPECT_TRUE(SameAnswers(shipped.Run(CnnProbe(rows)), prepared.Run(CnnProbe(rows)))) << rows;
  }
}

TEST_F(TorchScriptModuleTest, FirstAndHundredthCallAreBitIdentical) {
  SaveSmallCnn(folder_ / "cnn.pt");
  for (const bool optimise : {false, true}) {
    TorchScriptModule module(folder_ / "cnn.pt", {});
    if (optimise) module.Optimise({CnnProbe(8)}, SameAnswers);
    const std::vector<float> first = module.Run(CnnProbe(16)).values;
    for (int i = 0; i < 100; ++i) {
      module.Run(CnnProbe(static_cast<std::size_t>(1 + i % 5)));
      ASSERT_EQ(module.Run(CnnProbe(16)).values, first) << i;
    }
  }
}

TEST_F(TorchScriptModuleTest, PreparingLeavesNoTraceWhenNothingIsAccepted) {
  SaveSmallCnn(folder_ / "cnn.pt");
  TorchScriptModule module(folder_ / "cnn.pt", {});
  const std::vector<float> before = module.Run(CnnProbe(4)).values;
  int offered = 0;
  module.Optimise({CnnProbe(8)}, [&](const TensorValues&, const TensorValues&) {
    ++offered;
    return false;
  });
  EXPECT_EQ(offered, 2);
  EXPECT_EQ(module.form(), "as shipped");
  EXPECT_EQ(module.Run(CnnProbe(4)).values, before);
}

TEST_F(TorchScriptModuleTest, MethodsThatAreProbedSurvivePreparation) {
  TorchScriptModule module(Script("def forward(self, x):\n    return torch.linear(x, self.w)\n"
                                  "def encode(self, x):\n    return torch.linear(x, self.w) + 1\n",
                                  {{"w", {1, 1}, {2}}}),
                           {});
  OwnedCall encode = Call({1, 1}, {3});
  encode.method = "encode";
  module.Optimise({Call({1, 1}, {3}), encode}, SameAnswers);
  EXPECT_NE(module.form(), "as shipped");
  EXPECT_THAT(module.Run(encode).values, ElementsAre(7));
}

TEST_F(TorchScriptModuleTest, DifferentThreadCountsAgreeWithinTolerance) {
  SaveSmallCnn(folder_ / "cnn.pt");
  TorchScriptOptions one, two;
  one.threads = 1;
  two.threads = 2;
  TorchScriptModule a(folder_ / "cnn.pt", one), b(folder_ / "cnn.pt", two);
  const TensorValues first = a.Run(CnnProbe(64)), second = b.Run(CnnProbe(64));
  ASSERT_EQ(first.sizes, second.sizes);
  for (std::size_t i = 0; i < first.values.size(); ++i)
    ASSERT_NEAR(first.values[i], second.values[i], 1e-5);
}

}  // namespace
}  // namespace latentfuzz
