// What a worker process says of its model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/adapters/process/message.h"

namespace latentfuzz::process {

struct WorkerDescription {
  std::string name;
  std::string version;  // of the model; part of its identity
  Task task = Task::kClassification;
  std::vector<std::int64_t> image;  // sizes of one image, in the order of the card's layout
  // Classes of the scores, or of the labels that a generator takes (0: it takes none).
  std::size_t classes = 0;
  std::vector<std::string> class_names;  // empty where it gave their number alone
  std::optional<ScoreKind> scores;
  std::size_t latent = 0;  // size of the latents of a generator
  bool encodes = false;    // a generator that also encodes
  int batch = 0;           // fixed batch size; 0 = any
  std::string engine, engine_version;
  int threads = 1;
  std::string memory;  // mark of the shared memory that it uses; empty = none

  bool operator==(const WorkerDescription&) const = default;
};

// Reads the JSON object of docs/process-protocol.md. Throws Error{kSetup}, its message beginning
// with `worker`, for text that is none, and for a key that is missing or of another type. Unknown
// keys are skipped.
WorkerDescription ParseDescription(std::string_view json, const std::string& worker);

// The JSON object that ParseDescription() reads.
std::string EncodeDescription(const WorkerDescription& description);

// Sizes of the answer to a request of so many rows.
std::vector<std::int64_t> AnswerSizes(const WorkerDescription& description, MessageKind request,
                                      std::int64_t rows);

// Holds the card against the description and fills in what the card leaves out: shape, classes,
// fixed batch. Throws Error{kSetup} naming the key of the card and both values.
void FitCard(const WorkerDescription& description, const std::string& worker, ModelCard* card);

}  // namespace latentfuzz::process
