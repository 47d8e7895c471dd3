// Opens a model of any URI without making a classifier or a generator of it.
#pragma once

#include <memory>
#include <string_view>

#include "latentfuzz/adapters/loaded_model.h"

namespace latentfuzz {

struct OpenedModel {
  ModelSource source;
  ModelCard card;  // with what the file says of itself
  std::unique_ptr<LoadedModel> model;
};

// `expected`, where given, is the task that the card must have. Throws Error{kUsage} (URI) or
// Error{kSetup} (model).
OpenedModel OpenModel(std::string_view uri, const OpenOptions& options,
                      std::optional<Task> expected = std::nullopt);

}  // namespace latentfuzz
