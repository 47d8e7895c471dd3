#include "latentfuzz/corpus/finding.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <tuple>

#include "samples.h"

namespace latentfuzz {
namespace {

using samples::ErrorOf;
using samples::MakeFinding;
using testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

void ExpectSame(const ModelRecord& a, const ModelRecord& b) {
  EXPECT_EQ(a.uri, b.uri);
  EXPECT_EQ(a.engine, b.engine);
  EXPECT_EQ(std::tie(a.scores, a.score_kind, a.label, a.label_name, a.confidence, a.margin),
            std::tie(b.scores, b.score_kind, b.label, b.label_name, b.confidence, b.margin));
}

TEST(Finding, ReadsBackEveryField) {
  const Finding finding = MakeFinding(4).finding;
  const Finding read = DecodeFinding(EncodeFinding(finding), "f");
  EXPECT_EQ(read.entry, finding.entry);
  EXPECT_EQ(read.target, finding.target);
  EXPECT_EQ(read.signature, finding.signature);
  EXPECT_EQ(read.generator_uri, finding.generator_uri);
  EXPECT_EQ(read.generator_engine, finding.generator_engine);
  ExpectSame(read.reference, finding.reference);
  ExpectSame(read.candidate, finding.candidate);
  EXPECT_EQ(read.divergence, finding.divergence);
  EXPECT_EQ(read.noise_floor, finding.noise_floor);
  EXPECT_EQ(read.cpu_class, finding.cpu_class);
  EXPECT_EQ(read.campaign, finding.campaign);
  EXPECT_EQ(read.evaluation, finding.evaluation);
  EXPECT_EQ(read.search_batch, finding.search_batch);
  EXPECT_EQ(read.confirm_batch, finding.confirm_batch);
  EXPECT_EQ(read.state, FindingState::kOpen);
}

TEST(Finding, WhatAnOlderFileLacksIsUnknown) {
  const Finding finding = MakeFinding(4).finding;
  auto json = nlohmann::json::parse(EncodeFinding(finding));
  json.erase("generator_engine");
  json.at("reference").erase("build");
  const Finding read = DecodeFinding(json.dump(), "f");
  EXPECT_EQ(read.generator_engine, EngineInfo());
  EXPECT_EQ(read.reference.engine.build, "");
  EXPECT_EQ(read.candidate.engine, finding.candidate.engine);
}

TEST(Finding, EncodingTwiceGivesTheSameText) {
  const std::string text = EncodeFinding(MakeFinding(4).finding);
  EXPECT_EQ(EncodeFinding(DecodeFinding(text, "f")), text);
  EXPECT_TRUE(text.ends_with("}\n"));
  EXPECT_LT(text.find("\"format\""), text.find("\"id\""));
  EXPECT_LT(text.find("\"id\""), text.find("\"entry\""));
}

TEST(Finding, ExtremeNumbersReadBackExactly) {
  Finding finding = MakeFinding(1).finding;
  finding.signature = {Verdict::kNonfinite, 2, -1};
  finding.candidate.label = -1;
  finding.candidate.scores = {std::numeric_limits<float>::quiet_NaN(),
                              std::numeric_limits<float>::infinity(),
                              -std::numeric_limits<float>::infinity(),
                              0.1F,
                              -0.F,
                              std::numeric_limits<float>::denorm_min(),
                              std::numeric_limits<float>::max(),
                              std::numeric_limits<float>::lowest()};
  finding.candidate.confidence = kNan;
  finding.candidate.margin = -kInf;
  finding.divergence = std::nextafter(0.1, 1);
  finding.evaluation = std::numeric_limits<std::uint64_t>::max();
  const Finding read = DecodeFinding(EncodeFinding(finding), "f");
  EXPECT_EQ(read.signature, finding.signature);
  EXPECT_EQ(read.candidate.label, -1);
  ASSERT_EQ(read.candidate.scores.size(), finding.candidate.scores.size());
  EXPECT_TRUE(std::isnan(read.candidate.scores[0]));
  for (std::size_t i = 1; i < read.candidate.scores.size(); ++i)
    EXPECT_EQ(read.candidate.scores[i], finding.candidate.scores[i]) << i;
  EXPECT_TRUE(std::signbit(read.candidate.scores[4]));
  EXPECT_TRUE(std::isnan(read.candidate.confidence));
  EXPECT_EQ(read.candidate.margin, -kInf);
  EXPECT_EQ(read.divergence, finding.divergence);
  EXPECT_EQ(read.evaluation, finding.evaluation);
}

TEST(Finding, IdIsTheHashOfTheDocumentedBytes) {
  Finding finding;
  finding.entry = "e";
  finding.target = {"g", "", "c", "wrong_label"};
  // sha256 of each text with its length before it (8 bytes, little-endian); 16 digits.
  EXPECT_EQ(finding.Id(), "f6a4d7388a5ba71a");
}

TEST(Finding, IdDependsOnEveryPartOfTheTarget) {
  const Finding finding = MakeFinding(1).finding;
  for (std::string TargetIdentity::*part : {&TargetIdentity::generator, &TargetIdentity::reference,
                                            &TargetIdentity::candidate, &TargetIdentity::oracle}) {
    Finding other = finding;
    other.target.*part += "x";
    EXPECT_NE(other.Id(), finding.Id());
  }
  Finding other = finding;
  other.divergence += 1;
  EXPECT_EQ(other.Id(), finding.Id());
}

struct Edit {
  const char* from;
  const char* to;
  const char* reason;
};

class FindingEdit : public testing::TestWithParam<Edit> {};

TEST_P(FindingEdit, IsRejectedWithTheFileAndTheKey) {
  std::string text = EncodeFinding(MakeFinding(1).finding);
  const auto [from, to, reason] = GetParam();
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, std::string(from).size(), to);
  const auto error = ErrorOf([&] { DecodeFinding(text, "findings/f.json"); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kData);
  EXPECT_THAT(error->what(), HasSubstr("findings/f.json: "));
  EXPECT_THAT(error->what(), HasSubstr(reason));
}

INSTANTIATE_TEST_SUITE_P(
    All, FindingEdit,
    testing::Values(
        Edit{"{", "", "not a JSON object"}, Edit{"\"format\": 1", "\"format\": 2", "format 2"},
        Edit{"\"format\": 1", "\"format\": true", "\"format\""},
        Edit{"\"entry\"", "\"intro\"", "\"entry\" is missing"},
        Edit{"\"entry\": \"", "\"entry\": \"0", "does not belong"},
        Edit{"\"disagree\"", "\"quarrel\"", "\"signature.verdict\""},
        Edit{"\"candidate_label\": 7", "\"candidate_label\": 7.5", "\"signature.candidate_label\""},
        Edit{"\"candidate_label\": 7", "\"candidate_label\": 3000000000",
             "\"signature.candidate_label\""},
        Edit{"\"confidence\": 0.75", "\"confidence\": \"high\"", "\"reference.confidence\""},
        Edit{"\"threads\": 2", "\"threads\": null", "\"reference.threads\""},
        Edit{"\"optimize\": \"1\"", "\"optimize\": 1", "\"reference.options\""},
        Edit{"\"scores\": [", "\"scores\": [1e300,", "\"reference.scores\""},
        Edit{"\"scores\": [", "\"scores\": [null,", "\"reference.scores\""},
        Edit{"\"search_batch\": 64", "\"search_batch\": -64", "\"search_batch\""}));

TEST(Finding, EveryTruncationIsADataError) {
  const std::string text = EncodeFinding(MakeFinding(1).finding);
  for (std::size_t size = 0; size + 1 < text.size(); ++size)
    EXPECT_TRUE(ErrorOf([&] { DecodeFinding(text.substr(0, size), "f"); })) << size;
}

TEST(Finding, UnknownKeysAreSkipped) {
  std::string text = EncodeFinding(MakeFinding(1).finding);
  text.insert(1, "\"note\": \"seen by hand\",");
  EXPECT_EQ(DecodeFinding(text, "f").Id(), MakeFinding(1).finding.Id());
}

TEST(Finding, StatesAreDirectoryNames) {
  EXPECT_EQ(ToString(FindingState::kOpen), "open");
  EXPECT_EQ(ToString(FindingState::kIncubating), "incubating");
  EXPECT_EQ(ToString(FindingState::kRegression), "regression");
}

}  // namespace
}  // namespace latentfuzz
