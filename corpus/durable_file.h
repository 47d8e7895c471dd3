// Files and folders that appear whole or not at all, and stay after a power cut.
//
// Everything is first written under a temporary name ".tmp-<pid>-<n>" beside its target, made
// durable, renamed, and the directory that holds the new name is made durable too. What a killed
// process leaves are files with such names; readers skip every name that begins with a dot.
#pragma once

#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace latentfuzz {

// Creates a directory and those above it, durably. One that exists is left as it is.
// Throws Error{kIo}.
void MakeDirectoryDurably(const std::filesystem::path& directory);

// Writes `bytes` in the place of `target`, atomically: readers see the old content or the new.
// The directory must exist. Throws Error{kIo}; the old content is then still there.
void ReplaceFileDurably(const std::filesystem::path& target, std::string_view bytes);

// New files and folders, stored together with few rounds of fsync. A target that exists when it is
// to be renamed is left as it is. Directories above a target are made.
//
// Every member throws Error{kIo}. A batch that is destroyed before Commit() has returned removes
// its temporary files; what was renamed by then stays.
class DurableBatch {
 public:
  DurableBatch() = default;
  ~DurableBatch();
  DurableBatch(const DurableBatch&) = delete;
  DurableBatch& operator=(const DurableBatch&) = delete;

  void StageFile(const std::filesystem::path& target, std::string_view bytes);
  // `files` are (name, bytes) pairs.
  void StageFolder(const std::filesystem::path& target,
                   std::span<const std::pair<std::string, std::string_view>> files);
  // Makes all contents durable; then the files appear, in the order staged, and are durable before
  // the first folder appears. To be called once.
  void Commit();

 private:
  struct Staged {
    std::filesystem::path temporary, target;
  };
  // What is staged of one kind, and the directories that change when it appears.
  struct Group {
    std::vector<Staged> staged;
    std::set<std::filesystem::path> directories;
  };

  std::filesystem::path NewTemporary(const std::filesystem::path& directory, bool folder);

  Group files_, folders_;
  std::vector<std::filesystem::path> contents_;  // temporary files and folders to be synced
  unsigned next_ = 0;
};

}  // namespace latentfuzz
