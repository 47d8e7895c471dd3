// A finding: a confirmed failure of a pair on an entry, as findings/ keeps it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "latentfuzz/base/engine_info.h"
#include "latentfuzz/base/verdict.h"

namespace latentfuzz {

// What a verdict belongs to besides its entry.
struct TargetIdentity {
  std::string generator;  // fingerprints
  std::string reference;  // "" for a single classifier
  std::string candidate;
  std::string oracle;  // "disagreement"

  bool operator==(const TargetIdentity&) const = default;
};

// The model as it was used: enough to run it again and to explain a difference.
struct ModelRecord {
  std::string uri;
  EngineInfo engine;
  std::vector<float> scores;  // the row as returned (logits or probabilities)
  std::string score_kind;     // "logits" | "probabilities"
  int label = -1;
  std::string label_name;
  double confidence = 0;  // top probability
  double margin = 0;      // top-1 minus top-2 probability
};

enum class FindingState { kOpen, kIncubating, kRegression };
inline constexpr std::array kFindingStates = {FindingState::kOpen, FindingState::kIncubating,
                                              FindingState::kRegression};
std::string ToString(FindingState state);  // directory names

struct Finding {
  std::string entry;  // entry id
  TargetIdentity target;
  Signature signature;
  FindingState state = FindingState::kOpen;  // where it lies; not stored in the file

  std::string generator_uri;
  EngineInfo generator_engine;
  ModelRecord reference, candidate;
  double divergence = 0;   // ||p - q||_2 of the probability rows
  double noise_floor = 0;  // top-2 gap below which the oracle calls a tie
  std::string cpu_class;
  std::string campaign;
  std::uint64_t evaluation = 0;
  std::size_t search_batch = 0;   // batch size at which it was found
  std::size_t confirm_batch = 0;  // ... and confirmed

  // First 16 hex digits of the hash of (entry, target).
  std::string Id() const;
};

// JSON, stable key order, newline at end. Numbers read back exactly; NaN and infinities are the
// strings "nan", "inf" and "-inf". Bytes that are not UTF-8 become U+FFFD.
std::string EncodeFinding(const Finding& finding);
// Throws Error{kData} naming `path`: no such JSON, a key missing or of another type, a newer
// format, or an id that does not belong to the content. Unknown keys are skipped. `state` stays
// kOpen.
Finding DecodeFinding(const std::string& json, const std::string& path);

}  // namespace latentfuzz
