#include "latentfuzz/strategies/pool/cell.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "latentfuzz/strategies/prior.h"

namespace latentfuzz {
namespace {

PoolMember At(std::vector<float> latent, double margin = 0.5) {
  PoolMember individual{.latent = std::move(latent)};
  individual.signature = {Verdict::kAgree, 3, 4};
  individual.margin = margin;
  return individual;
}

TEST(CellGrid, LabelsAndHalvingsOfTheMargin) {
  const CellGrid grid({.size = 2}, 1);
  const Cell cell = grid.Of(At({1, 1}));
  EXPECT_EQ(cell.reference_label, 3);
  EXPECT_EQ(cell.candidate_label, 4);
  const std::pair<double, int> bins[] = {{1, 0},    {0.51, 0},  {0.5, 1}, {0.26, 1},
                                         {0.13, 2}, {1e-9, 10}, {0, 10},  {std::nan(""), 0}};
  for (const auto& [margin, bin] : bins) {
    EXPECT_EQ(grid.Of(At({1, 1}, margin)).margin_bin, bin) << margin;
  }
}

TEST(CellGrid, OppositePlacesNeverShareACell) {
  const CellGrid grid({.size = 2}, 1);
  EXPECT_NE(grid.Of(At({1, 2})).descriptor, grid.Of(At({-1, -2})).descriptor);
  EXPECT_EQ(grid.Of(At({1, 2})).descriptor, grid.Of(At({2, 4})).descriptor);
  const CellGrid shifted({.size = 2, .prior = Prior::kUniform, .low = 10, .high = 12}, 1);
  EXPECT_EQ(shifted.Of(At({12, 13})), grid.Of(At({1, 2})));
}

TEST(CellGrid, DirectionsDependOnTheSeedAlone) {
  const LatentSpace space{.size = 8};
  const CellGrid one(space, 1), same(space, 1), other(space, 2);
  Rng rng(1, StreamPurpose::kTest);
  std::vector<float> latent(8);
  std::set<std::uint32_t> descriptors;
  std::size_t differing = 0;
  for (int i = 0; i < 200; ++i) {
    DrawPrior(space, rng, latent);
    const PoolMember individual = At(latent);
    EXPECT_EQ(one.Of(individual), same.Of(individual));
    differing += one.Of(individual) != other.Of(individual) ? 1U : 0U;
    descriptors.insert(one.Of(individual).descriptor);
  }
  EXPECT_GT(differing, 100U);
  EXPECT_GT(descriptors.size(), 8U);
}

}  // namespace
}  // namespace latentfuzz
