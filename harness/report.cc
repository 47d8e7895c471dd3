#include "latentfuzz/harness/report.h"

#include <fmt/format.h>

#include <cstdlib>
#include <sstream>
#include <string_view>
#include <system_error>

#include "latentfuzz/harness/geometric_diversity.h"
#include "latentfuzz/harness/text.h"

namespace latentfuzz {
namespace {

constexpr std::size_t kWorstShown = 5;

std::string_view StopText(StopReason reason) {
  switch (reason) {
    case StopReason::kBudget: return "evaluation budget spent";
    case StopReason::kTime: return "time budget spent";
    case StopReason::kStagnation: return "stagnated: no new finding";
    case StopReason::kDone: return "done: nothing is left to try";
    case StopReason::kInterrupted:
      return "interrupted: state saved, the same command goes on from here";
  }
  return "";
}

std::string MutatorTable(const CampaignResult& result) {
  std::string text = fmt::format("  {:<20} {:>9} {:>9} {:>9} {:>10}\n", "origin / mutator", "evals",
                                 "triggers", "findings", "signatures");
  for (const auto& [name, yield] : result.mutators) {
    text += fmt::format("  {:<20} {:>9} {:>9} {:>9} {:>10}\n", name, yield.evals, yield.triggers,
                        yield.findings, yield.signatures);
  }
  return text;
}

std::string JudgeLine(const JudgedFindings& judged) {
  if (judged.judged == 0) {
    return fmt::format("  judge       {}: no label is expected of any finding\n", judged.judge);
  }
  const Interval share = judged.Share();
  return fmt::format(
      "  judge       {} gives the expected label to {} of {} findings: {:.1f} %, 95 % interval "
      "[{:.1f}, {:.1f}] %\n",
      judged.judge, judged.confirmed, judged.judged, 100 * share.point, 100 * share.low,
      100 * share.high);
}

std::string Quoted(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+";
  if (text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string quoted;
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return "'" + quoted + "'";
}

bool OnSearchPath(const std::filesystem::path& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  std::error_code error;
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (std::filesystem::equivalent(folder / program.filename(), program, error)) return true;
  }
  return false;
}

std::string ProgramName() {
  constexpr const char* kName = "latentfuzz";
  std::error_code error;
  const auto running = std::filesystem::read_symlink("/proc/self/exe", error);
  const bool own = !error && running.filename() == kName;
  return own && !OnSearchPath(running) ? running.string() : kName;
}

}  // namespace

std::string ReplayCommand(const std::filesystem::path& path) {
  return Quoted(ProgramName()) + " replay " +
         Quoted(std::filesystem::absolute(path).lexically_normal().string());
}

std::string FindingLine(const FindingSummary& finding) {
  return fmt::format("{:<16} {}  divergence {:.3f}  {}", finding.signature.ToString(),
                     LabelsText(finding), finding.divergence,
                     (finding.directory / "image.png").string());
}

std::string ReportText(const CampaignResult& r, const std::vector<std::string>& gate_failures,
                       bool gated) {
  const Interval rate = r.TriggerRate();
  std::string text;
  text += fmt::format("{} in {:.1f} s ({:.0f}/s while searching); {}\n",
                      Counted(r.evaluations, "evaluation"), r.seconds, r.EvaluationsPerSecond(),
                      StopText(r.stop));
  text += fmt::format(
      "  findings    {} in {}{}\n", r.findings.size(), Counted(r.Signatures().size(), "signature"),
      r.known_findings > 0 ? fmt::format("; {} more were known before", r.known_findings) : "");
  text += fmt::format(
      "  triggers    {}, of which {}; {} not counted; rate {:.3f} %, 95 % "
      "interval "
      "[{:.3f}, {:.3f}] %\n",
      r.triggers, Counted(r.near_copies, "near-copy"), Counted(r.ties, "tie"), 100 * rate.point,
      100 * rate.low, 100 * rate.high);
  if (r.unjudged > 0) {
    text += fmt::format(
        "  unjudged    {}: no label was expected of them, and the rate leaves them out; the "
        "strategy genai, or a conditional generator, has one for all\n",
        r.unjudged);
  }
  text += fmt::format("  stability   {:.1f} % ({} of {} confirmations held)\n", 100 * r.Stability(),
                      r.confirmed, r.confirmations);
  if (r.geometric_diversity) {
    text += fmt::format("  diversity   {:.1f} (log volume of {} findings, by pixels)\n",
                        *r.geometric_diversity, kGeometricDiversitySize);
  }
  if (r.judged) text += JudgeLine(*r.judged);
  text += MutatorTable(r);
  for (const Figure& figure : r.figures) {
    text += fmt::format("  {:<20} {:>9.6g}\n", figure.name, figure.value);
  }
  if (!r.findings.empty()) {
    text += "  worst findings, one a signature:\n";
    for (const FindingSummary& finding : r.Worst(kWorstShown)) {
      text += "    " + FindingLine(finding) + "\n";
    }
    text += fmt::format("  pictures    {}\n", r.contact_sheet.empty()
                                                  ? "the contact sheet could not be written"
                                                  : r.contact_sheet.string());
    text += fmt::format("  replay      {}\n", ReplayCommand(r.corpus));
  }
  if (r.damaged > 0)
    text += fmt::format("  {} set aside (see the warnings)\n", Counted(r.damaged, "corpus file"));
  for (const std::string& failure : gate_failures) text += "FAILED: " + failure + "\n";
  if (gate_failures.empty() && r.stop != StopReason::kInterrupted) {
    text += gated ? "PASSED\n" : "no gate set (--max-findings, --max-signatures, --max-rate)\n";
  }
  return text;
}

}  // namespace latentfuzz
