#include "latentfuzz/harness/cli/campaign_flags.h"

#include <CLI/CLI.hpp>
#include <optional>
#include <type_traits>

#include "latentfuzz/harness/cli/whole_number.h"
#include "latentfuzz/strategies/strategy_spec.h"

namespace latentfuzz::cli {
namespace {

template <typename T>
constexpr bool kIsWhole = std::is_unsigned_v<T>;
template <typename T>
constexpr bool kIsWhole<std::optional<T>> = std::is_unsigned_v<T>;

// What a script makes of a variable that is not set.
CLI::Validator NotEmpty() {
  return {[](std::string& text) {
            return text.empty() ? std::string("is empty: give a value, or leave the flag out")
                                : std::string();
          },
          ""};
}

template <typename T>
CLI::Option* AddFlag(CLI::App* command, const std::string& flag, T& field, const char* help) {
  if constexpr (std::is_same_v<T, Seconds>) {
    return command->add_option_function<std::string>(
        flag, [&field](const std::string& text) { field = ParseSeconds(text); }, help);
  } else if constexpr (std::is_same_v<T, StrategyOptions>) {
    return command
        ->add_option_function<std::string>(
            flag, [&field](const std::string& text) { field = ParseStrategySpec(text, field); },
            help)
        ->default_str(field.name);
  } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
    return command->add_option_function<std::string>(
        flag, [&field](const std::string& text) { field = ParseList(text); }, help);
  } else {
    CLI::Option* option = command->add_option(flag, field, help);
    if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
      option->capture_default_str();
    }
    if constexpr (kIsWhole<T>) option->check(WholeNumber());
    if constexpr (std::is_same_v<T, std::string>) option->check(NotEmpty());
    return option;
  }
}

}  // namespace

void CampaignFlags::AddTo(CLI::App* command) {
  VisitOptions(options_, [&](const char* group, const char* name, auto& field, const char* help) {
    flags_.push_back(AddFlag(command, std::string("--") + name, field, help)->group(group));
  });
  command->add_option("--config", config_, "TOML file of these options; flags take precedence");
}

CampaignOptions& CampaignFlags::Options() {
  if (config_.empty()) return options_;
  options_ = {};
  ApplyToml(config_, &options_);
  // Set once more, on top of the file.
  for (CLI::Option* flag : flags_) {
    if (flag->count() > 0) flag->run_callback();
  }
  return options_;
}

}  // namespace latentfuzz::cli
