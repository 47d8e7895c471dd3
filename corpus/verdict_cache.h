// Verdicts about entries, remembered: a cache that can be deleted and rebuilt.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "latentfuzz/base/verdict.h"
#include "latentfuzz/corpus/finding.h"

namespace latentfuzz {

struct CachedVerdict {
  std::string entry;    // entry id
  Signature signature;  // verdict and labels
};

// verdicts.sqlite, keyed by (entry, generator, reference, candidate, oracle, engine class).
// Safe for several processes (WAL, busy timeout); an object belongs to one thread at a time. A
// damaged file is set aside as verdicts.sqlite.damaged (-1, -2 ... where that exists) and the cache
// starts empty; so it does if the file is deleted while it is open. Every member throws Error{kIo}
// if the file cannot be read or written.
class VerdictCache {
 public:
  explicit VerdictCache(const std::filesystem::path& file);
  ~VerdictCache();

  // One transaction. A verdict that is known already is replaced.
  void Put(const TargetIdentity& target, const std::string& engine_class,
           std::span<const CachedVerdict> verdicts);
  std::optional<Signature> Get(const TargetIdentity& target, const std::string& engine_class,
                               const std::string& entry) const;

 private:
  class Database;
  std::unique_ptr<Database> database_;
};

}  // namespace latentfuzz
