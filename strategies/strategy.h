// The ask/tell interface of every search strategy.
//
// The driver alternates strictly: batch = Ask(n), evaluate, Tell(batch results). A
// strategy never sees a model; it learns from objective rows and verdicts alone. Its
// whole state is what Save() returns: a strategy that was loaded continues exactly as
// the one that was saved would have. Not thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "latentfuzz/base/batch.h"
#include "latentfuzz/base/verdict.h"
#include "latentfuzz/strategies/latent_space.h"
#include "latentfuzz/strategies/strategy_options.h"

namespace latentfuzz {

// Where a proposed latent comes from. Evaluations are numbered from 0 in the order in
// which they were asked; a parent is named by its number.
struct Provenance {
  static constexpr std::uint64_t kNoParent = ~std::uint64_t{0};

  std::array<std::uint64_t, 2> parents{kNoParent, kNoParent};
  // Names from the mutator table in order applied, or of the strategy's own kind of step.
  std::vector<std::string_view> mutators;
  std::string origin;  // "prior", SeedLatent::origin, or empty for a child
};

struct Proposal {
  LatentBatch latents;                 // [n, d]
  std::vector<Provenance> provenance;  // [n]
  // What a classifier ought to say of each, kNoLabel where that is not known: [n], or empty where
  // it is known of none.
  std::vector<int> expected = {};
};

// What became of one evaluation.
struct Outcome {
  Verdict verdict = Verdict::kAgree;
  Signature signature;         // labels of both classifiers, also where they agree
  bool finding = false;        // a new confirmed finding, not a near-copy
  bool new_signature = false;  // the first finding of its signature for this pair
};

struct Evaluations {
  // Row-major [n, m]: one row an evaluation, one column an objective in the order of
  // Strategy::objectives(). All are minimised. May hold NaN for kNonfinite verdicts.
  std::vector<double> objectives;
  std::vector<Outcome> outcomes;  // [n]
  // What the classifiers returned, [n, classes]; empty for one that is not there.
  ScoreBatch reference = {}, candidate = {};
};

// A number that a strategy has to tell of its search, for the final report and the statistics.
struct Figure {
  std::string name;  // "viable_seeds"
  double value = 0;
};

class Strategy {
 public:
  virtual ~Strategy() = default;

  // The objectives it minimises, by name ("divergence", "diversity", "margin"). May be
  // empty: the driver then computes none.
  virtual std::span<const std::string> objectives() const = 0;

  // Between 1 and n latents to evaluate next. REQUIRES: n > 0.
  virtual Proposal Ask(std::size_t n) = 0;

  // The results of the latest Ask, row by row. REQUIRES: as many rows as it returned.
  virtual void Tell(const Evaluations& evaluations) = 0;

  // State as opaque bytes; only between Tell and Ask. Load throws Error{kData} on bytes
  // that another strategy or version wrote, or that were saved under other options, another space
  // or another seed of the random streams; the seeds to start from are part of the state and may
  // differ. A Load that throws leaves the strategy as it was.
  virtual std::string Save() const = 0;
  virtual void Load(std::string_view state) = 0;

  // True where there is nothing left that it would propose (every seed is done, say): the campaign
  // ends there, short of its budget. Looked at between Tell and Ask.
  virtual bool Done() const { return false; }
  virtual std::vector<Figure> Figures() const { return {}; }
};

struct StrategyContext {
  LatentSpace space;
  std::vector<SeedLatent> seeds = {};  // may be empty
  std::uint64_t seed = 0;              // of the random streams
  // Whether one classifier is under test, against the labels expected of it; a pair otherwise.
  bool single = false;
};

// One row a strategy: the name users type, one line of help, the names of its presets, and how to
// make it.
struct StrategyEntry {
  std::string_view name;
  std::string_view summary;
  std::span<const std::string_view> presets;
  std::unique_ptr<Strategy> (*make)(const StrategyOptions& options, StrategyContext context);
};

std::span<const StrategyEntry> StrategyTable();

// The one that is meant where none is named: "genai" for a single classifier, else "boundary".
std::string_view DefaultStrategy(bool single);

// Throws Error{kUsage} for an unknown name, preset, scheduler, mutator, energy, domain, step or
// fitness, listing the known ones; for weights that the scheduler does not go by, and a truncation
// outside (0, 1].
void CheckStrategyOptions(const StrategyOptions& options);

// Throws as CheckStrategyOptions does; Error{kUsage} for a mutator that the space or the strategy
// has no use for, and for an empty space; Error{kData} naming the origin of a seed that does not
// fit the space.
std::unique_ptr<Strategy> MakeStrategy(const StrategyOptions& options, StrategyContext context);

}  // namespace latentfuzz
