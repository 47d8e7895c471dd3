#include "latentfuzz/harness/oracle.h"

#include <gtest/gtest.h>

#include "latentfuzz/tests/corpus/samples.h"

namespace latentfuzz {
namespace {

TEST(Oracle, EveryRowOfTheTableIsMadeByItsName) {
  for (const OracleEntry& entry : OracleTable()) {
    const auto oracle = MakeOracle(entry.name, 0.25);
    EXPECT_EQ(oracle->name(), entry.name);
    EXPECT_EQ(oracle->noise_floor(), 0.25);
    EXPECT_FALSE(entry.summary.empty());
  }
}

TEST(Oracle, UnknownNamesAreRefused) {
  const auto error = samples::ErrorOf([] { MakeOracle("delphi", 0); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kData);
}

}  // namespace
}  // namespace latentfuzz
