// Does the int8 model still do what the float model does?
//
// Paths are relative to the directory in which the tests run. A corpus that stays there between
// runs makes them fast: a campaign that is complete is not run again while models, seed and budget
// are the same.
#include <latentfuzz/gtest.h>

#include <string>

namespace {

latentfuzz::CampaignOptions FloatAgainstInt8(const std::string& corpus) {
  latentfuzz::CampaignOptions options;
  options.reference = "zoo:fashion-cnn";
  options.candidate = "zoo:fashion-cnn-int8";
  options.generator = "zoo:fashion-vae";
  options.evals = 2048;
  options.seed = 1;
  options.corpora = {corpus};
  return options;
}

// A gate as a team would set it: what a search may find with so many evaluations.
TEST(Quantization, ASearchFindsLittle) {
  const auto result = latentfuzz::RunCampaign(FloatAgainstInt8("corpus"));
  EXPECT_FINDINGS_LE(result, 200);
  EXPECT_SIGNATURES_LE(result, 70);
}

// Without a search: the upper 95 % bound of the share of the generator's images on which the labels
// differ. A set of ordinary test images has far fewer of them.
TEST(Quantization, RarelyChangesALabel) {
  auto options = FloatAgainstInt8("corpus-of-random-draws");
  options.strategy.name = "random";
  EXPECT_TRIGGER_RATE_LE(latentfuzz::RunCampaign(options), 0.03);
}

// A gate that hardly any quantized model passes. Run it to see what a failure shows:
//   quantization_test --gtest_also_run_disabled_tests --gtest_filter='*NeverChangesALabel'
TEST(Quantization, DISABLED_NeverChangesALabel) {
  const auto result = latentfuzz::RunCampaign(FloatAgainstInt8("corpus"));
  EXPECT_FINDINGS_LE(result, 0);
}

// The next int8 model may fail only in ways in which the released one fails. Random search with one
// seed shows the same images to both, so that a new signature is a change of the model and not of
// the search.
TEST(Quantization, NextModelFailsInNoNewWay) {
  auto released = FloatAgainstInt8("corpus-of-the-released-model");
  released.strategy.name = "random";
  auto next = released;
  next.candidate = "zoo:fashion-cnn-int8";  // here goes the model that is to be released next
  next.corpora = {"corpus-of-the-next-model"};
  const auto baseline = latentfuzz::RunCampaign(released);
  const auto result = latentfuzz::RunCampaign(next);
  EXPECT_NO_NEW_SIGNATURES(result, baseline);
}

}  // namespace
