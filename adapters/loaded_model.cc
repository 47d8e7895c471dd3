#include "latentfuzz/adapters/loaded_model.h"

namespace latentfuzz {

std::string LoadedModel::Identify(std::string_view task, const ModelCard& card) const {
  Fingerprint hash;
  hash.Add(task);
  AddWeights(&hash);
  return hash.Add(CanonicalText(card)).Hex();
}

void LoadedModel::AddWeights(Fingerprint* hash) const { hash->AddFile(file_); }

}  // namespace latentfuzz
