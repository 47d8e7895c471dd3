#include "latentfuzz/harness/listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "latentfuzz/harness/text.h"

namespace latentfuzz {

Listing ListCorpus(const std::filesystem::path& directory) {
  const Corpus corpus = Corpus::OpenExisting(directory);
  Listing listing;
  listing.corpus = directory;
  listing.entries = corpus.Entries(&listing.damage).size();
  const auto hits = corpus.Hits(&listing.damage);
  for (const Finding& finding : corpus.Findings(&listing.damage)) {
    SignatureListing& row =
        listing.pairs[{finding.reference.uri, finding.candidate.uri}][finding.signature];
    ++listing.findings;
    ++row.findings;
    const auto hit = hits.find(finding.Id());
    if (hit != hits.end()) row.hits += hit->second;
    row.divergence = std::max(row.divergence, finding.divergence);
    row.reference_name = finding.reference.label_name;
    row.candidate_name = finding.candidate.label_name;
  }
  return listing;
}

std::string ListingText(const Listing& listing) {
  std::string text =
      fmt::format("{}: {}, {}\n", listing.corpus.string(), Counted(listing.entries, "entry"),
                  Counted(listing.findings, "finding"));
  for (const auto& [pair, signatures] : listing.pairs) {
    const bool single = pair.first.empty();
    text += fmt::format("{} against {}: {}\n", pair.second, single ? "expected labels" : pair.first,
                        Counted(signatures.size(), "signature"));
    text += fmt::format("  {:<18} {:>8} {:>8} {:>12}  {}\n", "signature", "findings", "hits",
                        "divergence", single ? "expected | candidate" : "reference | candidate");
    for (const auto& [signature, row] : signatures) {
      text += fmt::format("  {:<18} {:>8} {:>8} {:>12.3f}  {} | {}\n", signature.ToString(),
                          row.findings, row.hits, row.divergence, Escaped(row.reference_name),
                          Escaped(row.candidate_name));
    }
  }
  return text;
}

std::string ListingJson(const Listing& listing) {
  using Json = nlohmann::ordered_json;
  Json json = {{"corpus", listing.corpus.string()},
               {"entries", listing.entries},
               {"findings", listing.findings},
               {"pairs", Json::array()},
               {"damaged", Json::array()}};
  for (const auto& [pair, signatures] : listing.pairs) {
    Json rows = Json::array();
    for (const auto& [signature, row] : signatures) {
      rows.push_back({{"signature", signature.ToString()},
                      {"findings", row.findings},
                      {"hits", row.hits},
                      {"divergence", row.divergence},
                      {"reference_name", row.reference_name},
                      {"candidate_name", row.candidate_name}});
    }
    json["pairs"].push_back(
        {{"reference", pair.first}, {"candidate", pair.second}, {"signatures", std::move(rows)}});
  }
  for (const Damage& damage : listing.damage) {
    json["damaged"].push_back({{"path", damage.path.string()}, {"reason", damage.reason}});
  }
  // Paths need not be UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace latentfuzz
