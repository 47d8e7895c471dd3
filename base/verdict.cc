#include "latentfuzz/base/verdict.h"

#include <array>
#include <charconv>
#include <utility>

namespace latentfuzz {
namespace {

constexpr std::array<std::pair<Verdict, std::string_view>, 5> kVerdictNames = {{
    {Verdict::kAgree, "agree"},
    {Verdict::kDisagree, "disagree"},
    {Verdict::kTie, "tie"},
    {Verdict::kNonfinite, "nonfinite"},
    {Verdict::kWrongLabel, "wrong_label"},
}};

std::string LabelText(int label) { return label < 0 ? "x" : std::to_string(label); }

std::optional<int> ParseLabel(std::string_view text) {
  if (text == "x") return -1;
  int value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

}  // namespace

std::string_view ToString(Verdict verdict) {
  for (const auto& [value, name] : kVerdictNames) {
    if (value == verdict) return name;
  }
  return "unknown";
}

std::optional<Verdict> ParseVerdict(std::string_view text) {
  for (const auto& [value, name] : kVerdictNames) {
    if (name == text) return value;
  }
  return std::nullopt;
}

std::string Signature::ToString() const {
  return std::string(latentfuzz::ToString(verdict)) + "-" + LabelText(reference_label) + "-" +
         LabelText(candidate_label);
}

std::optional<Signature> Signature::Parse(std::string_view text) {
  const std::size_t second = text.rfind('-');
  if (second == std::string_view::npos || second == 0) return std::nullopt;
  const std::size_t first = text.rfind('-', second - 1);
  if (first == std::string_view::npos) return std::nullopt;
  const auto verdict = ParseVerdict(text.substr(0, first));
  const auto reference = ParseLabel(text.substr(first + 1, second - first - 1));
  const auto candidate = ParseLabel(text.substr(second + 1));
  if (!verdict || !reference || !candidate) return std::nullopt;
  return Signature{*verdict, *reference, *candidate};
}

}  // namespace latentfuzz
