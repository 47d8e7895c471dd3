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

// A finding about to be stored: its entry, its record, and the PNG of the classified image.
struct NewFinding {
  Entry entry;
  Finding finding;
  std::string png;
};

class Corpus {
 public:
  // Creates the directory if it does not exist or is empty. Throws Error{kIo} if it is not
  // writable, Error{kData} if it is not a corpus (files but no corpus.json), was written by a
  // newer format, or belongs to another generator.
  static Corpus OpenOrCreate(const std::filesystem::path& directory,
                             const std::string& generator_fingerprint);
  // Opens for reading; "" accepts any generator. Throws Error{kIo} if there is no such
  // directory, Error{kData} as above.
  static Corpus OpenExisting(const std::filesystem::path& directory,
                             const std::string& generator_fingerprint = {});

  const std::filesystem::path& directory() const { return directory_; }
  const std::string& generator_fingerprint() const { return generator_; }

  // Stores all of them durably, in order, with one round of fsync; a file that already exists is
  // left as it is. When it returns, they survive a kill and a power cut. Throws Error{kIo}
  // (naming the path; disk full has its own hint).
  void Add(std::span<const NewFinding> findings);

  // All readable entries sorted by id; unusable files are appended to `damage`.
  std::vector<Entry> Entries(std::vector<Damage>* damage) const;
  // One entry. Throws Error{kData} or Error{kIo}.
  Entry ReadEntry(const std::string& id) const;

  // All readable findings in all states, sorted by (signature, id).
  std::vector<Finding> Findings(std::vector<Damage>* damage) const;
  // The folder of a finding.
  std::filesystem::path FindingDirectory(const Finding& finding) const;

  // How often near-copies of each finding were seen: hits by finding id, summed over campaigns.
  std::map<std::string, std::uint64_t> Hits() const;

  // Small files of one campaign, replaced atomically. Read returns "" if there is none.
  void WriteCampaignFile(const std::string& campaign, const std::string& name,
                         const std::string& bytes);
  std::string ReadCampaignFile(const std::string& campaign, const std::string& name) const;

 private:
  Corpus(std::filesystem::path directory, std::string generator);

  std::filesystem::path directory_;
  std::string generator_;
};

}  // namespace latentfuzz
