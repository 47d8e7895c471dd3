#include "latentfuzz/corpus/manifest.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <system_error>

#include "latentfuzz/base/error.h"
#include "latentfuzz/corpus/durable_file.h"
#include "latentfuzz/corpus/file_system.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;
constexpr const char* kName = "corpus.json";
constexpr std::size_t kMaxBytes = 1 << 20;

void RequireDirectory(const fs::path& directory) {
  struct stat info {};
  if (::stat(directory.c_str(), &info) != 0) throw FileError("open corpus", directory, errno);
  if (!S_ISDIR(info.st_mode)) throw FileError("open corpus", directory, ENOTDIR);
}

bool HoldsVisibleFiles(const fs::path& directory) {
  std::error_code error;
  const fs::directory_iterator files(directory, error);
  if (error) throw FileError("open corpus", directory, error.value());
  return std::any_of(begin(files), end(files), [](const fs::directory_entry& file) {
    return !file.path().filename().string().starts_with('.');
  });
}

void WriteManifest(const fs::path& directory, const Manifest& manifest) {
  const Json json = {{"format", kFormat}, {"generator", manifest.generator}};
  DurableBatch batch;
  batch.StageFile(directory / kName, json.dump(2) + "\n");
  batch.Commit();
}

std::string Shortened(const std::string& fingerprint) {
  constexpr std::size_t kDigits = 12;
  return fingerprint.size() <= kDigits ? fingerprint : fingerprint.substr(0, kDigits) + "...";
}

Manifest ParseManifest(const std::string& text, const fs::path& path) {
  const Json json = Json::parse(text, nullptr, false);
  const Json format = json.is_object() ? json.value("format", Json()) : Json();
  const Json generator = json.is_object() ? json.value("generator", Json()) : Json();
  if (!format.is_number_unsigned())
    throw Error(ErrorKind::kData, fmt::format("{} is damaged: no \"format\"", path.string()),
                "restore the file from a copy");
  if (format.get<std::uint64_t>() != kFormat)
    throw Error(ErrorKind::kData,
                fmt::format("{}: corpus format {} is not {}, the one this version reads",
                            path.string(), format.get<std::uint64_t>(), kFormat),
                "use the version of LatentFuzz that wrote the corpus, or a newer one");
  if (!generator.is_string())
    throw Error(ErrorKind::kData, fmt::format("{} is damaged: no \"generator\"", path.string()),
                "restore the file from a copy");
  return {generator.get<std::string>()};
}

}  // namespace

Manifest ReadOrCreateManifest(const fs::path& directory, const Manifest& wanted) {
  RequireDirectory(directory);
  if (!HoldsVisibleFiles(directory)) WriteManifest(directory, wanted);
  return ReadManifest(directory);
}

Manifest ReadManifest(const fs::path& directory) {
  RequireDirectory(directory);
  const fs::path path = directory / kName;
  if (!Exists(path))
    throw Error(ErrorKind::kData,
                fmt::format("{} is not a corpus: it has no {}", directory.string(), kName),
                "name a corpus directory; a new corpus needs an empty or a new directory");
  return ParseManifest(ReadWholeFile(path, kMaxBytes), path);
}

void CheckGenerator(const Manifest& manifest, const std::string& generator,
                    const fs::path& directory) {
  if (manifest.generator == generator) return;
  throw Error(ErrorKind::kData,
              fmt::format("corpus {} belongs to generator {}, not to {}", directory.string(),
                          Shortened(manifest.generator), Shortened(generator)),
              "use another directory for this generator, or the generator of this corpus");
}

}  // namespace latentfuzz
