#include "latentfuzz/harness/status_printer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "latentfuzz/harness/text.h"

namespace latentfuzz {
namespace {

std::string Counters(const char* event, const Progress& p) {
  return fmt::format("#{:<8} {:<6} sig: {} find: {} trig: {} exec/s: {:.0f} rss: {}Mb",
                     p.evaluations, event, p.signatures, p.findings, p.triggers, p.evals_per_second,
                     ResidentMegabytes());
}

std::string Percent(const std::optional<double>& share) {
  return share ? fmt::format("{:.1f} %", 100 * *share) : "unknown";
}

std::string PreflightText(const Preflight& p) {
  const std::string share = fmt::format("{:.1f} % of {} {}", 100 * p.agreement, p.judged,
                                        p.real_images ? "real images" : "decoded prior draws");
  if (p.single) return "the candidate is right on " + share;
  return fmt::format("the pair agrees on {}; accuracy of the reference {}, of the candidate {}",
                     share, Percent(p.reference_accuracy), Percent(p.candidate_accuracy));
}

}  // namespace

std::uint64_t ResidentMegabytes() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t total = 0, resident = 0;
  statm >> total >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) >> 20;
}

StatusPrinter::StatusPrinter(std::ostream& out, bool bar) : out_(out, bar) {}

void StatusPrinter::OnStart(const CampaignStart& start) {
  budget_ = start.evals;
  time_ = start.time;
  session_begin_ = start.resumed_at;
  if (start.evals > 0 && start.resumed_at >= start.evals) {
    out_.Print(
        "INFO: complete already, nothing is left to run; raise --evals or change --seed to go on");
  }
  out_.Print(
      fmt::format("INFO: campaign {}{}", start.campaign,
                  start.resumed_at > 0 ? fmt::format(", resumed at #{}", start.resumed_at) : ""));
  out_.Print("INFO: " + PreflightText(start.preflight));
  out_.Print(fmt::format(
      "INFO: noise floor {:.2g}, near-copy radius {:.3g}; seeds: {}, {}; "
      "{} known",
      start.noise_floor, start.radius, Counted(start.corpus_seeds, "corpus entry"),
      Counted(start.encoded_seeds, "encoded image"), Counted(start.known_findings, "finding")));
  for (const std::string& warning : start.warnings) out_.Print("WARNING: " + warning);
}

void StatusPrinter::OnFinding(const FindingSummary& finding, bool new_signature,
                              const std::vector<std::string>& mutators, const Progress& progress) {
  if (!new_signature) return;
  std::string names;
  for (const std::string& name : mutators) names += name + "-";
  out_.Print(fmt::format("{} MS: {} {} {} ({} | {})", Counters("NEW", progress), mutators.size(),
                         names, finding.signature.ToString(), Escaped(finding.reference_name),
                         Escaped(finding.candidate_name)));
}

void StatusPrinter::OnBatch(const Progress& progress) {
  if (progress.evaluations >= next_pulse_) {
    while (next_pulse_ <= progress.evaluations) next_pulse_ *= 2;
    out_.Print(Counters("pulse", progress));
  }
  if (out_.Due(progress.session_seconds)) DrawBar(progress);
}

void StatusPrinter::DrawBar(const Progress& p) {
  const double by_evals =
      budget_ > 0 ? static_cast<double>(p.evaluations) / static_cast<double>(budget_) : 0;
  const double by_time = time_ > 0 ? p.session_seconds / time_ : 0;
  double left = time_ > 0 ? time_ - p.session_seconds : 0;
  if (by_evals >= by_time && p.evaluations > session_begin_ && p.session_seconds > 0) {
    const double speed = static_cast<double>(p.evaluations - session_begin_) / p.session_seconds;
    left = static_cast<double>(budget_ - std::min(budget_, p.evaluations)) / speed;
  }
  out_.Draw(fmt::format("{}  {} evals  {}  {}  {:.0f}/s  {} left",
                        ProgressBar(std::max(by_evals, by_time)), p.evaluations,
                        Counted(p.findings, "finding"), Counted(p.signatures, "signature"),
                        p.evals_per_second, DurationText(left)),
            p.session_seconds);
}

}  // namespace latentfuzz
