#include "latentfuzz/strategies/pool/latte.h"

#include <gtest/gtest.h>

#include <cmath>

#include "latentfuzz/tests/strategies/toy_pair.h"

namespace latentfuzz {
namespace {

constexpr std::size_t kDim = 8;

struct History {
  Trace trace;
  std::vector<int> classes;  // label of the reference

  std::span<const float> Latent(std::size_t i) const {
    return std::span<const float>(trace.latents).subspan(i * kDim, kDim);
  }
};

History Explore(const std::string& domain) {
  ToyPair pair(kDim, 0.05, 0.5);
  const auto strategy = MakeStrategy({.name = "latte", .population = 40, .domain = domain},
                                     {.space = {.size = kDim}, .seed = 3});
  History run;
  for (int i = 0; i < 50; ++i) {
    const Proposal proposal = strategy->Ask(10);
    const Evaluations evaluations = pair.Evaluate(proposal.latents, strategy->objectives());
    for (const Outcome& outcome : evaluations.outcomes) {
      run.classes.push_back(outcome.signature.reference_label);
    }
    strategy->Tell(evaluations);
    run.trace.Append(proposal);
  }
  return run;
}

TEST(Latte, OneStepFromAStartAndNeverFromAChild) {
  const Trace trace = Explore("shell").trace;
  std::size_t children = 0, later_starts = 0;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (!trace.origins[i].empty()) {
      later_starts += i >= 40 ? 1 : 0;
      continue;
    }
    ++children;
    EXPECT_EQ(trace.mutators[i], std::vector<std::string_view>{"anchor"});
    for (const std::uint64_t parent : trace.parents[i]) EXPECT_EQ(trace.origins[parent], "prior");
  }
  EXPECT_GT(children, 350U);
  EXPECT_NEAR(static_cast<double>(later_starts) / 460, 0.1, 0.05);
}

TEST(Latte, StepsTowardAnotherClassOnAStraightLine) {
  const History run = Explore("none");
  for (std::size_t i = 40; i < run.trace.size(); ++i) {
    if (!run.trace.origins[i].empty()) continue;
    const auto [from, to] = run.trace.parents[i];
    EXPECT_NE(run.classes[from], run.classes[to]);
    const auto a = run.Latent(from), b = run.Latent(to), z = run.Latent(i);
    const double share = (z[0] - a[0]) / (b[0] - a[0]);
    EXPECT_GT(share, 0);
    EXPECT_LT(share, 0.96);
    for (std::size_t j = 0; j < kDim; ++j) EXPECT_NEAR(z[j], a[j] + share * (b[j] - a[j]), 1e-3);
  }
}

}  // namespace
}  // namespace latentfuzz
