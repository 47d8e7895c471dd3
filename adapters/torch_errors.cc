#include "latentfuzz/adapters/torch_errors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <regex>

namespace latentfuzz {
namespace {

using Match = std::match_results<std::string_view::const_iterator>;

struct Failure {
  const std::string& file;
  std::string_view text;
  const std::vector<std::string>& qengines;
};

bool BeginsAsZip(const std::string& file) {
  std::array<char, 4> magic{};
  std::ifstream(file, std::ios::binary).read(magic.data(), magic.size());
  return std::string_view(magic.data(), magic.size()) == std::string_view("PK\x03\x04", 4);
}

Error Setup(const Failure& failure, const std::string& problem, std::string hint) {
  return Error(ErrorKind::kSetup, fmt::format("{}: {}", failure.file, problem), std::move(hint));
}

constexpr const char* kExport = "export it with torch.jit.script(model).save(PATH)";

Error NotAnArchive(const Failure& failure, const Match&) {
  if (BeginsAsZip(failure.file))
    return Setup(failure, "truncated or damaged TorchScript archive",
                 "copy the file again, or export it again");
  return Setup(failure, "not a TorchScript archive", kExport);
}

Error NotTorchScript(const Failure& failure, const Match& match) {
  return Setup(
      failure,
      fmt::format("not a TorchScript archive: it lacks {} (weights saved with torch.save?)",
                  match[1].str()),
      kExport);
}

Error TooNew(const Failure& failure, const Match& match) {
  return Setup(failure,
               fmt::format("written by a newer LibTorch: file version {}, this build reads up to "
                           "version {}",
                           match[1].str(), match[2].str()),
               "export the model with an older PyTorch, or build with a newer LibTorch");
}

Error UnknownOperator(const Failure& failure, const Match& match) {
  return Setup(failure, fmt::format("unknown operator {}", match[1].str()),
               fmt::format("link the library that registers {}, or export the model without it",
                           match[1].str()));
}

Error NoQuantizedEngine(const Failure& failure, const Match& match) {
  return Setup(failure,
               fmt::format("no quantized engine for operator {} (engine {})", match[1].str(),
                           match[2].str()),
               fmt::format("set qengine under [engine] of the card, or ?qengine=, to one of: {}",
                           fmt::join(failure.qengines, ", ")));
}

struct Row {
  const char* pattern;
  Error (*make)(const Failure&, const Match&);
};

// Tried in this order.
constexpr Row kKnown[] = {
    {R"(with version (\d+), but the maximum supported version for reading is (\d+))", TooNew},
    {R"((?:Unknown builtin op|Unknown operator|Could not find schema for):? *([\w:.]+\w))",
     UnknownOperator},
    {R"(Didn't find engine for (?:operation )?([\w:.]+) (\w+))", NoQuantizedEngine},
    {R"(locating file (constants\.pkl|data\.pkl|version))", NotTorchScript},
    {R"(reading zip archive|PytorchStreamReader failed|file in archive is not in a subdirectory)",
     NotAnArchive},
};

// The message of a known kind of failure, or nullptr.
const Row* FindKnown(const Failure& failure, Match* match) {
  for (const Row& row : kKnown)
    if (std::regex_search(failure.text.begin(), failure.text.end(), *match,
                          std::regex(row.pattern)))
      return &row;
  return nullptr;
}

constexpr std::size_t kLongestLine = 300;

std::string Shorten(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  line = line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
  if (line.size() <= kLongestLine) return std::string(line);
  return std::string(line.substr(0, kLongestLine)) + "...";
}

}  // namespace

std::string EssentialLine(std::string_view text) {
  static constexpr std::string_view kMarks[] = {"Error: ", "Exception: "};
  std::string first, marked;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    if (first.empty()) first = Shorten(line);
    for (const std::string_view mark : kMarks) {
      const std::size_t at = line.find(mark);
      if (at != std::string_view::npos && line.substr(0, at).find(' ') == std::string_view::npos)
        marked = Shorten(line.substr(at + mark.size()));
    }
    begin = end + 1;
  }
  return marked.empty() ? first : marked;
}

Error LoadFailure(const std::string& file, std::string_view text,
                  const std::vector<std::string>& qengines) {
  const Failure failure{file, text, qengines};
  Match match;
  if (const Row* row = FindKnown(failure, &match)) return row->make(failure, match);
  return Setup(failure, fmt::format("cannot be loaded: {}", EssentialLine(text)),
               "check that the file is a whole TorchScript archive");
}

Error RunFailure(const std::string& file, const std::string& subject, std::string_view text,
                 const std::vector<std::string>& qengines) {
  const Failure failure{file, text, qengines};
  Match match;
  if (const Row* row = FindKnown(failure, &match)) return row->make(failure, match);
  return Setup(failure, fmt::format("model rejects {}: {}", subject, EssentialLine(text)),
               "compare the model with its card: shape, layout, batch and latent size");
}

}  // namespace latentfuzz
