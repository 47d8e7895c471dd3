#include "latentfuzz/corpus/durable_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "latentfuzz/corpus/file_handle.h"
#include "latentfuzz/corpus/file_system.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;

// From this many files and directories on, one syncfs() costs less than an fsync() of each: three
// rounds a batch, however many findings it holds (bench/corpus_bench.cc). For fewer, fsync() has
// the merit that it does not wait for what other programs have written.
constexpr std::size_t kSyncfsFrom = 4;

// Creates an empty file or folder that nobody else has; false if the name is taken.
bool CreateExclusively(const fs::path& path, bool folder) {
  if (folder) {
    if (::mkdir(path.c_str(), 0777) == 0) return true;
  } else {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) {
      ::close(descriptor);
      return true;
    }
  }
  if (errno == EEXIST) return false;
  throw FileError("create", path, errno);
}

// The number `next` is where to begin; it is left past the one that was free.
fs::path CreateTemporary(const fs::path& directory, bool folder, unsigned& next) {
  for (;;) {
    fs::path path = directory / fmt::format(".tmp-{}-{}", ::getpid(), next++);
    if (CreateExclusively(path, folder)) return path;
  }
}

void WriteBytes(const fs::path& path, std::string_view bytes) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) throw FileError("create", path, errno);
  FileHandle file(descriptor);
  while (!bytes.empty()) {
    const ssize_t count = ::write(file.get(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw FileError("write", path, errno);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  if (const int error = file.Close(); error != 0) throw FileError("write", path, error);
}

void Sync(const fs::path& path) {
  const FileHandle file(path, O_RDONLY);
  if (::fsync(file.get()) != 0) throw FileError("sync", path, errno);
}

template <typename Paths>
void SyncFileSystems(const Paths& paths) {
  std::set<dev_t> done;
  for (const fs::path& path : paths) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) throw FileError("sync", path, errno);
    if (!done.insert(info.st_dev).second) continue;
    const FileHandle file(path, O_RDONLY);
    if (::syncfs(file.get()) != 0) throw FileError("sync", path, errno);
  }
}

template <typename Paths>
void SyncAll(const Paths& paths) {
  if (paths.size() >= kSyncfsFrom) return SyncFileSystems(paths);
  for (const fs::path& path : paths) Sync(path);
}

void Discard(const fs::path& temporary) {
  std::error_code ignored;
  fs::remove_all(temporary, ignored);
}

// Returns 0 or the errno value. EEXIST or ENOTEMPTY where the target exists; but an empty folder,
// which holds nothing to lose, is replaced by a folder.
int RenameToNew(const fs::path& from, const fs::path& to, bool folder) {
  if (folder) return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  // This file system has no such rename.
  if (Exists(to)) return EEXIST;
  return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

// Makes `directory` and those above it; the parents of the new ones go to `changed`.
void MakeDirectories(const fs::path& directory, std::set<fs::path>& changed) {
  if (directory.empty() || Exists(directory)) return;
  const fs::path parent = directory.parent_path();
  MakeDirectories(parent, changed);
  if (::mkdir(directory.c_str(), 0777) != 0 && errno != EEXIST)
    throw FileError("create directory", directory, errno);
  changed.insert(parent.empty() ? fs::path(".") : parent);
}

}  // namespace

void MakeDirectoryDurably(const fs::path& directory) {
  std::set<fs::path> changed;
  MakeDirectories(directory, changed);
  SyncAll(changed);
}

void ReplaceFileDurably(const fs::path& target, std::string_view bytes) {
  unsigned next = 0;
  const fs::path temporary = CreateTemporary(target.parent_path(), false, next);
  try {
    WriteBytes(temporary, bytes);
    Sync(temporary);
    if (::rename(temporary.c_str(), target.c_str()) != 0) throw FileError("write", target, errno);
  } catch (...) {
    Discard(temporary);
    throw;
  }
  Sync(target.parent_path());
}

DurableBatch::~DurableBatch() {
  for (const Group* group : {&files_, &folders_}) {
    for (const Staged& staged : group->staged) Discard(staged.temporary);
  }
}

fs::path DurableBatch::NewTemporary(const fs::path& directory, bool folder) {
  return CreateTemporary(directory, folder, next_);
}

void DurableBatch::StageFile(const fs::path& target, std::string_view bytes) {
  MakeDirectories(target.parent_path(), files_.directories);
  files_.directories.insert(target.parent_path());
  if (Exists(target)) return;
  const fs::path temporary = NewTemporary(target.parent_path(), false);
  files_.staged.push_back({temporary, target});
  contents_.push_back(temporary);
  WriteBytes(temporary, bytes);
}

void DurableBatch::StageFolder(const fs::path& target,
                               std::span<const std::pair<std::string, std::string_view>> files) {
  MakeDirectories(target.parent_path(), folders_.directories);
  folders_.directories.insert(target.parent_path());
  const fs::path temporary = NewTemporary(target.parent_path(), true);
  folders_.staged.push_back({temporary, target});
  for (const auto& [name, bytes] : files) {
    WriteBytes(temporary / name, bytes);
    contents_.push_back(temporary / name);
  }
  contents_.push_back(temporary);
}

void DurableBatch::Commit() {
  SyncAll(contents_);
  for (Group* group : {&files_, &folders_}) {
    for (const Staged& staged : group->staged) {
      const int error = RenameToNew(staged.temporary, staged.target, group == &folders_);
      if (error == EEXIST || error == ENOTEMPTY) {
        Discard(staged.temporary);
      } else if (error != 0) {
        throw FileError("store", staged.target, error);
      }
    }
    group->staged.clear();
    SyncAll(group->directories);
  }
}

}  // namespace latentfuzz
