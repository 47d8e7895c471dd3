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

TEST(Population, GatherKeepsColumnsTogether) {
  Population other = Some();
  other.evaluations = {20, 21, 22};
  Population gathered(2);
  for (int i = 0; i < 2; ++i) {
    gathered.Gather(Some(), other, std::vector<std::size_t>{2, 0, 4});
    EXPECT_THAT(gathered.latents.values, ElementsAre(2, -2, 0, 0, 1, -1));
    EXPECT_THAT(gathered.latents.labels, ElementsAre(2, 0, 1));
    EXPECT_THAT(gathered.evaluations, ElementsAre(12, 10, 21));
    EXPECT_THAT(gathered.objectives, ElementsAre(0.2, 1.0, 0.0, 1.0, 0.1, 1.0));
    EXPECT_THAT(gathered.classes, ElementsAre(5, 7, 6));
  }
  gathered.Clear();
  EXPECT_EQ(gathered.size() + gathered.latents.size() + gathered.objectives.size(), 0U);
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
