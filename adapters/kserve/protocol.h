// Messages of the Open Inference Protocol, version 2: its REST form, with the binary tensor data
// extension (https://github.com/kserve/open-inference-protocol). Plain text in, plain text out:
// nothing here sends anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "latentfuzz/adapters/loaded_model.h"
#include "latentfuzz/adapters/model_signature.h"

namespace latentfuzz {

// The header that tells how many of a message's bytes are JSON; binary tensors follow them.
inline constexpr const char* kJsonSizeHeader = "Inference-Header-Content-Length";

struct KserveServer {
  std::string name, version;
  std::vector<std::string> extensions;

  bool Has(std::string_view extension) const;
};

// Reads the reply to GET /v2. `url` begins the messages of all errors here: they are Error{kSetup}
// for what is not JSON, or not of the form that the protocol asks for.
KserveServer ReadServer(std::string_view reply, const std::string& url);

struct KserveModelInfo {
  ModelSignature signature;  // without tensors where the server tells none
  // Versions, platform and tensors, in the server's words: what tells a model from another.
  std::string identity;
};

// Reads the reply to GET /v2/models/NAME.
KserveModelInfo ReadModelInfo(std::string_view reply, const std::string& url);

// Most rows that a model of Triton takes at once, from its configuration; 0 = it does not say.
std::size_t ReadMaxBatch(std::string_view reply);

struct KserveInput {
  std::string name, datatype;  // REQUIRES: a datatype that FindDatatype() knows
  std::vector<std::int64_t> sizes;
  std::span<const float> values;
};

struct KserveRequest {
  std::string json;
  std::string binary;  // tensors that follow it
};

// A request for the outputs named; for the only one where its name is empty.
KserveRequest EncodeRequest(const std::vector<KserveInput>& inputs,
                            const std::vector<std::string>& outputs, bool binary);

// The output of that name (the only one, where it is empty) in a reply; `json_size` as the reply's
// header says, where it has one; with the indices of another output, unless `indices` is empty.
// JSON's null is NaN. Throws Error{kSetup}, besides as above, where the reply lacks an output, has
// scores in a datatype other than FP32 or FP64 or indices in one other than INT64 or INT32, or has
// more or fewer elements than its shape says.
TensorValues DecodeReply(std::string_view reply, std::optional<std::string> json_size,
                         const std::string& output, const std::string& indices,
                         const std::string& url);

// What the server says of a failure: the text of "error", else the first line of its reply.
std::string ReadFailure(std::string_view reply);

}  // namespace latentfuzz
