// Classifiers and generators in TorchScript files.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "latentfuzz/adapters/loaded_model.h"
#include "latentfuzz/adapters/torchscript_options.h"

namespace latentfuzz {

class TorchScriptModule final : public LoadedModel {
 public:
  // Loads `file` in evaluation mode, as the file holds it. Throws Error{kSetup} where that cannot
  // be done, naming the file, the operator and the remedy.
  TorchScriptModule(const std::filesystem::path& file, const TorchScriptOptions& options);
  ~TorchScriptModule() override;

  bool HasMethod(std::string_view name) const override;
  // Unless options.passes is kAsShipped.
  void Optimise(const std::vector<ModelCall>& probes, const Accept& accept) override;
  // "optimize_for_inference", "freeze" or "as shipped".
  std::string_view form() const { return form_; }

  // Runs a method without gradients. The first call and the hundredth give the same bits: the
  // executor does not specialise. The model may also return a dictionary that holds the tensor
  // under call.output.
  TensorValues Run(const ModelCall& call) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  std::string_view form_;
};

// The module that a URI names; options of the URI go before those of the card.
std::unique_ptr<LoadedModel> LoadTorchScript(const ModelSource& source, ModelCard* card,
                                             Passes passes);

}  // namespace latentfuzz
