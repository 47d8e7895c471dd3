#include "latentfuzz/harness/campaign_state.h"

#include <nlohmann/json.hpp>

#include "latentfuzz/base/error.h"

namespace latentfuzz {

// nlohmann/json finds these by argument-dependent lookup.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MutatorYield, evals, triggers, findings, signatures, unjudged)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FoundRecord, id, entry, evaluation, hits)

namespace {

constexpr int kStateFormat = 2;

// The list of fields, once, for both directions.
template <typename State, typename Visitor>
void VisitFields(State& s, Visitor&& visit) {
  visit("seed_entries", s.seed_entries);
  visit("baseline", s.baseline);
  visit("noise_floor", s.noise_floor);
  visit("radius", s.radius);
  visit("clean_agreement", s.clean_agreement);
  visit("evaluations", s.evaluations);
  visit("unjudged", s.unjudged);
  visit("triggers", s.triggers);
  visit("ties", s.ties);
  visit("near_copies", s.near_copies);
  visit("confirmations", s.confirmations);
  visit("confirmed", s.confirmed);
  visit("last_finding", s.last_finding);
  visit("mutators", s.mutators);
  visit("found", s.found);
  visit("known_hits", s.known_hits);
  visit("seconds", s.seconds);
  visit("search_seconds", s.search_seconds);
}

// Opaque bytes travel as CBOR byte strings; JSON strings would have to be UTF-8.
nlohmann::json Bytes(const std::string& bytes) {
  return nlohmann::json::binary({bytes.begin(), bytes.end()});
}

std::string FromBytes(const nlohmann::json& json) {
  const auto& bytes = json.get_binary();
  return {bytes.begin(), bytes.end()};
}

}  // namespace

std::string EncodeState(const CampaignState& state) {
  nlohmann::json json = {{"format", kStateFormat}};
  VisitFields(state, [&json](const char* name, const auto& field) { json[name] = field; });
  json["strategy"] = Bytes(state.strategy);
  auto& objectives = json["objectives"] = nlohmann::json::object();
  for (const auto& [name, bytes] : state.objectives) objectives[name] = Bytes(bytes);
  std::string bytes;
  nlohmann::json::to_cbor(json, bytes);
  return bytes;
}

CampaignState DecodeState(std::string_view bytes, const std::string& path) {
  try {
    const auto json = nlohmann::json::from_cbor(bytes);
    if (json.at("format") != kStateFormat) {
      throw Error(ErrorKind::kData, path + " was written by another version of LatentFuzz",
                  "finish the campaign with that version, or start one with another --seed");
    }
    CampaignState state;
    VisitFields(state, [&json](const char* name, auto& field) { json.at(name).get_to(field); });
    state.strategy = FromBytes(json.at("strategy"));
    for (const auto& [name, value] : json.at("objectives").items()) {
      state.objectives[name] = FromBytes(value);
    }
    return state;
  } catch (const nlohmann::json::exception& error) {
    throw Error(ErrorKind::kData, path + " is damaged: " + error.what(),
                "move the file away to start this campaign anew; its findings are kept");
  }
}

}  // namespace latentfuzz
