// What a corpus holds, by signature.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "latentfuzz/base/verdict.h"
#include "latentfuzz/corpus/corpus.h"

namespace latentfuzz {

struct SignatureListing {
  std::size_t findings = 0;
  std::uint64_t hits = 0;  // near-copies seen since
  double divergence = 0;   // the largest
  std::string reference_name, candidate_name;
};

struct Listing {
  std::filesystem::path corpus;
  std::size_t entries = 0;
  std::size_t findings = 0;
  // By URIs of reference and candidate: findings of one pair belong together. Of a single
  // classifier the reference is "", its name the expected label's.
  std::map<std::pair<std::string, std::string>, std::map<Signature, SignatureListing>> pairs;
  std::vector<Damage> damage;
};

// Throws what Corpus::OpenExisting throws.
Listing ListCorpus(const std::filesystem::path& directory);

// A table for people, and the same as a JSON object; damage is in the latter only.
std::string ListingText(const Listing& listing);
std::string ListingJson(const Listing& listing);

}  // namespace latentfuzz
