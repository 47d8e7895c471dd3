#include "latentfuzz/harness/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace latentfuzz {

std::string Counted(std::uint64_t number, std::string_view noun) {
  if (number == 1) return fmt::format("1 {}", noun);
  if (noun.ends_with('y')) return fmt::format("{} {}ies", number, noun.substr(0, noun.size() - 1));
  return fmt::format("{} {}s", number, noun);
}

std::string DurationText(double seconds) {
  constexpr double kFewMinutes = 120;
  if (!(seconds >= kFewMinutes)) return fmt::format("{:.0f} s", std::max(0.0, seconds));
  const double minutes = std::round(seconds / 60);
  if (minutes < 60) return fmt::format("{:.0f} min", minutes);
  return fmt::format("{:.0f} h {:02.0f} min", std::floor(minutes / 60), std::fmod(minutes, 60));
}

std::string Escaped(std::string_view text) {
  constexpr unsigned char kFirstPlain = 0x20, kDelete = 0x7f;
  std::string escaped;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= kFirstPlain && byte != kDelete) {
      escaped += c;
    } else {
      escaped += fmt::format("\\x{:02x}", byte);
    }
  }
  return escaped;
}

}  // namespace latentfuzz
