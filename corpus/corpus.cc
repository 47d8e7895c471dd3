#include "latentfuzz/corpus/corpus.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <string_view>
#include <utility>

#include "latentfuzz/base/error.h"
#include "latentfuzz/corpus/durable_file.h"
#include "latentfuzz/corpus/file_system.h"
#include "latentfuzz/corpus/layout.h"
#include "latentfuzz/corpus/manifest.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;

void CheckConsistent(const NewFinding& item, const std::string& generator) {
  const std::string id = item.entry.Id();
  if (item.finding.entry != id)
    throw Error(ErrorKind::kData,
                fmt::format("finding {} names entry \"{}\", but is stored with {}",
                            item.finding.Id(), item.finding.entry, id));
  if (item.finding.target.generator != generator)
    throw Error(ErrorKind::kData,
                fmt::format("finding {} belongs to generator \"{}\", the corpus to \"{}\"",
                            item.finding.Id(), item.finding.target.generator, generator));
  if (item.finding.state != FindingState::kOpen)
    throw Error(ErrorKind::kData, fmt::format("finding {} is new, but its state is {}",
                                              item.finding.Id(), ToString(item.finding.state)));
}

bool IsStored(const fs::path& corpus, const Finding& finding, const std::string& id) {
  return std::ranges::any_of(kFindingStates, [&](FindingState state) {
    return Exists(layout::FindingPath(corpus, state, finding.signature, id) / layout::kFindingFile);
  });
}

void StageFinding(DurableBatch& batch, const fs::path& folder, const NewFinding& item) {
  const std::string json = EncodeFinding(item.finding);
  std::vector<std::pair<std::string, std::string_view>> files = {{layout::kFindingFile, json}};
  if (!item.png.empty()) files.emplace_back(layout::kImageFile, item.png);
  batch.StageFolder(folder, files);
}

fs::path CampaignPath(const fs::path& corpus, const std::string& campaign,
                      const std::string& name) {
  for (const std::string& part : {campaign, name}) {
    if (part.empty() || part.starts_with('.') || part.find('/') != std::string::npos)
      throw Error(ErrorKind::kUsage,
                  fmt::format("\"{}\" cannot name a campaign or one of its files", part),
                  "use a name without slashes that does not begin with a dot");
  }
  return corpus / layout::kCampaigns / campaign / name;
}

}  // namespace

Corpus::Corpus(fs::path directory, std::string generator)
    : directory_(std::move(directory)), generator_(std::move(generator)) {}

Corpus Corpus::OpenOrCreate(const fs::path& directory, const std::string& generator_fingerprint) {
  if (generator_fingerprint.empty())
    throw Error(ErrorKind::kUsage,
                fmt::format("corpus {} needs the fingerprint of a generator", directory.string()));
  MakeDirectoryDurably(directory);
  const Manifest manifest = ReadOrCreateManifest(directory, {generator_fingerprint});
  CheckGenerator(manifest, generator_fingerprint, directory);
  if (::access(directory.c_str(), W_OK | X_OK) != 0)
    throw FileError("write to corpus", directory, errno);
  return {directory, manifest.generator};
}

Corpus Corpus::OpenExisting(const fs::path& directory, const std::string& generator_fingerprint) {
  const Manifest manifest = ReadManifest(directory);
  if (!generator_fingerprint.empty()) CheckGenerator(manifest, generator_fingerprint, directory);
  return {directory, manifest.generator};
}

void Corpus::Add(std::span<const NewFinding> findings) {
  DurableBatch batch;
  std::set<fs::path> seen;
  for (const NewFinding& item : findings) {
    CheckConsistent(item, generator_);
    const fs::path entry = layout::EntryPath(directory_, item.finding.entry);
    if (seen.insert(entry).second) batch.StageFile(entry, EncodeEntry(item.entry));
    const std::string id = item.finding.Id();
    const fs::path folder =
        layout::FindingPath(directory_, FindingState::kOpen, item.finding.signature, id);
    if (seen.insert(folder).second && !IsStored(directory_, item.finding, id))
      StageFinding(batch, folder, item);
  }
  batch.Commit();
}

Entry Corpus::ReadEntry(const std::string& id) const {
  if (!layout::IsHex(id, layout::kEntryDigits))
    throw Error(ErrorKind::kData, fmt::format("\"{}\" is not an entry id (64 hex digits)", id));
  const fs::path path = layout::EntryPath(directory_, id);
  return DecodeEntry(ReadWholeFile(path, layout::kMaxEntryBytes), path);
}

fs::path Corpus::FindingDirectory(const Finding& finding) const {
  return layout::FindingPath(directory_, finding.state, finding.signature, finding.Id());
}

void Corpus::WriteCampaignFile(const std::string& campaign, const std::string& name,
                               const std::string& bytes) {
  const fs::path path = CampaignPath(directory_, campaign, name);
  MakeDirectoryDurably(path.parent_path());
  ReplaceFileDurably(path, bytes);
}

std::string Corpus::ReadCampaignFile(const std::string& campaign, const std::string& name) const {
  const fs::path path = CampaignPath(directory_, campaign, name);
  return Exists(path) ? ReadWholeFile(path, layout::kMaxCampaignBytes) : "";
}

}  // namespace latentfuzz
