#include "latentfuzz/tests/adapters/fixture.h"

#include <torch/csrc/jit/frontend/resolver.h>
#include <torch/csrc/jit/frontend/sugared_value.h>
#include <torch/script.h>

#include <numeric>

#include "latentfuzz/base/rng.h"

namespace latentfuzz {
namespace {

// Lets source name the operators of the quantized:: family.
struct QuantizedResolver : torch::jit::Resolver {
  std::shared_ptr<torch::jit::SugaredValue> resolveValue(
      const std::string& name, torch::jit::GraphFunction& function,
      const torch::jit::SourceRange& at) override {
    if (name == "quantized") return std::make_shared<torch::jit::BuiltinModule>(name);
    return torch::jit::nativeResolver()->resolveValue(name, function, at);
  }
};

ScriptParameter Drawn(const std::string& name, std::vector<std::int64_t> sizes, double scale,
                      double offset = 0) {
  Rng rng(11, StreamPurpose::kTest, std::hash<std::string>()(name) >> 17);
  ScriptParameter parameter{name, sizes, {}};
  const std::int64_t count =
      std::accumulate(sizes.begin(), sizes.end(), std::int64_t{1}, std::multiplies<>());
  for (std::int64_t i = 0; i < count; ++i)
    parameter.values.push_back(static_cast<float>(offset + scale * rng.Uniform()));
  return parameter;
}

}  // namespace

void SaveScript(const std::filesystem::path& path, const std::string& source,
                const std::vector<ScriptParameter>& parameters) {
  torch::jit::Module module("TestModule");
  for (const ScriptParameter& parameter : parameters)
    module.register_parameter(parameter.name,
                              torch::tensor(parameter.values).reshape(parameter.sizes), false);
  // As in files written by Python; those written from C++ need not have it.
  if (source.find("self.training") != std::string::npos)
    module.register_attribute("training", c10::BoolType::get(), true);
  module.define(source, std::make_shared<QuantizedResolver>());
  module.save(path.string());
}

void SaveSmallCnn(const std::filesystem::path& path) {
  SaveScript(path, R"(
def forward(self, x):
    x = torch.conv2d(x, self.w1, self.b1, [1, 1], [1, 1])
    x = torch.batch_norm(x, self.gamma, self.beta, self.mean, self.var, False, 0.1, 1e-5, True)
    x = torch.max_pool2d(torch.relu(x), [2, 2])
    return torch.linear(torch.flatten(x, 1), self.w2, self.b2)
)",
             {Drawn("w1", {8, 1, 3, 3}, 1, -0.5), Drawn("b1", {8}, 0.2),
              Drawn("gamma", {8}, 1, 0.5), Drawn("beta", {8}, 0.4, -0.2), Drawn("mean", {8}, 0.5),
              Drawn("var", {8}, 1, 0.5), Drawn("w2", {3, 128}, 0.4, -0.2), Drawn("b2", {3}, 0.1)});
}

}  // namespace latentfuzz
