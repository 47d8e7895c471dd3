#include "latentfuzz/harness/gtest.h"

#include <cctype>
#include <sstream>
#include <vector>

#include "latentfuzz/corpus/corpus.h"
#include "latentfuzz/harness/replay.h"
#include "latentfuzz/harness/report.h"
#include "latentfuzz/harness/text.h"

namespace latentfuzz::gtest_internal {
namespace {

using ::testing::AssertionFailure;
using ::testing::AssertionResult;
using ::testing::AssertionSuccess;

constexpr std::size_t kWorstShown = 3;

// A test name made from a signature: letters, digits and underscores only.
std::string TestName(const FindingSummary& finding) {
  std::string name = finding.signature.ToString() + "_" + finding.id;
  for (char& c : name) {
    if (c == '-') c = '_';
  }
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return name;
}

// Everything a reader of a CI log needs to look into the failure.
std::string Evidence(const CampaignResult& result) {
  std::ostringstream text;
  text << "  seed: " << result.seed << ", campaign " << result.campaign << ", "
       << Counted(result.evaluations, "evaluation") << "\n";
  const auto worst = result.Worst(kWorstShown);
  if (worst.empty()) return text.str();
  text << "  worst findings:\n";
  for (const FindingSummary& finding : worst) text << "    " << FindingLine(finding) << "\n";
  text << "  all of them: " << result.contact_sheet.string() << "\n"
       << "  replay: " << ReplayCommand(worst.front().directory) << "\n"
       << "  regression test:\n"
       << "    TEST(LatentFuzzRegression, " << TestName(worst.front()) << ") {\n"
       << "      EXPECT_FINDING_GONE(\"" << worst.front().directory.string() << "\", \"\");\n"
       << "    }\n";
  return text.str();
}

template <typename Value, typename Limit>
AssertionResult CheckLe(const char* what, const char* result_text, const CampaignResult& result,
                        Value value, Limit limit) {
  if (value <= limit) return AssertionSuccess();
  return AssertionFailure() << what << " of " << result_text << ": " << value
                            << ", which is more than " << limit << "\n"
                            << Evidence(result);
}

}  // namespace

AssertionResult TriggersLe(const char* result_text, const char*, const CampaignResult& result,
                           std::uint64_t limit) {
  return CheckLe("triggers", result_text, result, result.triggers, limit);
}

AssertionResult FindingsLe(const char* result_text, const char*, const CampaignResult& result,
                           std::uint64_t limit) {
  return CheckLe("findings", result_text, result, result.findings.size() + result.known_findings,
                 limit);
}

AssertionResult SignaturesLe(const char* result_text, const char*, const CampaignResult& result,
                             std::uint64_t limit) {
  return CheckLe("signatures", result_text, result, result.AllSignatures().size(), limit);
}

AssertionResult TriggerRateLe(const char* result_text, const char*, const CampaignResult& result,
                              double limit) {
  return CheckLe("upper 95 % bound of the trigger rate", result_text, result,
                 result.TriggerRate().high, limit);
}

AssertionResult NoNewSignatures(const char* result_text, const char* baseline_text,
                                const CampaignResult& result, const std::set<Signature>& baseline) {
  CampaignResult fresh = result;
  std::erase_if(fresh.findings, [&](const FindingSummary& finding) {
    return baseline.contains(finding.signature);
  });
  if (fresh.findings.empty()) return AssertionSuccess();
  AssertionResult failure = AssertionFailure();
  failure << result_text << " has " << Counted(fresh.Signatures().size(), "signature") << " that "
          << baseline_text << " does not have:";
  for (const Signature& signature : fresh.Signatures()) failure << " " << signature.ToString();
  return failure << "\n" << Evidence(fresh);
}

AssertionResult NoNewSignatures(const char* result_text, const char* baseline_text,
                                const CampaignResult& result, const CampaignResult& baseline) {
  return NoNewSignatures(result_text, baseline_text, result, baseline.AllSignatures());
}

AssertionResult NoNewSignatures(const char* result_text, const char* baseline_text,
                                const CampaignResult& result,
                                const std::filesystem::path& baseline) {
  const Corpus corpus = Corpus::OpenExisting(baseline);
  std::error_code error;
  const bool own = std::filesystem::equivalent(baseline, result.corpus, error);
  std::set<Signature> known;
  if (own) known = result.signatures_before_session;
  std::vector<Damage> damage;
  for (const Finding& finding : corpus.Findings(&damage)) {
    if (!own || finding.campaign != result.campaign) known.insert(finding.signature);
  }
  return NoNewSignatures(result_text, baseline_text, result, known);
}

AssertionResult FindingGone(const char*, const char*, const std::filesystem::path& folder,
                            const std::string& candidate) {
  AssertionResult verdict = AssertionSuccess();
  Replay({{folder.string()}, "", candidate, ""}, [&](const Replayed& replayed) {
    if (!replayed.held) return;
    verdict = AssertionFailure() << replayed.signature.ToString()
                                 << " still fails: " << LabelsText(replayed)
                                 << "\n  picture: " << (folder / "image.png").string()
                                 << "\n  replay: " << ReplayCommand(folder) << "\n";
  });
  return verdict;
}

}  // namespace latentfuzz::gtest_internal
