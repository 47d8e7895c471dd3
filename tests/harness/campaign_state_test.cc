#include "latentfuzz/harness/campaign_state.h"

#include <gmock/gmock.h>

#include "latentfuzz/tests/corpus/samples.h"

namespace latentfuzz {
namespace {

using ::testing::HasSubstr;

CampaignState Full() {
  CampaignState state;
  state.seed_entries = {"e1", "e2"};
  state.baseline = {"f0"};
  state.noise_floor = 1e-6;
  state.radius = 1.7478;
  state.clean_agreement = 0.1 + 0.2;
  state.evaluations = 1ULL << 63;
  state.triggers = 1;
  state.ties = 2;
  state.near_copies = 3;
  state.unjudged = 16;
  state.confirmations = 4;
  state.confirmed = 5;
  state.last_finding = 6;
  state.mutators["sbx"] = {7, 8, 9, 10, 17};
  state.found = {{"f1", "e3", 11, 12}, {"f2", "e4", 13, 0}};
  state.known_hits["f0"] = 14;
  state.strategy = std::string("\0\xff\x80 bytes", 9);
  state.objectives["diversity"] = std::string("\xc3\x28\0", 3);
  state.seconds = 15.5;
  state.search_seconds = 14.25;
  return state;
}

TEST(CampaignState, RoundTrip) {
  const CampaignState state = DecodeState(EncodeState(Full()), "file");
  EXPECT_EQ(EncodeState(state), EncodeState(Full()));
  EXPECT_EQ(state.seed_entries, Full().seed_entries);
  EXPECT_EQ(state.baseline, Full().baseline);
  EXPECT_EQ(state.noise_floor, Full().noise_floor);
  EXPECT_EQ(state.radius, Full().radius);
  EXPECT_EQ(state.clean_agreement, Full().clean_agreement);
  EXPECT_EQ(state.evaluations, Full().evaluations);
  EXPECT_EQ(state.last_finding, 6U);
  EXPECT_EQ(state.mutators.at("sbx").signatures, 10U);
  EXPECT_EQ(state.mutators.at("sbx").unjudged, 17U);
  EXPECT_EQ(state.unjudged, 16U);
  ASSERT_EQ(state.found.size(), 2U);
  EXPECT_EQ(state.found[0].id, "f1");
  EXPECT_EQ(state.found[0].entry, "e3");
  EXPECT_EQ(state.found[0].evaluation, 11U);
  EXPECT_EQ(state.found[0].hits, 12U);
  EXPECT_EQ(state.known_hits.at("f0"), 14U);
  EXPECT_EQ(state.strategy, Full().strategy);
  EXPECT_EQ(state.objectives, Full().objectives);
  EXPECT_EQ(state.search_seconds, 14.25);
}

TEST(CampaignState, AnEmptyOneToo) {
  EXPECT_EQ(EncodeState(DecodeState(EncodeState({}), "file")), EncodeState({}));
}

TEST(CampaignState, TruncatedAnywhereIsDamage) {
  const std::string whole = EncodeState(Full());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto error =
        samples::ErrorOf([&] { DecodeState(std::string_view(whole).substr(0, size), "the-file"); });
    ASSERT_TRUE(error) << size;
    EXPECT_EQ(error->kind(), ErrorKind::kData);
    EXPECT_THAT(error->what(), HasSubstr("the-file"));
    EXPECT_FALSE(error->hint().empty());
  }
}

// Any byte may have rotted: the state decodes to something, or is refused; nothing else.
TEST(CampaignState, RottenBytesAreRefusedOrRead) {
  const std::string whole = EncodeState(Full());
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const int flip : {0x01, 0x80, 0xff}) {
      std::string rotten = whole;
      rotten[at] = static_cast<char>(rotten[at] ^ flip);
      const auto error = samples::ErrorOf([&] { DecodeState(rotten, "the-file"); });
      EXPECT_TRUE(!error || error->kind() == ErrorKind::kData) << at;
    }
  }
}

}  // namespace
}  // namespace latentfuzz
