// corpus.json: what makes a directory a corpus, and whose it is.
#pragma once

#include <filesystem>
#include <string>

namespace latentfuzz {

struct Manifest {
  std::string generator;  // fingerprint
};

// The directory must exist. Nothing is returned or thrown for a directory that holds nothing but
// hidden files: a manifest is written there, unless another process does so first; then its
// manifest is returned. Throws Error{kIo}; Error{kData} as ReadManifest does.
Manifest ReadOrCreateManifest(const std::filesystem::path& directory, const Manifest& wanted);

// Throws Error{kIo} if there is no such directory or it cannot be read; Error{kData} if it is not a
// corpus, or if the manifest is damaged or of a newer format.
Manifest ReadManifest(const std::filesystem::path& directory);

// Throws Error{kData} if the corpus belongs to another generator.
void CheckGenerator(const Manifest& manifest, const std::string& generator,
                    const std::filesystem::path& directory);

}  // namespace latentfuzz
