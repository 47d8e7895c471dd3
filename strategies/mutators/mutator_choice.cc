#include "latentfuzz/strategies/mutators/mutator_choice.h"

#include <array>
#include <charconv>
#include <cmath>

#include "latentfuzz/base/error.h"

namespace latentfuzz {

std::string MutatorChoice::ToString() const {
  std::string text(mutator->name);
  if (weight == 1) return text;
  std::array<char, 32> digits;
  char* end = std::to_chars(digits.data(), digits.data() + digits.size(), weight).ptr;
  return text.append("*").append(digits.data(), end);
}

MutatorChoice ParseMutator(std::string_view text) {
  const std::string_view name = text.substr(0, text.find('*'));
  MutatorChoice choice{&FindMutator(name)};
  if (name.size() == text.size()) return choice;
  const char* begin = text.data() + name.size() + 1;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(begin, end, choice.weight);
  const bool number = error == std::errc{} && stop == end;
  if (!number || !std::isfinite(choice.weight) || !(choice.weight > 0)) {
    throw Error(ErrorKind::kUsage,
                "mutator '" + std::string(text) + "' has no positive number as its weight",
                "write NAME*WEIGHT, such as " + std::string(name) + "*3");
  }
  return choice;
}

std::vector<MutatorChoice> ChooseMutators(std::span<const std::string> chosen,
                                          std::span<const std::string_view> defaults,
                                          const LatentSpace& space) {
  std::vector<MutatorChoice> choices;
  for (const std::string& text : chosen) choices.push_back(ParseMutator(text));
  if (!choices.empty()) return choices;
  for (const std::string_view name : defaults) {
    const MutatorEntry& mutator = FindMutator(name);
    if (Usable(mutator, space)) choices.push_back({&mutator});
  }
  return choices;
}

}  // namespace latentfuzz
