// Entries, findings and directories that the tests of this room share.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "latentfuzz/base/error.h"
#include "latentfuzz/corpus/corpus.h"

namespace latentfuzz::samples {

inline const std::string kGenerator(64, '9');

// A new empty directory, removed with everything in it at the end.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// The n-th of endlessly many different entries and findings; every field is set.
Entry MakeEntry(std::uint64_t n);
NewFinding MakeFinding(std::uint64_t n);
std::vector<NewFinding> MakeFindings(std::uint64_t begin, std::uint64_t end);

void WriteFile(const std::filesystem::path& path, const std::string& bytes);
std::string ReadFile(const std::filesystem::path& path);

// Every regular file below a directory with its content, by relative path.
std::map<std::string, std::string> Snapshot(const std::filesystem::path& directory);

// Runs `body` in a child process and returns its pid. The child ends with status 0 if `body`
// returned and with 1 if it threw.
int Fork(const std::function<void()>& body);
// The exit status of a child; -1 if a signal ended it.
int Wait(int pid);

// The Error that `body` throws, or nothing.
std::optional<Error> ErrorOf(const std::function<void()>& body);

}  // namespace latentfuzz::samples
