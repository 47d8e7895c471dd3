#include "latentfuzz/adapters/model_signature.h"

#include <fmt/format.h>

namespace latentfuzz {

std::string TensorInfo::ToString() const {
  std::string sizes;
  for (const std::int64_t dim : dims)
    sizes += (sizes.empty() ? "" : ", ") + (dim == kOpenSize ? "?" : std::to_string(dim));
  return fmt::format("{} {} of {}", name, shaped ? "[" + sizes + "]" : "of any shape", type_name);
}

}  // namespace latentfuzz
