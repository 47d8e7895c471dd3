#include "latentfuzz/adapters/torch_settings.h"

#include <gmock/gmock.h>

#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::StartsWith;

TEST(TorchSettings, ScopeAppliesAndRestores) {
  const TorchSettings before = CurrentTorchSettings();
  TorchSettings other = before;
  other.threads = before.threads + 1;
  for (const std::string& engine : SupportedQEngines())
    if (engine != before.qengine) other.qengine = engine;
  {
    const TorchSettingsScope scope(other);
    EXPECT_EQ(CurrentTorchSettings().threads, other.threads);
    EXPECT_EQ(CurrentTorchSettings().qengine, other.qengine);
    {
      const TorchSettingsScope inner(before);
      EXPECT_EQ(CurrentTorchSettings().threads, before.threads);
    }
    EXPECT_EQ(CurrentTorchSettings().threads, other.threads);
  }
  EXPECT_EQ(CurrentTorchSettings().threads, before.threads);
  EXPECT_EQ(CurrentTorchSettings().qengine, before.qengine);
}

TEST(TorchSettings, EnginesAreLowerCaseAndReal) {
  EXPECT_THAT(SupportedQEngines(), Not(Contains("noqengine")));
  for (const std::string& engine : SupportedQEngines())
    EXPECT_NO_THROW(RequireQEngine(engine, "m"));
}

TEST(TorchSettings, UnknownEngineListsTheKnown) {
  const Error error = Caught([] { RequireQEngine("fbgemm9", "m.pt"); });
  EXPECT_EQ(error.kind(), ErrorKind::kSetup);
  EXPECT_THAT(error.what(), HasSubstr("m.pt: quantized engine \"fbgemm9\""));
  for (const std::string& engine : SupportedQEngines())
    EXPECT_THAT(error.hint(), HasSubstr(engine));
}

TEST(TorchSettings, Devices) {
  EXPECT_NO_THROW(RequireDevice("cpu", "m"));
  EXPECT_EQ(Caught([] { RequireDevice("gpu", "m"); }).kind(), ErrorKind::kUsage);
  EXPECT_EQ(Caught([] { RequireDevice("cuda:x", "m"); }).kind(), ErrorKind::kUsage);
}

TEST(TorchSettings, Description) {
  const EngineInfo info = DescribeTorch({3, "onednn"});
  EXPECT_EQ(info.engine, "libtorch");
  EXPECT_THAT(info.version, ::testing::MatchesRegex("[0-9]+\\.[0-9]+.*"));
  EXPECT_THAT(info.blas, AnyOf(StartsWith("openblas "), "reference"));
  EXPECT_EQ(info.threads, 3);
  EXPECT_THAT(CpuFeatureClass(),
              AnyOf("avx512_vnni", "avx512", "avx2", "baseline", "aarch64", "unknown"));
}

}  // namespace
}  // namespace latentfuzz
