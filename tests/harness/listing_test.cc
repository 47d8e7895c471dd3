#include "latentfuzz/harness/listing.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace latentfuzz {
namespace {

using ::testing::HasSubstr;

Listing Sample() {
  Listing listing;
  listing.corpus = "c";
  listing.entries = 1;
  listing.findings = 3;
  auto& rows = listing.pairs[{"zoo:a", "zoo:b"}];
  rows[{Verdict::kDisagree, 2, 4}] = {2, 7, 0.25, "Pull\x1b[31mover", "Coat"};
  rows[{Verdict::kDisagree, 4, 2}] = {1, 0, 0.5, "Coat", "Pullover"};
  return listing;
}

TEST(Listing, ForPeople) {
  const std::string text = ListingText(Sample());
  EXPECT_THAT(text, HasSubstr("c: 1 entry, 3 findings\nzoo:b against zoo:a: 2 signatures\n"));
  EXPECT_THAT(text, HasSubstr("disagree-2-4              2        7        0.250  "
                              "Pull\\x1b[31mover | Coat\n"));
}

TEST(Listing, ASingleClassifierIsHeldAgainstExpectedLabels) {
  Listing listing;
  listing.pairs[{"", "zoo:b"}][{Verdict::kWrongLabel, 2, 4}] = {1, 0, 1.25, "Pullover", "Coat"};
  const std::string text = ListingText(listing);
  EXPECT_THAT(text, HasSubstr("zoo:b against expected labels: 1 signature\n"));
  EXPECT_THAT(text, HasSubstr("expected | candidate\n"));
  EXPECT_THAT(text, HasSubstr("Pullover | Coat\n"));
}

TEST(Listing, AsJson) {
  Listing listing = Sample();
  listing.damage.push_back({"c/entries/\xff", "no name"});
  const auto json = nlohmann::json::parse(ListingJson(listing));
  EXPECT_EQ(json.at("corpus"), "c");
  EXPECT_EQ(json.at("entries"), 1);
  EXPECT_EQ(json.at("findings"), 3);
  const auto& pair = json.at("pairs").at(0);
  EXPECT_EQ(pair.at("reference"), "zoo:a");
  EXPECT_EQ(pair.at("candidate"), "zoo:b");
  const auto& row = pair.at("signatures").at(0);
  EXPECT_EQ(row.at("signature"), "disagree-2-4");
  EXPECT_EQ(row.at("findings"), 2);
  EXPECT_EQ(row.at("hits"), 7);
  EXPECT_EQ(row.at("divergence"), 0.25);
  EXPECT_EQ(row.at("reference_name"), "Pull\x1b[31mover");
  EXPECT_EQ(pair.at("signatures").size(), 2U);
  EXPECT_EQ(json.at("damaged").at(0).at("reason"), "no name");
}

}  // namespace
}  // namespace latentfuzz
