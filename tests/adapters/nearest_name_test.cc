#include "latentfuzz/adapters/nearest_name.h"

#include <gtest/gtest.h>

#include <array>

namespace latentfuzz {
namespace {

constexpr std::array<std::string_view, 3> kNames{"threads", "device", "qengine"};

TEST(NearestName, FindsATypingError) {
  EXPECT_EQ(NearestName("thread", kNames), "threads");
  EXPECT_EQ(NearestName("devcie", kNames), "device");
}

TEST(NearestName, FindsNothingFarAway) { EXPECT_EQ(NearestName("colour", kNames), ""); }

TEST(NearestName, FirstOfEqualsWins) {
  constexpr std::array<std::string_view, 2> kEqual{"cat", "cab"};
  EXPECT_EQ(NearestName("car", kEqual), "cat");
}

TEST(NearestName, SuggestionListsTheKnown) {
  EXPECT_EQ(SuggestName("thread", kNames),
            "did you mean `threads`? known: threads, device, qengine");
  EXPECT_EQ(SuggestName("x", kNames), "known: threads, device, qengine");
}

}  // namespace
}  // namespace latentfuzz
