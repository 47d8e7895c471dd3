#include "latentfuzz/harness/doctor/chart.h"

#include <fmt/format.h>

namespace latentfuzz {

void Chart::Head(std::string_view what, std::string_view text) {
  diagnosis_.text +=
      text.empty() ? fmt::format("{}\n", what) : fmt::format("{:<10} {}\n", what, text);
}

void Chart::Say(std::string_view what, std::string_view text) {
  diagnosis_.text += fmt::format("  {:<18} {}\n", what, text);
}

void Chart::Problem(const std::string& text) { diagnosis_.problems.push_back(text); }

}  // namespace latentfuzz
