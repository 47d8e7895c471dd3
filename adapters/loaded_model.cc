#include "latentfuzz/adapters/loaded_model.h"

namespace latentfuzz {

std::string LoadedModel::Identify(std::string_view task, const ModelCard& card) const {
  Fingerprint hash;
  hash.Add(task);
  AddWeights(&hash);
  return hash.Add(CanonicalText(card)).Hex();
}

void LoadedModel::AddWeights(Fingerprint* hash) const { hash->AddFile(file_); }

std::vector<TensorValues> LoadedModel::Answers(const std::vector<ModelCall>& probes) {
  std::vector<TensorValues> answers;
  for (const ModelCall& probe : probes) answers.push_back(Run(probe));
  return answers;
}

bool LoadedModel::Agrees(const std::vector<ModelCall>& probes,
                         const std::vector<TensorValues>& answers, const Accept& accept,
                         const Runner& run) try {
  for (std::size_t i = 0; i < probes.size(); ++i)
    if (!accept(answers[i], run(probes[i]))) return false;
  return true;
} catch (const std::exception&) {
  return false;
}

}  // namespace latentfuzz
