#include "latentfuzz/adapters/known_failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

namespace latentfuzz {
namespace {

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

Error Diagnose(const std::string& file, std::string_view text, std::span<const KnownFailure> known,
               const std::string& otherwise, const std::string& hint) {
  std::match_results<std::string_view::const_iterator> match;
  for (const KnownFailure& row : known)
    if (std::regex_search(text.begin(), text.end(), match, std::regex(row.pattern)))
      return Error(ErrorKind::kSetup,
                   fmt::format("{}: {}", file, match.format(std::string(row.problem))),
                   match.format(std::string(row.hint)));
  return Error(ErrorKind::kSetup, fmt::format("{}: {}: {}", file, otherwise, EssentialLine(text)),
               hint);
}

}  // namespace latentfuzz
