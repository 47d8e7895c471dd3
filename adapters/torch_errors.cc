#include "latentfuzz/adapters/torch_errors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <fstream>

#include "latentfuzz/adapters/known_failure.h"

namespace latentfuzz {
namespace {

bool BeginsAsZip(const std::string& file) {
  std::array<char, 4> magic{};
  std::ifstream(file, std::ios::binary).read(magic.data(), magic.size());
  return std::string_view(magic.data(), magic.size()) == std::string_view("PK\x03\x04", 4);
}

constexpr const char* kExport = "export it with torch.jit.script(model).save(PATH)";
constexpr const char* kNoArchive =
    "reading zip archive|PytorchStreamReader failed|file in archive is not in a subdirectory";

Error FirstOf(const std::string& file, std::string_view text,
              const std::vector<std::string>& qengines, const std::string& otherwise,
              const std::string& hint) {
  const std::string engines =
      fmt::format("set qengine under [engine] of the card, or ?qengine=, to one of: {}",
                  fmt::join(qengines, ", "));
  const bool zip = BeginsAsZip(file);
  // Tried in this order.
  const KnownFailure known[] = {
      {R"(with version (\d+), but the maximum supported version for reading is (\d+))",
       "written by a newer LibTorch: file version $1, this build reads up to version $2",
       "export the model with an older PyTorch, or build with a newer LibTorch"},
      {R"((?:Unknown builtin op|Unknown operator|Could not find schema for):? *([\w:.]+\w))",
       "unknown operator $1", "link the library that registers $1, or export the model without it"},
      {R"(Didn't find engine for (?:operation )?([\w:.]+) (\w+))",
       "no quantized engine for operator $1 (engine $2)", engines.c_str()},
      {R"(locating file (constants\.pkl|data\.pkl|version))",
       "not a TorchScript archive: it lacks $1 (weights saved with torch.save?)", kExport},
      {kNoArchive, zip ? "truncated or damaged TorchScript archive" : "not a TorchScript archive",
       zip ? "copy the file again, or export it again" : kExport},
  };
  return Diagnose(file, text, known, otherwise, hint);
}

}  // namespace

Error LoadFailure(const std::string& file, std::string_view text,
                  const std::vector<std::string>& qengines) {
  return FirstOf(file, text, qengines, "cannot be loaded",
                 "check that the file is a whole TorchScript archive");
}

Error RunFailure(const std::string& file, const std::string& subject, std::string_view text,
                 const std::vector<std::string>& qengines) {
  return FirstOf(file, text, qengines, fmt::format("model rejects {}", subject),
                 "compare the model with its card: shape, layout, batch and latent size");
}

}  // namespace latentfuzz
