#include "latentfuzz/harness/comparison/printer.h"

#include <fmt/format.h>

#include "latentfuzz/harness/text.h"

namespace latentfuzz {

void ComparisonPrinter::OnStart(const std::string& strategy, std::uint64_t seed,
                                std::uint64_t resumed_at) {
  current_ = fmt::format("{} seed {}", strategy, seed);
  resumed_at_ = resumed_at;
  progress_ = {};
  progress_.evaluations = resumed_at;
}

// What is left is taken to go on at the mean speed of what this session has evaluated.
void ComparisonPrinter::OnBatch(const Progress& progress) {
  progress_ = progress;
  const double now = seconds_ + progress.session_seconds;
  if (!out_.Due(now)) return;
  const auto total = static_cast<double>(runs_ * budget_);
  const auto complete = static_cast<double>(done_ * budget_ + progress.evaluations);
  const auto evaluated = static_cast<double>(evaluations_ + progress.evaluations - resumed_at_);
  const double left = evaluated > 0 ? (total - complete) * now / evaluated : 0;
  out_.Draw(fmt::format("[{}/{}] {}  {}  {}  {} left", done_ + 1, runs_, current_,
                        ProgressBar(complete / total), Counted(progress.findings, "finding"),
                        DurationText(left)),
            now);
}

void ComparisonPrinter::OnRun(const ComparisonRun& run) {
  evaluations_ += progress_.evaluations - resumed_at_;
  seconds_ += progress_.session_seconds;
  out_.Print(fmt::format("[{}/{}] {}: {} in {}, {}, {}", ++done_, runs_, current_,
                         Counted(run.findings, "finding"), Counted(run.signatures, "signature"),
                         Counted(run.triggers, "trigger"), DurationText(run.seconds)));
}

}  // namespace latentfuzz
