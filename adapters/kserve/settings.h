// Options of a kserve: URI.
#pragma once

#include <cstddef>
#include <optional>

#include "latentfuzz/adapters/kserve/http_client.h"
#include "latentfuzz/adapters/kserve/url.h"
#include "latentfuzz/adapters/model_uri.h"

namespace latentfuzz {

struct KserveSettings {
  KserveUrl url;
  HttpSettings http;
  std::size_t batch = 0;       // most rows in one request; 0 = as the server says
  std::optional<bool> binary;  // nullopt: where the server names the extension
};

// Reads the environment variable of the token, too. Throws Error{kUsage} for a malformed URL or
// option, Error{kSetup} where the variable that the URI names is not set. No message shows a token.
KserveSettings ReadKserveSettings(const ModelUri& uri);

}  // namespace latentfuzz
