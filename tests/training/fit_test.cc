#include "latentfuzz/training/fit.h"

#include <gtest/gtest.h>
#include <torch/serialize.h>

#include <sstream>

#include "latentfuzz/training/minimiser.h"
#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {
namespace {

constexpr const char* kSource = R"(
def forward(self, x):
    return torch.linear(torch.flatten(x, 1), self.fc_weight, self.fc_bias)
)";

// Bright images are of class 1, dark ones of class 0.
LabelledImages Sample() {
  LabelledImages data;
  data.images = ImageBatch(40, {1, 2, 2});
  for (int i = 0; i < 40; ++i) {
    const float value = i % 2 == 0 ? 0.1F : 0.9F;
    for (float& pixel : data.images.image(static_cast<std::size_t>(i))) {
      pixel = value + 0.002F * static_cast<float>(i);
    }
    data.labels.push_back(i % 2);
  }
  return data;
}

class FitTest : public ::testing::Test {
 protected:
  static torch::jit::Module Build() {
    return BuildModule("Linear", {{{"fc", {2, 4}, 1}}, kSource}, 1);
  }
  static Minimiser Learner(torch::jit::Module& net) {
    return {net,
            [&net](const Minibatch& batch) {
              return torch::cross_entropy_loss(net.forward({batch.images}).toTensor(),
                                               batch.labels);
            },
            {.learning_rate = 0.1}};
  }
  torch::Tensor Trained(const FitOptions& options) {
    torch::jit::Module net = Build();
    Minimiser fit_learner = Learner(net);
    Fit fit(fit_learner, data_, options);
    while (!fit.done()) fit.RunEpoch();
    return net.attr("fc_weight").toTensor().detach().clone();
  }

  LabelledImages data_ = Sample();
  FitOptions options_{.epochs = 6, .batch = 8, .seed = 3};
};

TEST_F(FitTest, Learns) {
  torch::jit::Module net = Build();
  Minimiser fit_learner = Learner(net);
  Fit fit(fit_learner, data_, options_);
  const double first = *fit.RunEpoch();
  double last = first;
  while (!fit.done()) last = *fit.RunEpoch();
  EXPECT_EQ(fit.epoch(), 6);
  EXPECT_LT(last, 0.5 * first);
}

TEST_F(FitTest, SameSeedSameParameters) {
  const torch::Tensor weights = Trained(options_);
  EXPECT_TRUE(weights.equal(Trained(options_)));
  options_.seed = 4;
  EXPECT_FALSE(weights.equal(Trained(options_)));
}

TEST_F(FitTest, SavedAndLoadedEndsAsUninterrupted) {
  torch::jit::Module before = Build(), after = Build();
  Minimiser half_learner = Learner(before);
  Fit half(half_learner, data_, options_);
  for (int i = 0; i < 3; ++i) half.RunEpoch();
  torch::serialize::OutputArchive saved;
  half.Save(&saved);
  std::stringstream bytes;
  saved.save_to(bytes);

  torch::serialize::InputArchive loaded;
  loaded.load_from(bytes);
  FitOptions other = options_;
  other.epochs = 1;  // the saved plan holds
  Minimiser rest_learner = Learner(after);
  Fit rest(rest_learner, data_, other);
  rest.Load(&loaded);
  EXPECT_EQ(rest.epoch(), 3);
  while (!rest.done()) rest.RunEpoch();
  EXPECT_EQ(rest.epoch(), 6);
  EXPECT_TRUE(after.attr("fc_weight").toTensor().equal(Trained(options_)));
}

TEST_F(FitTest, MeasuringLeavesNoTrace) {
  torch::jit::Module net = Build();
  Minimiser fit_learner = Learner(net);
  Fit fit(fit_learner, data_, options_);
  EXPECT_GT(fit.MeasureEpoch(), 0);
  while (!fit.done()) fit.RunEpoch();
  EXPECT_TRUE(net.attr("fc_weight").toTensor().equal(Trained(options_)));
}

TEST_F(FitTest, StopsWithinAnEpoch) {
  torch::jit::Module net = Build();
  Minimiser fit_learner = Learner(net);
  Fit fit(fit_learner, data_, options_);
  const std::atomic<bool> stop = true;
  EXPECT_FALSE(fit.RunEpoch(&stop).has_value());
  EXPECT_EQ(fit.epoch(), 0);
}

TEST_F(FitTest, FewerImagesThanABatch) {
  options_.batch = 1000;
  torch::jit::Module net = Build();
  Minimiser fit_learner = Learner(net);
  Fit fit(fit_learner, data_, options_);
  EXPECT_TRUE(std::isfinite(*fit.RunEpoch()));
}

TEST_F(FitTest, ForEachBatchShowsEveryImageOnce) {
  std::vector<std::int64_t> sizes;
  double sum = 0;
  ForEachBatch(data_, 16, [&](const Minibatch& batch) {
    sizes.push_back(batch.labels.size(0));
    sum += batch.images.sum().item<double>();
  });
  EXPECT_EQ(sizes, (std::vector<std::int64_t>{16, 16, 8}));
  EXPECT_NEAR(sum, ToTensor(data_.images).sum().item<double>(), 1e-4);
}

}  // namespace
}  // namespace latentfuzz::training
