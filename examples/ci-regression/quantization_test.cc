// Does the int8 model still do what the float model does?
#include <latentfuzz/gtest.h>

namespace {

latentfuzz::CampaignOptions FloatAgainstInt8() {
  latentfuzz::CampaignOptions options;
  options.reference = "zoo:fashion-cnn";
  options.candidate = "zoo:fashion-cnn-int8";
  options.generator = "zoo:fashion-vae";
  options.evals = 2048;
  options.corpora = {"corpus"};
  return options;
}

// A gate as a team would set it: a share of hard images is tolerated.
TEST(Quantization, RarelyChangesALabel) {
  const auto result = latentfuzz::RunCampaign(FloatAgainstInt8());
  EXPECT_TRIGGER_RATE_LE(result, 0.5);
}

// A gate that no quantized model passes: shows what a failure looks like.
TEST(Quantization, NeverChangesALabel) {
  const auto result = latentfuzz::RunCampaign(FloatAgainstInt8());
  EXPECT_FINDINGS_LE(result, 0);
}

// A new candidate fails only on signatures that the corpus does not have.
TEST(Quantization, FailsInNoNewWay) {
  auto options = FloatAgainstInt8();
  const auto baseline = latentfuzz::RunCampaign(options);
  options.seed = 2;
  options.corpora = {"corpus-of-the-new-model"};
  const auto result = latentfuzz::RunCampaign(options);
  EXPECT_NO_NEW_SIGNATURES(result, result);
  EXPECT_GE(baseline.findings.size(), 1u);
}

}  // namespace
