// GoogleTest macros: fail the build when a campaign finds too much.
//
//   #include <latentfuzz/gtest.h>
//
//   TEST(Quantization, AgreesWithFloat) {
//     latentfuzz::CampaignOptions options;
//     options.reference = "zoo:fashion-cnn";
//     options.candidate = "zoo:fashion-cnn-int8";
//     options.generator = "zoo:fashion-vae";
//     options.evals = 5000;
//     options.corpora = {"corpus"};
//     const auto result = latentfuzz::RunCampaign(options);
//     EXPECT_TRIGGER_RATE_LE(result, 0.05);
//   }
//
// Without a reference the candidate is held against expected labels.
//
// A failure prints the value against its threshold, the worst findings with their pictures, a line
// that replays the worst one, a regression test to paste, and the seed.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>

#include "latentfuzz/base/verdict.h"
#include "latentfuzz/harness/campaign.h"
#include "latentfuzz/harness/result.h"

// At most `n` evaluations were triggers (near-copies and unconfirmed ones included).
#define EXPECT_TRIGGERS_LE(result, n) \
  EXPECT_PRED_FORMAT2(::latentfuzz::gtest_internal::TriggersLe, result, n)
#define ASSERT_TRIGGERS_LE(result, n) \
  ASSERT_PRED_FORMAT2(::latentfuzz::gtest_internal::TriggersLe, result, n)

// At most `n` findings of the pair (or the single classifier) are stored, old and new.
#define EXPECT_FINDINGS_LE(result, n) \
  EXPECT_PRED_FORMAT2(::latentfuzz::gtest_internal::FindingsLe, result, n)
#define ASSERT_FINDINGS_LE(result, n) \
  ASSERT_PRED_FORMAT2(::latentfuzz::gtest_internal::FindingsLe, result, n)

// At most `n` distinct signatures among them.
#define EXPECT_SIGNATURES_LE(result, n) \
  EXPECT_PRED_FORMAT2(::latentfuzz::gtest_internal::SignaturesLe, result, n)
#define ASSERT_SIGNATURES_LE(result, n) \
  ASSERT_PRED_FORMAT2(::latentfuzz::gtest_internal::SignaturesLe, result, n)

// The upper 95 % Wilson bound of the trigger rate is at most `rate` (in [0, 1]). A short campaign
// cannot pass a strict rate, however clean it is: 0 of 1000 still has a bound of 0.0038.
#define EXPECT_TRIGGER_RATE_LE(result, rate) \
  EXPECT_PRED_FORMAT2(::latentfuzz::gtest_internal::TriggerRateLe, result, rate)
#define ASSERT_TRIGGER_RATE_LE(result, rate) \
  ASSERT_PRED_FORMAT2(::latentfuzz::gtest_internal::TriggerRateLe, result, rate)

// Every signature of the campaign is known to `baseline`: a set of Signature, another
// CampaignResult, or the path of a corpus. If that is the campaign's own corpus, what it held
// before this session counts: a signature is new once, in the session that finds it.
#define EXPECT_NO_NEW_SIGNATURES(result, baseline) \
  EXPECT_PRED_FORMAT2(::latentfuzz::gtest_internal::NoNewSignatures, result, baseline)
#define ASSERT_NO_NEW_SIGNATURES(result, baseline) \
  ASSERT_PRED_FORMAT2(::latentfuzz::gtest_internal::NoNewSignatures, result, baseline)

// The stored finding in `folder` does not fail any more. `candidate` is the URI of the model to
// try; "" = the recorded one.
#define EXPECT_FINDING_GONE(folder, candidate) \
  EXPECT_PRED_FORMAT2(::latentfuzz::gtest_internal::FindingGone, folder, candidate)
#define ASSERT_FINDING_GONE(folder, candidate) \
  ASSERT_PRED_FORMAT2(::latentfuzz::gtest_internal::FindingGone, folder, candidate)

namespace latentfuzz::gtest_internal {

::testing::AssertionResult TriggersLe(const char* result_text, const char* limit_text,
                                      const CampaignResult& result, std::uint64_t limit);
::testing::AssertionResult FindingsLe(const char* result_text, const char* limit_text,
                                      const CampaignResult& result, std::uint64_t limit);
::testing::AssertionResult SignaturesLe(const char* result_text, const char* limit_text,
                                        const CampaignResult& result, std::uint64_t limit);
::testing::AssertionResult TriggerRateLe(const char* result_text, const char* limit_text,
                                         const CampaignResult& result, double limit);
::testing::AssertionResult NoNewSignatures(const char* result_text, const char* baseline_text,
                                           const CampaignResult& result,
                                           const std::set<Signature>& baseline);
::testing::AssertionResult NoNewSignatures(const char* result_text, const char* baseline_text,
                                           const CampaignResult& result,
                                           const CampaignResult& baseline);
::testing::AssertionResult NoNewSignatures(const char* result_text, const char* baseline_text,
                                           const CampaignResult& result,
                                           const std::filesystem::path& baseline);
::testing::AssertionResult FindingGone(const char* folder_text, const char* candidate_text,
                                       const std::filesystem::path& folder,
                                       const std::string& candidate);

}  // namespace latentfuzz::gtest_internal
