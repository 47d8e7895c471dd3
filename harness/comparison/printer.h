// Progress of a comparison: one line a run, and on a terminal a status line below them.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "latentfuzz/harness/compare.h"
#include "latentfuzz/harness/status_line.h"

namespace latentfuzz {

//   [3/20] random seed 2: 185 findings in 53 signatures, 190 triggers, 4 s
class ComparisonPrinter : public ComparisonObserver {
 public:
  // `runs` of `evaluations` each; `live`: `out` is a terminal.
  ComparisonPrinter(std::ostream& out, bool live, std::uint64_t runs, std::uint64_t evaluations)
      : out_(out, live), runs_(runs), budget_(evaluations) {}

  void OnStart(const std::string& strategy, std::uint64_t seed, std::uint64_t resumed_at) override;
  void OnBatch(const Progress& progress) override;
  void OnRun(const ComparisonRun& run) override;

 private:
  StatusLine out_;
  std::uint64_t runs_, budget_;
  std::uint64_t done_ = 0;         // runs
  std::string current_;            // "random seed 2"
  std::uint64_t resumed_at_ = 0;   // of the current run
  Progress progress_;              // of the current run
  std::uint64_t evaluations_ = 0;  // of this session's finished runs
  double seconds_ = 0;             // ...
};

}  // namespace latentfuzz
