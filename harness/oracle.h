// Oracles: from scores to verdicts. One oracle a file; the table lists them.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "latentfuzz/harness/evaluated_batch.h"
#include "latentfuzz/harness/judgement.h"

namespace latentfuzz {

class Oracle {
 public:
  virtual ~Oracle() = default;
  // The name of its row in the table, part of what findings and verdicts belong to.
  virtual std::string_view name() const = 0;
  // Top-2 gap, in units of probability, at or under which a label means nothing.
  virtual double noise_floor() const = 0;
  // One judgement a row.
  virtual std::vector<Judgement> Judge(const EvaluatedBatch& batch) const = 0;
};

struct OracleEntry {
  std::string_view name;
  std::string_view summary;
  std::unique_ptr<Oracle> (*make)(double noise_floor);
};

std::span<const OracleEntry> OracleTable();

// Throws Error{kData} for an unknown name: it comes from a stored finding.
std::unique_ptr<Oracle> MakeOracle(std::string_view name, double noise_floor);

}  // namespace latentfuzz
