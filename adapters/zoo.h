// The embedded models: where `zoo:NAME` leads.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace latentfuzz {

// The folder of the zoo's artefacts: $LATENTFUZZ_ZOO if set, else the installed folder next to
// the library, else the source tree's. Throws Error{kSetup} where none holds the zoo.
std::filesystem::path ZooDirectory();

// Model file of `name`. Throws Error{kUsage} listing the known names.
std::filesystem::path ZooModel(std::string_view name);

struct ZooEntry {
  std::string name;
  std::filesystem::path model;
  std::uintmax_t bytes = 0;
};

// Every model in the zoo, by name.
std::vector<ZooEntry> ListZoo();

}  // namespace latentfuzz
