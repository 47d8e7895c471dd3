#include "latentfuzz/base/engine_info.h"

#include <gtest/gtest.h>

namespace latentfuzz {
namespace {

TEST(EngineInfo, TextNamesWhatIsKnown) {
  EXPECT_EQ(EngineInfo().ToString(), "an unknown engine, 1 thread");
  const EngineInfo info{"libtorch",
                        "1.13.1",
                        "0123abcd",
                        "openblas 0.3",
                        "onednn",
                        2,
                        {{"device", "cpu"}, {"threads", "2"}}};
  EXPECT_EQ(
      info.ToString(),
      "libtorch 1.13.1, build 0123abcd, 2 threads, BLAS openblas 0.3, quantized engine onednn, "
      "device=cpu, threads=2");
}

TEST(EngineInfo, EveryPartCounts) {
  const EngineInfo one{"e", "v", "b", "l", "q", 2, {}};
  EXPECT_EQ(one, one);
  for (std::string EngineInfo::*part :
       {&EngineInfo::engine, &EngineInfo::version, &EngineInfo::build, &EngineInfo::blas,
        &EngineInfo::qengine}) {
    EngineInfo other = one;
    other.*part += "x";
    EXPECT_NE(other, one);
    EXPECT_NE(other.ToString(), one.ToString());
  }
}

TEST(EngineInfo, BuildsDifferByTheirText) {
  EXPECT_EQ(BuildHash("a").size(), 8U);
  EXPECT_EQ(BuildHash("a"), BuildHash("a"));
  EXPECT_NE(BuildHash("a"), BuildHash("b"));
}

TEST(EngineInfo, ThisMachineHasAClass) { EXPECT_FALSE(CpuFeatureClass().empty()); }

}  // namespace
}  // namespace latentfuzz
