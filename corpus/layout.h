// Where the files of a corpus lie.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "latentfuzz/corpus/finding.h"

namespace latentfuzz::layout {

inline constexpr const char* kEntries = "entries";
inline constexpr const char* kFindings = "findings";
inline constexpr const char* kCampaigns = "campaigns";
inline constexpr const char* kEntryExtension = ".safetensors";
inline constexpr const char* kFindingFile = "finding.json";
inline constexpr const char* kImageFile = "image.png";
inline constexpr const char* kHitsFile = "hits.json";
inline constexpr std::size_t kShardDigits = 2;     // entries/ab
inline constexpr std::size_t kEntryDigits = 64;    // entry ids
inline constexpr std::size_t kFindingDigits = 16;  // finding ids

// Upper bounds of file sizes, so that a foreign file cannot fill the memory.
inline constexpr std::size_t kMaxEntryBytes = std::size_t{256} << 20;
inline constexpr std::size_t kMaxJsonBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMaxCampaignBytes = std::size_t{4} << 30;

// Whether `text` is exactly `digits` lower-case hex digits.
bool IsHex(std::string_view text, std::size_t digits);

// `id` must be an entry id.
std::filesystem::path EntryPath(const std::filesystem::path& corpus, const std::string& id);

std::filesystem::path FindingPath(const std::filesystem::path& corpus, FindingState state,
                                  const Signature& signature, const std::string& id);

}  // namespace latentfuzz::layout
