#include "latentfuzz/harness/cli/whole_number.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <limits>

namespace latentfuzz::cli {

CLI::Validator WholeNumber(std::uint64_t least) {
  const auto check = [least](const std::string& text) -> std::string {
    std::uint64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc() && rest == end && value >= least) return "";
    return fmt::format("'{}' is not a whole number from {} to {}", text, least,
                       std::numeric_limits<std::uint64_t>::max());
  };
  return CLI::Validator(check, "");
}

}  // namespace latentfuzz::cli
