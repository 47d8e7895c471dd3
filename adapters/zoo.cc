#include "latentfuzz/adapters/zoo.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/adapters/nearest_name.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".pt";
constexpr const char* kVariable = "LATENTFUZZ_ZOO";

// A zoo holds at least one model with its card.
bool HoldsZoo(const fs::path& folder) {
  std::error_code error;
  for (const fs::directory_entry& file : fs::directory_iterator(folder, error))
    if (file.path().extension() == kEnding && fs::exists(DefaultCardPath(file.path()))) return true;
  return false;
}

// File of the library or program that holds this code.
fs::path OwnBinary() {
  std::error_code error;
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&OwnBinary), &info) != 0 && info.dli_fname != nullptr) {
    const fs::path library = fs::canonical(info.dli_fname, error);
    if (!error) return library;
  }
  // A program started by way of $PATH is named without its folder there.
  return fs::canonical("/proc/self/exe", error);
}

// PREFIX/share/latentfuzz/zoo, seen from PREFIX/bin, PREFIX/lib or PREFIX/lib/<triplet>.
fs::path InstalledZoo() {
  const fs::path folder = OwnBinary().parent_path();
  for (const fs::path& prefix : {folder.parent_path(), folder.parent_path().parent_path()}) {
    const fs::path zoo = prefix / "share" / "latentfuzz" / "zoo";
    if (HoldsZoo(zoo)) return zoo;
  }
  return {};
}

}  // namespace

fs::path ZooDirectory() {
  if (const char* named = std::getenv(kVariable); named != nullptr && *named != '\0') {
    if (HoldsZoo(named)) return named;
    throw Error(ErrorKind::kSetup, fmt::format("{}={} holds no models", kVariable, named),
                "unset it, or name the folder that holds NAME.pt and NAME.card.toml");
  }
  const fs::path installed = InstalledZoo();
  if (!installed.empty()) return installed;
  const fs::path source = LATENTFUZZ_SOURCE_ZOO;
  if (HoldsZoo(source)) return source;
  throw Error(
      ErrorKind::kSetup,
      fmt::format("no zoo found: neither installed beside the program nor at {}", source.string()),
      fmt::format("set {} to the folder of the zoo's models", kVariable));
}

std::vector<ZooEntry> ListZoo() {
  std::vector<ZooEntry> entries;
  for (const fs::directory_entry& file : fs::directory_iterator(ZooDirectory()))
    if (file.path().extension() == kEnding && fs::exists(DefaultCardPath(file.path())))
      entries.push_back({file.path().stem().string(), file.path(), file.file_size()});
  std::sort(entries.begin(), entries.end(),
            [](const ZooEntry& a, const ZooEntry& b) { return a.name < b.name; });
  return entries;
}

fs::path ZooModel(std::string_view name) {
  const std::vector<ZooEntry> entries = ListZoo();
  std::vector<std::string_view> known;
  for (const ZooEntry& entry : entries) {
    if (entry.name == name) return entry.model;
    known.push_back(entry.name);
  }
  throw Error(ErrorKind::kUsage, fmt::format("zoo:{}: the zoo has no such model", name),
              SuggestName(name, known));
}

}  // namespace latentfuzz
