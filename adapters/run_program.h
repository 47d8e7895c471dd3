// Runs a program to its end.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace latentfuzz {

// `command`: the program, found on the search path, and its arguments. It runs in `directory`; what
// it prints goes to the file `log`, or where this program's output goes where that is empty.
// Returns its exit status, 128 + the signal that killed it, or -1 where it cannot be started.
int RunProgram(std::vector<std::string> command, const std::filesystem::path& directory,
               const std::filesystem::path& log = {});

}  // namespace latentfuzz
