// The readers that walk over a whole corpus.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include "latentfuzz/base/error.h"
#include "latentfuzz/corpus/corpus.h"
#include "latentfuzz/corpus/file_system.h"
#include "latentfuzz/corpus/layout.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;

// Collects what could not be used, if anybody asked.
class DamageLog {
 public:
  explicit DamageLog(std::vector<Damage>* damage) : damage_(damage) {}

  void Add(const fs::path& path, std::string reason) {
    if (damage_ != nullptr) damage_->push_back({path, std::move(reason)});
  }
  // Runs `read`; an Error of it becomes a row about `path`.
  template <typename Read>
  void Guard(const fs::path& path, Read read) {
    try {
      read();
    } catch (const Error& error) {
      const std::string_view message = error.what();
      const std::string prefix = path.string() + ": ";
      Add(path, std::string(message.substr(message.starts_with(prefix) ? prefix.size() : 0)));
    }
  }

 private:
  std::vector<Damage>* damage_;
};

// The visible children of a directory, sorted by name; none if it does not exist.
std::vector<fs::path> Children(const fs::path& directory, DamageLog& damage) {
  std::vector<fs::path> children;
  std::error_code error;
  fs::directory_iterator file(directory, error);
  for (; !error && file != fs::directory_iterator(); file.increment(error)) {
    if (!file->path().filename().string().starts_with('.')) children.push_back(file->path());
  }
  if (error && error != std::errc::no_such_file_or_directory)
    damage.Add(directory, FileError("list", directory, error.value()).what());
  std::ranges::sort(children);
  return children;
}

bool IsDirectory(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

// The subdirectories whose names `accept` likes; all else is reported as not `expected`.
template <typename Accept>
std::vector<fs::path> Subdirectories(const fs::path& directory, DamageLog& damage,
                                     std::string_view expected, Accept accept) {
  std::vector<fs::path> accepted;
  for (fs::path& child : Children(directory, damage)) {
    if (accept(child.filename().string()) && IsDirectory(child)) {
      accepted.push_back(std::move(child));
    } else {
      damage.Add(child, fmt::format("does not belong here: expected {}", expected));
    }
  }
  return accepted;
}

bool IsEntryName(const fs::path& path) {
  return path.extension() == layout::kEntryExtension &&
         layout::IsHex(path.stem().string(), layout::kEntryDigits) &&
         path.stem().string().starts_with(path.parent_path().filename().string());
}

bool IsStateName(const std::string& name) {
  return std::ranges::any_of(kFindingStates,
                             [&](FindingState state) { return ToString(state) == name; });
}

Finding ReadFinding(const fs::path& folder, FindingState state) {
  const fs::path path = folder / layout::kFindingFile;
  Finding finding = DecodeFinding(ReadWholeFile(path, layout::kMaxJsonBytes), path.string());
  finding.state = state;
  const std::string signature = folder.parent_path().filename().string();
  if (finding.Id() != folder.filename().string() || finding.signature.ToString() != signature)
    throw Error(ErrorKind::kData, fmt::format("{}: holds finding {} of signature {}", path.string(),
                                              finding.Id(), finding.signature.ToString()));
  return finding;
}

std::map<std::string, std::uint64_t> ReadHits(const fs::path& path) {
  const auto json =
      nlohmann::json::parse(ReadWholeFile(path, layout::kMaxJsonBytes), nullptr, false);
  const bool fits = json.is_object() && std::ranges::all_of(json, [](const auto& hits) {
                      return hits.is_number_unsigned();
                    });
  if (!fits)
    throw Error(ErrorKind::kData,
                fmt::format("{}: not an object of finding ids and counts", path.string()));
  return json.get<std::map<std::string, std::uint64_t>>();
}

}  // namespace

std::vector<Entry> Corpus::Entries(std::vector<Damage>* damage) const {
  DamageLog log(damage);
  std::vector<Entry> entries;
  const auto is_shard = [](const std::string& name) {
    return layout::IsHex(name, layout::kShardDigits);
  };
  for (const fs::path& shard : Subdirectories(directory_ / layout::kEntries, log,
                                              "directories of two hex digits", is_shard)) {
    for (const fs::path& path : Children(shard, log)) {
      if (!IsEntryName(path)) {
        log.Add(path,
                "not an entry: expected <sha256>.safetensors beginning with the "
                "directory's digits");
        continue;
      }
      log.Guard(path, [&] {
        entries.push_back(DecodeEntry(ReadWholeFile(path, layout::kMaxEntryBytes), path));
      });
    }
  }
  return entries;
}

std::vector<Finding> Corpus::Findings(std::vector<Damage>* damage) const {
  DamageLog log(damage);
  const fs::path root = directory_ / layout::kFindings;
  std::vector<std::pair<std::string, Finding>> findings;
  const auto is_signature = [](const std::string& name) {
    return Signature::Parse(name).has_value();
  };
  const auto is_id = [](const std::string& name) {
    return layout::IsHex(name, layout::kFindingDigits);
  };
  Subdirectories(root, log, "open, incubating, regression", IsStateName);
  for (const FindingState state : kFindingStates) {
    for (const fs::path& signature :
         Subdirectories(root / ToString(state), log, "signatures", is_signature)) {
      for (const fs::path& folder : Subdirectories(signature, log, "finding ids", is_id)) {
        log.Guard(folder / layout::kFindingFile, [&] {
          findings.emplace_back(folder.filename().string(), ReadFinding(folder, state));
        });
      }
    }
  }
  std::ranges::sort(findings, {}, [](const auto& item) {
    return std::tuple(item.second.signature, std::string_view(item.first), item.second.state);
  });
  std::vector<Finding> sorted;
  sorted.reserve(findings.size());
  for (auto& [id, finding] : findings) sorted.push_back(std::move(finding));
  return sorted;
}

std::map<std::string, std::uint64_t> Corpus::Hits(std::vector<Damage>* damage) const {
  DamageLog log(damage);
  std::map<std::string, std::uint64_t> total;
  for (const fs::path& campaign : Children(directory_ / layout::kCampaigns, log)) {
    const fs::path path = campaign / layout::kHitsFile;
    log.Guard(path, [&] {
      if (!IsDirectory(campaign) || !Exists(path)) return;
      for (const auto& [id, hits] : ReadHits(path)) total[id] += hits;
    });
  }
  return total;
}

}  // namespace latentfuzz
