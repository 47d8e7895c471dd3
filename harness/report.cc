#include "latentfuzz/harness/report.h"

#include <fmt/format.h>

#include <string_view>

namespace latentfuzz {
namespace {

constexpr std::size_t kWorstShown = 5;

std::string_view StopText(StopReason reason) {
  switch (reason) {
    case StopReason::kBudget: return "evaluation budget spent";
    case StopReason::kTime: return "time budget spent";
    case StopReason::kStagnation: return "stagnated: no new finding";
    case StopReason::kInterrupted:
      return "interrupted: state saved, the same command goes on from here";
  }
  return "";
}

std::string MutatorTable(const CampaignResult& result) {
  std::string text = fmt::format("  {:<20} {:>9} {:>9} {:>9} {:>10}\n", "mutator", "evals",
                                 "triggers", "findings", "signatures");
  for (const auto& [name, yield] : result.mutators) {
    text += fmt::format("  {:<20} {:>9} {:>9} {:>9} {:>10}\n", name, yield.evals, yield.triggers,
                        yield.findings, yield.signatures);
  }
  return text;
}

std::string LabelText(const std::string& name, double confidence) {
  return name.empty() ? "not finite" : fmt::format("{} {:.0f} %", name, 100 * confidence);
}

}  // namespace

std::string ReplayCommand(const std::filesystem::path& path) {
  const std::string text = std::filesystem::absolute(path).lexically_normal().string();
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+";
  if (text.find_first_not_of(kPlain) == std::string::npos) return "latentfuzz replay " + text;
  std::string quoted;
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return "latentfuzz replay '" + quoted + "'";
}

std::string FindingLine(const FindingSummary& finding) {
  return fmt::format("{:<16} {} | {}  divergence {:.3f}  {}", finding.signature.ToString(),
                     LabelText(finding.reference_name, finding.reference_confidence),
                     LabelText(finding.candidate_name, finding.candidate_confidence),
                     finding.divergence, (finding.directory / "image.png").string());
}

std::string ReportText(const CampaignResult& r, const std::vector<std::string>& gate_failures) {
  const Interval rate = r.TriggerRate();
  std::string text;
  text += fmt::format("{} evaluations in {:.1f} s ({:.0f}/s while searching); {}\n", r.evaluations,
                      r.seconds, r.EvaluationsPerSecond(), StopText(r.stop));
  text += fmt::format(
      "  findings    {} in {} signatures{}\n", r.findings.size(), r.Signatures().size(),
      r.known_findings > 0 ? fmt::format("; {} more were known before", r.known_findings) : "");
  text += fmt::format(
      "  triggers    {} ({} near-copies, {} ties aside); rate {:.3f} %, 95 % interval "
      "[{:.3f}, {:.3f}] %\n",
      r.triggers, r.near_copies, r.ties,
      r.evaluations == 0
          ? 0
          : 100 * static_cast<double>(r.triggers) / static_cast<double>(r.evaluations),
      100 * rate.low, 100 * rate.high);
  text += fmt::format("  stability   {:.1f} % ({} of {} confirmations held)\n", 100 * r.Stability(),
                      r.confirmed, r.confirmations);
  text += MutatorTable(r);
  if (!r.findings.empty()) {
    text += "  worst findings, one a signature:\n";
    for (const FindingSummary& finding : r.Worst(kWorstShown)) {
      text += "    " + FindingLine(finding) + "\n";
    }
    text += fmt::format("  pictures    {}\n", r.contact_sheet.string());
    text += fmt::format("  replay      {}\n", ReplayCommand(r.corpus));
  }
  if (r.damaged > 0)
    text += fmt::format("  {} corpus files set aside (see the warnings)\n", r.damaged);
  for (const std::string& failure : gate_failures) text += "FAILED: " + failure + "\n";
  if (gate_failures.empty() && r.stop != StopReason::kInterrupted) text += "PASSED\n";
  return text;
}

}  // namespace latentfuzz
