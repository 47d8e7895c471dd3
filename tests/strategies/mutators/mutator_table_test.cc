// Properties that every row of the table must have.
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

#include "latentfuzz/base/error.h"
#include "mutator_fixture.h"
#include "properties.h"

namespace latentfuzz {
namespace {

class EveryMutator : public testing::TestWithParam<std::string> {};

TEST_P(EveryMutator, HasEveryProperty) {
  for (const auto& [name, violation] : kMutatorProperties) {
    EXPECT_EQ(violation(FindMutator(GetParam())), "") << name;
  }
}

TEST_P(EveryMutator, TinyLatentsAndEqualParentsAreNoTrouble) {
  for (const std::size_t size : {1U, 2U}) {
    MutatorFixture f(GetParam(), {.size = size, .classes = 2});
    for (int i = 0; i < 50; ++i) {
      const auto a = f.Draw(), b = f.Draw();
      for (const auto& child : {f.Apply(a, b), f.Apply(a, a)}) {
        for (const float gene : child) EXPECT_TRUE(std::isfinite(gene));
      }
    }
  }
}

std::vector<std::string> Names() {
  std::vector<std::string> names;
  for (const MutatorEntry& entry : MutatorTable()) names.emplace_back(entry.name);
  return names;
}

std::string NameOf(const testing::TestParamInfo<std::string>& info) { return info.param; }

INSTANTIATE_TEST_SUITE_P(Table, EveryMutator, testing::ValuesIn(Names()), NameOf);

TEST(MutatorTable, NamesAreUnique) {
  const auto names = Names();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

TEST(MutatorTable, UnknownNameListsTheKnownOnes) {
  try {
    FindMutator("gausian");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_NE(std::string(error.what()).find("'gausian'"), std::string::npos);
    EXPECT_NE(error.hint().find("gaussian"), std::string::npos);
  }
}

TEST(MutatorTable, SomeKeepThePrior) {
  EXPECT_TRUE(FindMutator("pcn").keeps_prior);
  EXPECT_FALSE(FindMutator("gaussian").keeps_prior);
}

TEST(MutatorTable, UsableDependsOnTheSpace) {
  EXPECT_TRUE(Usable(FindMutator("sbx"), kBoxSpace));
  EXPECT_FALSE(Usable(FindMutator("pcn"), kBoxSpace));
  EXPECT_TRUE(Usable(FindMutator("pcn"), {.size = 1}));
  EXPECT_FALSE(Usable(FindMutator("label_flip"), {.size = 1, .classes = 1}));
  EXPECT_TRUE(Usable(FindMutator("label_flip"), {.size = 1, .classes = 2}));
}

}  // namespace
}  // namespace latentfuzz
