#include "latentfuzz/training/session.h"

#include <gmock/gmock.h>

#include <fstream>

#include "latentfuzz/base/error.h"
#include "latentfuzz/tests/adapters/fixture.h"
#include "latentfuzz/training/minimiser.h"
#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {
namespace {

using ::testing::HasSubstr;

constexpr const char* kSource = R"(
def forward(self, x):
    return torch.linear(torch.flatten(x, 1), self.fc_weight, self.fc_bias)
)";

// Sessions of a linear model with held-out losses made up.
class SessionTest : public AdapterTest {
 protected:
  void SetUp() override {
    AdapterTest::SetUp();
    data_.images = ImageBatch(4, {1, 1, 1});
    data_.labels = {0, 1, 0, 1};
    data_.images.values = {0, 1, 0.1F, 0.9F};
    options_.checkpoint = folder_ / "checkpoint";
    options_.identity = "one";
    options_.after_epoch = [this](const EpochReport&) {
      weights_.push_back(net_.attr("fc_weight").toTensor().detach().clone());
    };
  }

  SessionResult Run(std::vector<double> held_out, int epochs = 6) {
    net_ = BuildModule("Linear", {{{"fc", {2, 1}, 1}}, kSource}, 1);
    const auto loss = [this](const Minibatch& batch) {
      return torch::cross_entropy_loss(net_.forward({batch.images}).toTensor(), batch.labels);
    };
    Minimiser learner(net_, loss, {.learning_rate = 0.1});
    Fit fit(learner, data_, {.epochs = epochs});
    std::size_t at = 0;
    return RunSession(
        net_, fit, [&] { return held_out.at(at++); }, options_);
  }
  torch::Tensor weight() const { return net_.attr("fc_weight").toTensor(); }

  LabelledImages data_;
  SessionOptions options_;
  torch::jit::Module net_;
  std::vector<torch::Tensor> weights_;  // after each epoch
};

TEST_F(SessionTest, KeepsTheBestEpoch) {
  const SessionResult result = Run({5, 3, 4, 2, 6, 7});
  EXPECT_EQ(result.epochs, 6);
  EXPECT_EQ(result.best_epoch, 4);
  EXPECT_EQ(result.held_out, 2);
  EXPECT_TRUE(weight().equal(weights_[3]));
  EXPECT_FALSE(weight().equal(weights_[5]));
}

TEST_F(SessionTest, EndsOnceItNoLongerLearns) {
  options_.patience = 2;
  const SessionResult result = Run({5, 3, 4, 4, 1, 1});
  EXPECT_EQ(result.epochs, 4);
  EXPECT_EQ(result.best_epoch, 2);
  EXPECT_TRUE(weight().equal(weights_[1]));
}

TEST_F(SessionTest, ResumedEndsAsUninterrupted) {
  Run({5, 3, 4, 2, 6, 7});
  const torch::Tensor whole = weight().clone();
  std::filesystem::remove(options_.checkpoint);

  std::atomic<bool> stop = false;
  options_.stop = &stop;
  options_.after_epoch = [&stop](const EpochReport& report) { stop = report.epoch == 3; };
  const SessionResult first = Run({5, 3, 4});
  EXPECT_TRUE(first.interrupted);
  EXPECT_EQ(first.epochs, 3);
  stop = false;
  options_.after_epoch = nullptr;
  const SessionResult second = Run({2, 6, 7});
  EXPECT_FALSE(second.interrupted);
  EXPECT_EQ(second.best_epoch, 4);
  EXPECT_TRUE(weight().equal(whole));
}

TEST_F(SessionTest, ADoneCheckpointGivesItsBestEpoch) {
  Run({5, 3, 4, 2, 6, 7});
  const torch::Tensor best = weight().clone();
  const SessionResult again = Run({});
  EXPECT_EQ(again.best_epoch, 4);
  EXPECT_EQ(again.held_out, 2);
  EXPECT_TRUE(weight().equal(best));
}

TEST_F(SessionTest, PlansEpochsByTime) {
  options_.seconds = 1e-9;
  EXPECT_EQ(Run({1}).epochs, 1);
}

TEST_F(SessionTest, RefusesForeignAndDamagedCheckpoints) {
  Run({1, 1}, 2);
  options_.identity = "two";
  const Error foreign = Caught([&] { Run({1}); });
  EXPECT_EQ(foreign.kind(), ErrorKind::kUsage);
  EXPECT_THAT(foreign.what(), HasSubstr(options_.checkpoint.string()));

  std::filesystem::resize_file(options_.checkpoint, 100);
  const Error damaged = Caught([&] { Run({1}); });
  EXPECT_EQ(damaged.kind(), ErrorKind::kData);
  EXPECT_THAT(damaged.what(), HasSubstr("damaged checkpoint"));
  EXPECT_FALSE(damaged.hint().empty());

  options_.checkpoint = folder_ / "none" / "checkpoint";
  EXPECT_EQ(Caught([&] { Run({1}); }).kind(), ErrorKind::kIo);
}

}  // namespace
}  // namespace latentfuzz::training
