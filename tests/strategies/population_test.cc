#include "latentfuzz/strategies/population.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

using testing::ElementsAre;

Population Some() {
  Population population(2);
  for (int i = 0; i < 3; ++i) {
    const auto gene = static_cast<float>(i);
    population.latents.Append(std::vector<float>{gene, -gene}, i);
    population.evaluations.push_back(static_cast<std::uint64_t>(10 + i));
    population.objectives.insert(population.objectives.end(), {0.1 * i, 1.0});
    population.classes.push_back(7 - i);
  }
  return population;
}

TEST(Population, SelectKeepsColumnsTogether) {
  const std::vector<std::size_t> rows{2, 0};
  const Population selected = Some().Select(rows);
  EXPECT_THAT(selected.latents.values, ElementsAre(2, -2, 0, 0));
  EXPECT_THAT(selected.latents.labels, ElementsAre(2, 0));
  EXPECT_THAT(selected.evaluations, ElementsAre(12, 10));
  EXPECT_THAT(selected.objectives, ElementsAre(0.2, 1.0, 0.0, 1.0));
  EXPECT_THAT(selected.classes, ElementsAre(5, 7));
}

TEST(Population, AppendAddsEveryColumn) {
  Population population = Some();
  population.Append(Some());
  EXPECT_EQ(population.size(), 6U);
  EXPECT_EQ(population.latents.size(), 6U);
  EXPECT_EQ(population.rows().size(), 6U);
  EXPECT_EQ(population.classes[5], 5);
}

TEST(Population, SavedColumnsMustHaveOneLength) {
  StateWriter writer("test", 1);
  Some().Save(writer, "p");
  Population broken = Some();
  broken.classes.pop_back();
  broken.Save(writer, "q");
  const StateReader reader("test", 1, writer.Bytes());
  EXPECT_EQ(Population::Load(reader, "p", 2, 2).objectives, Some().objectives);
  EXPECT_THROW(Population::Load(reader, "q", 2, 2), Error);
  EXPECT_THROW(Population::Load(reader, "p", 3, 2), Error);
}

TEST(HashLatent, SeesEveryGeneAndTheLabel) {
  const std::vector<float> a{1, 2}, b{1, 3};
  EXPECT_EQ(HashLatent(a, 0), HashLatent(std::vector<float>{1, 2}, 0));
  EXPECT_NE(HashLatent(a, 0), HashLatent(b, 0));
  EXPECT_NE(HashLatent(a, 0), HashLatent(a, 1));
  EXPECT_NE(HashLatent(a, 0), HashLatent(a, -1));
}

}  // namespace
}  // namespace latentfuzz
