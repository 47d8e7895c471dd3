#include "latentfuzz/adapters/process/command.h"

#include <fmt/format.h>

#include <optional>

#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz::process {
namespace {

constexpr std::string_view kBlanks = " \t\n\r";

bool IsOneOf(char c, std::string_view characters) {
  return characters.find(c) != std::string_view::npos;
}

// One word, from its first character on.
class WordReader {
 public:
  explicit WordReader(std::string_view text) : text_(text) {}

  // Nothing where only blanks are left.
  std::optional<std::string> Next() {
    while (at_ < text_.size() && IsOneOf(text_[at_], kBlanks)) ++at_;
    if (at_ == text_.size()) return std::nullopt;
    std::string word;
    while (at_ < text_.size() && !IsOneOf(text_[at_], kBlanks)) {
      const char c = text_[at_++];
      if (c == '\'' || c == '"')
        ReadQuoted(c, &word);
      else
        word += c == '\\' ? Escaped() : c;
    }
    return word;
  }

 private:
  void ReadQuoted(char quote, std::string* word) {
    for (; at_ < text_.size() && text_[at_] != quote; ++at_) {
      const bool escape = quote == '"' && text_[at_] == '\\' && at_ + 1 < text_.size() &&
                          IsOneOf(text_[at_ + 1], "\"\\");
      if (escape) ++at_;
      *word += text_[at_];
    }
    if (at_ == text_.size()) Fail(fmt::format("a quote {} is not closed", quote));
    ++at_;
  }

  char Escaped() {
    if (at_ == text_.size()) Fail("a backslash is the last character");
    return text_[at_++];
  }

  [[noreturn]] void Fail(const std::string& problem) const {
    throw Error(ErrorKind::kUsage, fmt::format("process:{}: {}", text_, problem),
                "quote as in a shell; it splits words, and does nothing else");
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::filesystem::path Command::File(const std::string& word) const {
  const std::filesystem::path file = directory / word;
  return std::filesystem::is_regular_file(file) ? file : std::filesystem::path();
}

std::vector<std::string> SplitWords(std::string_view text) {
  std::vector<std::string> words;
  WordReader reader(text);
  while (auto word = reader.Next()) words.push_back(std::move(*word));
  return words;
}

std::string QuoteWord(std::string_view word) {
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

Command ReadCommand(const ModelUri& uri) {
  Command command;
  command.words = SplitWords(uri.path);
  if (command.words.empty() || command.words.front().empty())
    throw Error(ErrorKind::kUsage, fmt::format("{} names no program", uri.ToString()),
                "write process:PROGRAM ARGUMENT...");
  const auto directory = uri.options.find("cwd");
  if (directory == uri.options.end()) return command;
  command.directory = directory->second;
  if (!std::filesystem::is_directory(command.directory))
    throw Error(ErrorKind::kUsage,
                fmt::format("{}: there is no directory {}", uri.ToString(), directory->second),
                "correct the option cwd");
  return command;
}

std::filesystem::path FileWithCard(const ModelUri& uri) {
  const Command command = ReadCommand(uri);
  for (const std::string& word : command.words) {
    const std::filesystem::path file = command.File(word);
    if (!file.empty() && std::filesystem::is_regular_file(DefaultCardPath(file))) return file;
  }
  return {};
}

}  // namespace latentfuzz::process
