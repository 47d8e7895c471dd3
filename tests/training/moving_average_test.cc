#include "latentfuzz/training/moving_average.h"

#include <gtest/gtest.h>

#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {
namespace {

torch::jit::Module Linear(std::uint64_t seed) {
  return BuildModule("Linear", {{{"fc", {2, 3}, 1}}, "\ndef forward(self, x):\n    return x\n"},
                     seed);
}

TEST(MovingAverage, BeginsAtItsSourceAndFollowsIt) {
  const torch::jit::Module source = Linear(1), average = Linear(2);
  MovingAverage mean(source, average, 0.9);
  torch::Tensor weight = source.attr("fc_weight").toTensor().detach();
  const torch::Tensor averaged = average.attr("fc_weight").toTensor();
  EXPECT_TRUE(averaged.equal(weight));

  const torch::Tensor before = weight.clone();
  weight.add_(1);
  mean.Update(0);  // decay 1 / 10
  EXPECT_TRUE(averaged.allclose(before + 0.9));
  mean.Update(1000);  // the full decay
  EXPECT_TRUE(averaged.allclose(before + 1 - 0.1 * 0.9));
}

}  // namespace
}  // namespace latentfuzz::training
