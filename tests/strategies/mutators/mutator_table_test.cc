// Properties that every row of the table must have.
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

#include "latentfuzz/base/error.h"
#include "mutator_fixture.h"

namespace latentfuzz {
namespace {

class EveryMutator : public testing::TestWithParam<std::string> {
 protected:
  static LatentSpace Space() { return {.size = 16, .classes = 4}; }
  static bool KeepsLabel(const MutatorFixture& f) { return f.mutator.needs != Needs::kClasses; }
};

TEST_P(EveryMutator, ChildDiffersFromBothParents) {
  MutatorFixture f(GetParam(), Space());
  for (int i = 0; i < 500; ++i) {
    const auto a = f.Draw(), b = f.Draw();
    const int label = i % 4;
    f.label = label;
    const auto child = f.Apply(a, b);
    EXPECT_TRUE(child != a || f.label != label);
    EXPECT_NE(child, b);
    if (KeepsLabel(f)) {
      EXPECT_EQ(f.label, label);
    }
  }
}

TEST_P(EveryMutator, FiniteAfter250Stagnations) {
  for (const Domain& domain : {Domain::Shell(16), Domain::Box(-1, 1), Domain::None({.size = 16})}) {
    MutatorFixture f(GetParam(), Space());
    f.domain = domain;
    auto latent = f.Draw();
    const auto partner = f.Draw();
    for (int i = 0; i < 250; ++i) {
      f.step *= 2;
      latent = f.Apply(latent, partner);
      domain.Repair(latent);
      ASSERT_TRUE(domain.Contains(latent)) << "stagnation " << i;
    }
  }
}

TEST_P(EveryMutator, SameStreamSameChild) {
  MutatorFixture f(GetParam(), Space()), g(GetParam(), Space());
  for (int i = 0; i < 20; ++i) {
    const auto a = f.Draw(), b = f.Draw();
    EXPECT_EQ(g.Draw(), a);
    EXPECT_EQ(g.Draw(), b);
    EXPECT_EQ(f.Apply(a, b), g.Apply(a, b));
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

std::vector<std::string> Names(bool crossovers_only) {
  std::vector<std::string> names;
  for (const MutatorEntry& entry : MutatorTable()) {
    if (!crossovers_only || entry.crossover()) names.emplace_back(entry.name);
  }
  return names;
}

std::string NameOf(const testing::TestParamInfo<std::string>& info) { return info.param; }

INSTANTIATE_TEST_SUITE_P(Table, EveryMutator, testing::ValuesIn(Names(false)), NameOf);

// A crossover over [N, d] cut along the wrong axis clones one parent and passes every other test.
class EveryCrossover : public testing::TestWithParam<std::string> {};

TEST_P(EveryCrossover, BothParentsHaveAShare) {
  MutatorFixture f(GetParam());
  double nearer_first = 0, nearer_second = 0;
  for (int i = 0; i < 500; ++i) {
    const auto a = f.Draw(), b = f.Draw();
    const auto child = f.Apply(a, b);
    for (std::size_t j = 0; j < child.size(); ++j) {
      const bool first = std::abs(child[j] - a[j]) < std::abs(child[j] - b[j]);
      (first ? nearer_first : nearer_second) += 1;
    }
  }
  EXPECT_GT(nearer_first, 0.2 * 500 * 16);
  EXPECT_GT(nearer_second, 0.2 * 500 * 16);
}

INSTANTIATE_TEST_SUITE_P(Table, EveryCrossover, testing::ValuesIn(Names(true)), NameOf);

TEST(MutatorTable, NamesAreUnique) {
  const auto names = Names(false);
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

TEST(MutatorTable, UsableDependsOnTheSpace) {
  EXPECT_TRUE(Usable(FindMutator("sbx"), kBoxSpace));
  EXPECT_FALSE(Usable(FindMutator("pcn"), kBoxSpace));
  EXPECT_TRUE(Usable(FindMutator("pcn"), {.size = 1}));
  EXPECT_FALSE(Usable(FindMutator("label_flip"), {.size = 1, .classes = 1}));
  EXPECT_TRUE(Usable(FindMutator("label_flip"), {.size = 1, .classes = 2}));
}

}  // namespace
}  // namespace latentfuzz
