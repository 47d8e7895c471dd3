#include "latentfuzz/training/averaging.h"

#include <gtest/gtest.h>

#include <sstream>

#include "latentfuzz/training/descent.h"
#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {
namespace {

torch::jit::Module Linear(std::uint64_t seed) {
  return BuildModule("Linear", {{{"fc", {2, 3}, 1}}, "\ndef forward(self, x):\n    return x\n"},
                     seed);
}

// Adds 1 to its parameters in each step.
class Counter final : public Learner {
 public:
  explicit Counter(const torch::jit::Module& module) : parameters_(Parameters(module)) {}
  double Learn(const Minibatch&) override {
    const torch::NoGradGuard no_grad;
    for (torch::Tensor& each : parameters_) each.add_(1);
    return 7;
  }
  void Save(torch::serialize::OutputArchive* archive) const override {
    WriteTensors("parameters", parameters_, archive);
  }
  void Load(torch::serialize::InputArchive* archive) override {
    ReadTensors("parameters", parameters_, archive);
  }

 private:
  std::vector<torch::Tensor> parameters_;
};

Minibatch At(std::uint64_t step) { return {{}, {}, 0, step}; }

TEST(Averaging, BeginsAtItsSourceAndFollowsIt) {
  const torch::jit::Module source = Linear(1), average = Linear(2);
  Averaging learner(std::make_unique<Counter>(source), source, average, 0.9);
  const torch::Tensor averaged = average.attr("fc_weight").toTensor();
  const torch::Tensor before = averaged.detach().clone();
  EXPECT_TRUE(before.equal(source.attr("fc_weight").toTensor()));

  EXPECT_EQ(learner.Learn(At(0)), 7);  // decay 1 / 10
  EXPECT_TRUE(averaged.allclose(before + 0.9));
  learner.Learn(At(1000));  // the full decay
  EXPECT_TRUE(averaged.allclose(before + 0.9 * 0.9 + 0.1 * 2));
}

TEST(Averaging, SavedAndLoadedGoesOnAsBefore) {
  const torch::jit::Module source = Linear(1), average = Linear(2), other = Linear(3),
                           other_average = Linear(4);
  Averaging learner(std::make_unique<Counter>(source), source, average, 0.9);
  learner.Learn(At(50));
  torch::serialize::OutputArchive saved;
  learner.Save(&saved);
  std::stringstream bytes;
  saved.save_to(bytes);
  torch::serialize::InputArchive loaded;
  loaded.load_from(bytes);
  Averaging rest(std::make_unique<Counter>(other), other, other_average, 0.9);
  rest.Load(&loaded);
  learner.Learn(At(51));
  rest.Learn(At(51));
  EXPECT_TRUE(
      average.attr("fc_weight").toTensor().equal(other_average.attr("fc_weight").toTensor()));
}

}  // namespace
}  // namespace latentfuzz::training
