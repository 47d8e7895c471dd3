// A corpus entry: one latent worth keeping, with its lineage.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace latentfuzz {

struct Entry {
  std::vector<float> latent;  // [d]
  int label = -1;             // asked of a conditional generator, or -1

  // Metadata; no part of the identity.
  int expected = -1;                  // what a classifier ought to say; -1 where it is not known
  std::uint64_t seed = 0;             // of the campaign that found it
  std::string campaign;               // its id
  std::uint64_t evaluation = 0;       // its number there
  std::string origin;                 // "prior", "corpus:<id>", "encoded:<n>", or "" for a child
  std::vector<std::string> parents;   // entry ids where the parent is stored, else "eval:<n>"
  std::vector<std::string> mutators;  // in the order applied

  // SHA-256 of the canonical content (dimension, latent, label); 64 hex digits.
  std::string Id() const;
};

// The safetensors file of an entry: one F32 tensor "latent" [d], the rest in __metadata__.
std::string EncodeEntry(const Entry& entry);

// Throws Error{kData} naming `path` if the bytes are not such a file, hold a non-finite latent, or
// if the content does not hash to the file's name.
Entry DecodeEntry(const std::string& bytes, const std::filesystem::path& path);

}  // namespace latentfuzz
