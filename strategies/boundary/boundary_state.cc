// What a saved state of the boundary search holds, and what it must agree with.
#include <utility>

#include "latentfuzz/base/error.h"
#include "latentfuzz/strategies/archive.h"
#include "latentfuzz/strategies/boundary/boundary.h"
#include "latentfuzz/strategies/seed_state.h"

namespace latentfuzz {
namespace {

constexpr const char* kName = "boundary";
constexpr std::uint64_t kVersion = 3;

}  // namespace

template <typename Archive>
void Boundary::Endpoint::Serialize(Archive& archive) {
  archive.Vector(latent);
  archive.Integer(label);
  archive.Integer(evaluation);
  margins.Serialize(archive);
  archive.Integer(paths);
}

template <typename Archive>
void Boundary::Anchor::Serialize(Archive& archive) {
  model.Serialize(archive);
  archive.Integer(label);
  archive.Integer(positive);
  archive.Integer(evaluation);
}

template <typename Archive>
void Boundary::PathCount::Serialize(Archive& archive) {
  archive.Integer(first);
  archive.Integer(second);
  archive.Integer(count);
}

template <typename Archive>
void Boundary::State::Serialize(Archive& archive) {
  archive.Integer(next);
  archive.Integer(endpoints_made);
  archive.Integer(anchors_made);
  archive.Number(step);
  share.Serialize(archive);
  tolerance.Serialize(archive);
  for (StageYields& each : yields) each.Serialize(archive);
  archive.List(paths);
  archive.List(endpoints);
  archive.List(anchors);
  archive.List(waiting);
}

std::string Boundary::Configuration() const {
  return Describe(context_.space) + ", seed " + std::to_string(context_.seed) + ", population " +
         std::to_string(most_endpoints_) + ", domain " + domain_name_;
}

std::string Boundary::Save() const {
  if (!pending_.empty()) {
    throw Error(ErrorKind::kUsage, "Save was called between Ask and Tell",
                "save a strategy after Tell");
  }
  StateWriter writer(kName, kVersion);
  writer.PutText("configuration", Configuration());
  ArchiveWriter archive;
  State(state_).Serialize(archive);
  archive.Save(writer, "state");
  SaveSeeds(state_.seeds, writer);
  SaveDomain(domain_, writer);
  return writer.Bytes();
}

void Boundary::Load(std::string_view bytes) {
  const StateReader reader(kName, kVersion, bytes);
  reader.Require("configuration", Configuration());
  ArchiveReader archive(reader, "state", context_.space.size);
  State state;
  state.Serialize(archive);
  archive.Finish();
  for (const Probe& probe : state.waiting) {
    const bool searching = probe.kind == ProbeKind::kPath || probe.kind == ProbeKind::kWalk;
    if (!searching || probe.stage >= StageYields::kStages || probe.Stuck()) reader.Damaged("state");
  }
  if (state.endpoints.size() > most_endpoints_) reader.Damaged("state");
  state.seeds = LoadSeeds(reader, context_.space.size);
  domain_ = LoadDomain(reader, domain_);
  state_ = std::move(state);
  pending_.clear();
}

}  // namespace latentfuzz
