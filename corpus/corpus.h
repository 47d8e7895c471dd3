// A corpus directory: entries, findings and campaign states on disk.
//
//   corpus.json                       format version, generator fingerprint
//   entries/ab/<sha256>.safetensors   immutable; name = hash of the canonical content
//   findings/<state>/<signature>/<id>/{finding.json, image.png}
//   campaigns/<id>/{state.cbor, hits.json, stats.json}   written by that campaign alone
//   verdicts.sqlite                   cache; can be deleted and rebuilt
//
// Every file is written to a temporary name, fsynced and renamed: a kill at any point leaves
// whole files only. Several processes may add to one corpus. Nothing is ever deleted or
// overwritten but a campaign's own state. A damaged file is reported, never removed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "latentfuzz/corpus/entry.h"
#include "latentfuzz/corpus/finding.h"

namespace latentfuzz {

// A file of a corpus that cannot be used, and why.
struct Damage {
  std::filesystem::path path;
  std::string reason;
};

// A finding about to be stored: its entry, its record, and the PNG of the classified image
// (none is written where it is empty).
struct NewFinding {
  Entry entry;
  Finding finding;
  std::string png;
};

class Corpus {
 public:
  // Creates the directory if it does not exist or holds nothing but hidden files. Throws Error{kIo}
  // if it is not writable, Error{kData} if it is not a corpus (files but no corpus.json), was
  // written by a newer format, or belongs to another generator, Error{kUsage} if the fingerprint is
  // empty.
  static Corpus OpenOrCreate(const std::filesystem::path& directory,
                             const std::string& generator_fingerprint);
  // Opens for reading; "" accepts any generator. Throws Error{kIo} if there is no such
  // directory, Error{kData} as above.
  static Corpus OpenExisting(const std::filesystem::path& directory,
                             const std::string& generator_fingerprint = {});

  const std::filesystem::path& directory() const { return directory_; }
  const std::string& generator_fingerprint() const { return generator_; }

  // Stores all of them durably, in order, with one round of fsync; a file that already exists is
  // left as it is, and so is a finding that is stored in any state. When it returns, they survive a
  // kill and a power cut. The state of each must be kOpen. Throws Error{kIo} (naming the path; disk
  // full has its own hint): what was stored before is whole, and of these findings none or some may
  // be stored, each whole. Throws Error{kData} and stores nothing if a finding names another entry
  // or generator, or a latent is empty or not finite.
  void Add(std::span<const NewFinding> findings);

  // All readable entries sorted by id; unusable files are appended to `damage` (may be null). Names
  // that begin with a dot are skipped.
  std::vector<Entry> Entries(std::vector<Damage>* damage) const;
  // One entry. Throws Error{kData} if it is damaged or `id` is no entry id, Error{kIo} if it is
  // absent or cannot be read.
  Entry ReadEntry(const std::string& id) const;

  // All readable findings in all states, sorted by (signature, id, state).
  std::vector<Finding> Findings(std::vector<Damage>* damage) const;
  // The folder of a finding.
  std::filesystem::path FindingDirectory(const Finding& finding) const;

  // How often near-copies of each finding were seen: hits by finding id, summed over campaigns.
  // A hits.json that cannot be used is left out and appended to `damage`.
  std::map<std::string, std::uint64_t> Hits(std::vector<Damage>* damage = nullptr) const;

  // Small files of one campaign, replaced atomically. Read returns "" if there is none. Campaign
  // and name are single path components that do not begin with a dot (else Error{kUsage}).
  void WriteCampaignFile(const std::string& campaign, const std::string& name,
                         const std::string& bytes);
  std::string ReadCampaignFile(const std::string& campaign, const std::string& name) const;

 private:
  Corpus(std::filesystem::path directory, std::string generator);

  std::filesystem::path directory_;
  std::string generator_;
};

}  // namespace latentfuzz
