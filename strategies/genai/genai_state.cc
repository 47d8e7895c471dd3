// What a saved state of the genetic search holds, and what it must agree with.
#include <utility>

#include "latentfuzz/base/error.h"
#include "latentfuzz/strategies/archive.h"
#include "latentfuzz/strategies/genai/genai.h"
#include "latentfuzz/strategies/seed_state.h"

namespace latentfuzz {
namespace {

constexpr const char* kName = "genai";
constexpr std::uint64_t kVersion = 1;

}  // namespace

template <typename Archive>
void Genai::State::Serialize(Archive& archive) {
  archive.Integer(next);
  archive.Integer(begun);
  archive.Integer(turn);
  for (SeedState& each : seeds) archive.Integer(each);
  tally.Serialize(archive);
  archive.List(running);
}

std::string Genai::Configuration() const {
  return settings_.description + ", " + Describe(space_) + ", seed " + std::to_string(seed_);
}

std::string Genai::Save() const {
  if (!pending_.empty()) {
    throw Error(ErrorKind::kUsage, "Save was called between Ask and Tell",
                "save a strategy after Tell");
  }
  StateWriter writer(kName, kVersion);
  writer.PutText("configuration", Configuration());
  SaveSeeds(pool_.seeds, writer);
  writer.PutArray("range", std::vector<double>{pool_.low, pool_.high});
  ArchiveWriter archive;
  State(state_).Serialize(archive);
  archive.Save(writer, "state");
  return writer.Bytes();
}

void Genai::Load(std::string_view bytes) {
  const StateReader reader(kName, kVersion, bytes);
  reader.Require("configuration", Configuration());
  const std::vector<double> range = reader.GetArray<double>("range", 2);
  SeedPool pool{LoadSeeds(reader, space_.size), range[0], range[1]};
  if (pool.seeds.empty() || !(pool.low < pool.high)) reader.Damaged("range");
  State state;
  state.seeds.resize(pool.seeds.size());
  ArchiveReader archive(reader, "state", space_.size);
  state.Serialize(archive);
  archive.Finish();
  if (state.turn >= pool.seeds.size()) reader.Damaged("state");
  for (const SeedSearch& search : state.running) {
    if (search.place() >= pool.seeds.size() || !search.Consistent(space_.size)) {
      reader.Damaged("state");
    }
  }
  UsePool(std::move(pool));
  state_ = std::move(state);
  pending_.clear();
}

}  // namespace latentfuzz
