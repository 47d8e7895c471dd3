#include "latentfuzz/harness/independent_judge.h"

#include <fmt/format.h>

#include <map>

#include "latentfuzz/adapters/png.h"
#include "latentfuzz/base/error.h"
#include "latentfuzz/harness/in_chunks.h"

namespace latentfuzz {
namespace {

constexpr std::size_t kBatch = 250;

// Pictures and expected labels of findings.
struct Shown {
  ImageBatch images;
  std::vector<int> expected;
};

void Append(const Corpus& corpus, const FoundRecord& record, const FindingSummary& finding,
            Shown* shown) {
  const int expected = corpus.ReadEntry(record.entry).expected;
  if (expected == kNoLabel) return;
  const auto bytes = ReadPng(finding.directory / "image.png", &shown->images.shape);
  for (const std::uint8_t byte : bytes) {
    shown->images.values.push_back(static_cast<float>(byte) / 255);
  }
  shown->expected.push_back(expected);
}

}  // namespace

std::unique_ptr<Classifier> OpenJudge(const CampaignOptions& options, const Target& target) {
  if (options.judge.empty()) return nullptr;
  auto judge = OpenClassifier(options.judge, {Passes::kFastest, options.judge_card});
  target.RequireFit(*judge);
  for (const Classifier* classifier : target.search().classifiers()) {
    if (classifier->fingerprint() != judge->fingerprint()) continue;
    throw Error(ErrorKind::kUsage, fmt::format("--judge {} is under test itself", options.judge),
                "name a classifier that takes no part in the search");
  }
  return judge;
}

JudgedFindings JudgeFindings(Classifier& judge, const Corpus& corpus,
                             const std::vector<FoundRecord>& found,
                             const std::vector<FindingSummary>& findings) {
  std::map<std::string, const FoundRecord*> records;
  for (const FoundRecord& record : found) records[record.id] = &record;
  Shown shown;
  for (const FindingSummary& finding : findings) {
    try {
      Append(corpus, *records.at(finding.id), finding, &shown);
    } catch (const Error&) {  // a damaged file is no reason to withhold the other figures
    }
  }
  JudgedFindings result{.judge = judge.uri(), .judged = shown.expected.size()};
  if (result.judged == 0) return result;
  const ScoreBatch scores = PredictInChunks(judge, shown.images, kBatch);
  for (std::size_t i = 0; i < shown.expected.size(); ++i) {
    result.confirmed += ArgMax(scores.row(i)) == shown.expected[i];
  }
  return result;
}

}  // namespace latentfuzz
