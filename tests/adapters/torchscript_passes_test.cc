#include "latentfuzz/adapters/torchscript_passes.h"

#include <gmock/gmock.h>
#include <torch/script.h>

#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

using TorchScriptPassesTest = AdapterTest;

std::string Graph(const torch::jit::Module& module, const std::string& method = "forward") {
  return module.get_method(method).graph()->toString();
}

TEST_F(TorchScriptPassesTest, EveryFormTurnsWeightsIntoConstants) {
  SaveSmallCnn(folder_ / "cnn.pt");
  torch::jit::Module module = torch::jit::load(folder_ / "cnn.pt");
  module.eval();
  ASSERT_THAT(Graph(module), HasSubstr("prim::GetAttr"));
  for (const ModuleForm& form : ModuleForms()) {
    const torch::jit::Module prepared = form.prepare(module, {"forward"});
    EXPECT_THAT(Graph(prepared), Not(HasSubstr("prim::GetAttr"))) << form.name;
    EXPECT_THAT(Graph(prepared), Not(HasSubstr("aten::batch_norm"))) << form.name;
  }
  EXPECT_THAT(Graph(module), HasSubstr("aten::batch_norm")) << "the module itself is untouched";
}

TEST_F(TorchScriptPassesTest, FrozenModuleCanBePreparedAgain) {
  SaveSmallCnn(folder_ / "cnn.pt");
  torch::jit::Module module = torch::jit::load(folder_ / "cnn.pt");
  module.eval();
  for (const ModuleForm& form : ModuleForms())
    EXPECT_NO_THROW(form.prepare(torch::jit::freeze(module), {"forward"})) << form.name;
}

TEST_F(TorchScriptPassesTest, OtherMethodsArePreparedToo) {
  SaveScript(folder_ / "m.pt",
             "def forward(self, x):\n    return x if self.training else x * self.w\n"
             "def encode(self, x):\n    return x + self.w\n",
             {{"w", {1}, {2}}});
  torch::jit::Module module = torch::jit::load(folder_ / "m.pt");
  module.eval();
  for (const ModuleForm& form : ModuleForms()) {
    const torch::jit::Module prepared = form.prepare(module, {"forward", "encode"});
    EXPECT_THAT(Graph(prepared, "encode"), Not(HasSubstr("prim::GetAttr"))) << form.name;
  }
}

TEST_F(TorchScriptPassesTest, QuantizedOperatorsAreFound) {
  SaveScript(folder_ / "f.pt", "def forward(self, x):\n    return torch.relu(x)\n");
  EXPECT_FALSE(IsQuantized(torch::jit::load(folder_ / "f.pt")));
  SaveScript(folder_ / "q.pt",
             "def forward(self, x):\n"
             "    q = torch.quantize_per_tensor(x, 0.5, 0, 13)\n"
             "    if x.size(0) > 0:\n"
             "        q = quantized.add(q, q, 0.5, 0)\n"
             "    return torch.dequantize(q)\n");
  EXPECT_TRUE(IsQuantized(torch::jit::load(folder_ / "q.pt")));
}

}  // namespace
}  // namespace latentfuzz
