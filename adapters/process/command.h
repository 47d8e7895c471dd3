// The command of a process: URI.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "latentfuzz/adapters/model_uri.h"

namespace latentfuzz::process {

struct Command {
  std::vector<std::string> words;   // the program and its arguments
  std::filesystem::path directory;  // in which it runs; empty = this process's

  // The file that the word names, seen from the directory; empty where there is none.
  std::filesystem::path File(const std::string& word) const;
};

// Splits a text into words as a shell does, and does nothing else that a shell does: blanks
// separate; '...' is literal; in "..." a backslash takes '"' and '\' literally, elsewhere any
// character. No variables, wildcards, pipes. Throws Error{kUsage} for an open quote or a lone
// backslash at the end.
std::vector<std::string> SplitWords(std::string_view text);

// The word as SplitWords reads it back, whatever characters it has.
std::string QuoteWord(std::string_view word);

// Throws as above, and for a command without words or an option cwd that is no directory.
Command ReadCommand(const ModelUri& uri);

// The first file that the command names and that has a card beside it; empty where none has.
std::filesystem::path FileWithCard(const ModelUri& uri);

}  // namespace latentfuzz::process
