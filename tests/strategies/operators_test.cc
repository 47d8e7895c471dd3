#include "latentfuzz/strategies/operators.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

const LatentSpace kSpace{.size = 4};

Operators Make(const std::vector<std::string>& names, const std::string& scheduler = "uniform",
               bool keeps_seeds = false, const LatentSpace& space = kSpace) {
  std::vector<MutatorChoice> choices;
  for (const std::string& name : names) choices.push_back(ParseMutator(name));
  return Operators(choices, space, scheduler, keeps_seeds);
}

// Applies one of all operators to a latent of ones; its partners are latents of nines.
Child Apply(const Operators& operators, Rng& rng) {
  static const std::vector<float> kNines(4, 9.0F);
  Child child{.latent = {1, 1, 1, 1}};
  operators.Apply(
      operators.all(), Domain::None(kSpace), {},
      [&](Partner) {
        return SecondLatent{kNines, 17};
      },
      child, rng);
  return child;
}

TEST(Operators, SortsCrossoversFromMutations) {
  const Operators operators = Make({"gaussian", "sbx", "anchor", "one_point"});
  EXPECT_EQ(operators.all().size(), 4U);
  EXPECT_EQ(operators.crossovers().size(), 2U);
  EXPECT_EQ(operators.mutations().size(), 2U);
}

TEST(Operators, NamesWhatItDidAndWithWhom) {
  Rng rng(1, StreamPurpose::kTest);
  const Child alone = Apply(Make({"gaussian"}), rng);
  EXPECT_EQ(alone.provenance.mutators, std::vector<std::string_view>{"gaussian"});
  EXPECT_EQ(alone.provenance.parents[1], Provenance::kNoParent);
  EXPECT_NE(alone.latent, (std::vector<float>{1, 1, 1, 1}));
  const Child crossed = Apply(Make({"uniform_crossover"}), rng);
  EXPECT_EQ(crossed.provenance.parents[1], 17U);
  for (const float gene : crossed.latent) EXPECT_TRUE(gene == 1 || gene == 9);
}

TEST(Operators, WeightsReachTheScheduler) {
  const Operators operators = Make({"gaussian*3", "pcn"}, "weighted");
  Rng rng(1, StreamPurpose::kTest);
  int gaussian = 0;
  for (int i = 0; i < 4000; ++i) {
    gaussian += Apply(operators, rng).provenance.mutators.front() == "gaussian" ? 1 : 0;
  }
  EXPECT_NEAR(gaussian / 4000.0, 0.75, 0.03);
}

TEST(Operators, CreditGoesToTheOperatorsNamed) {
  Operators operators = Make({"gaussian", "pcn"}, "adaptive");
  const Outcome finding{Verdict::kDisagree, {}, true, true};
  for (int i = 0; i < 500; ++i) {
    operators.Credit({.mutators = {"pcn"}, .origin = ""}, finding);
    operators.Credit({.mutators = {"gaussian"}, .origin = ""}, {});
  }
  operators.scheduler().EndRound();
  Rng rng(1, StreamPurpose::kTest);
  int pcn = 0;
  for (int i = 0; i < 1000; ++i) {
    pcn += Apply(operators, rng).provenance.mutators.front() == "pcn" ? 1 : 0;
  }
  EXPECT_GT(pcn, 800);
}

TEST(Operators, UselessOnesAreRefusedByName) {
  const LatentSpace uniform{.size = 4, .prior = Prior::kUniform};
  const auto refused = [](auto make) {
    try {
      make();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_NE(refused([] { Make({}); }).find("empty"), std::string::npos);
  EXPECT_NE(refused([&] { Make({"pcn"}, "uniform", false, uniform); }).find("'pcn'"),
            std::string::npos);
  EXPECT_NE(refused([] { Make({"label_flip"}); }).find("conditional"), std::string::npos);
  EXPECT_NE(refused([] { Make({"sparse_restore"}); }).find("seed"), std::string::npos);
  EXPECT_NE(refused([] { Make({"sbx"}, "x"); }).find("'x'"), std::string::npos);
  EXPECT_NO_THROW(Make({"sparse_restore"}, "uniform", true));
}

}  // namespace
}  // namespace latentfuzz
