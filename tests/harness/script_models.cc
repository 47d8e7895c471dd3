#include "latentfuzz/tests/harness/script_models.h"

#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/tests/adapters/fixture.h"
#include "latentfuzz/tests/corpus/samples.h"
#include "latentfuzz/tests/harness/toy_models.h"

namespace latentfuzz::toy {
namespace {

void WriteModel(const std::filesystem::path& path, const std::string& source,
                const std::string& card) {
  std::filesystem::create_directories(path.parent_path());
  SaveScript(path, source);
  samples::WriteFile(DefaultCardPath(path), card);
}

}  // namespace

std::string GeneratorCard() {
  return "task = \"generator\"\n[latent]\nsize = 2\nprior = \"normal\"\n"
         "[output]\nshape = [1, 4, 4]\nrange = [0, 1]\n[data]\nnear_copy_radius = 0.1\n";
}

std::string ClassifierCardText() {
  return "task = \"classification\"\n[input]\nshape = [1, 4, 4]\nrange = [0, 1]\n"
         "[output]\nkind = \"logits\"\nclasses = [\"dark\", \"bright\"]\n";
}

void WriteGenerator(const std::filesystem::path& path) {
  WriteModel(path, R"(
def decode(self, z):
    return torch.clamp((z + 4) / 8, 0, 1).repeat([1, 8]).reshape([-1, 1, 4, 4])

def encode(self, x):
    return x.reshape([-1, 16])[:, 0:2] * 8 - 4
)",
             GeneratorCard());
}

void WriteThreshold(const std::filesystem::path& path, double threshold) {
  WriteModel(path,
             R"(
def forward(self, x):
    p = x.reshape([-1, 16])[:, 0:1]
    return torch.cat([torch.zeros_like(p), 20 * (p - )" +
                 std::to_string(threshold) + ")], 1)\n",
             ClassifierCardText());
}

void WriteThreeClasses(const std::filesystem::path& path) {
  std::string card = ClassifierCardText();
  card.insert(card.find("\"bright\""), "\"middle\", ");
  WriteModel(path, R"(
def forward(self, x):
    return x.reshape([-1, 16])[:, 0:3]
)",
             card);
}

void WriteNanClassifier(const std::filesystem::path& path) {
  WriteModel(path, R"(
def forward(self, x):
    p = x.reshape([-1, 16])[:, 0:2]
    return torch.sqrt(p - 2)
)",
             ClassifierCardText());
}

CampaignOptions WritePair(const std::filesystem::path& folder, double gap) {
  WriteGenerator(folder / "generator.pt");
  WriteThreshold(folder / "reference.pt", 0.5);
  WriteThreshold(folder / "candidate.pt", 0.5 + gap);
  CampaignOptions options = MakeOptions(folder / "corpus", 500);
  options.radius.reset();
  options.generator = (folder / "generator.pt").string();
  options.reference = (folder / "reference.pt").string();
  options.candidate = (folder / "candidate.pt").string();
  return options;
}

}  // namespace latentfuzz::toy
