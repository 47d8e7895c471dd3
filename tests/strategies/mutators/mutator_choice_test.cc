#include "latentfuzz/strategies/mutators/mutator_choice.h"

#include <gtest/gtest.h>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

TEST(MutatorChoice, NameAndWeight) {
  EXPECT_EQ(ParseMutator("sbx").mutator, &FindMutator("sbx"));
  EXPECT_EQ(ParseMutator("sbx").weight, 1);
  EXPECT_EQ(ParseMutator("gaussian*3").mutator, &FindMutator("gaussian"));
  EXPECT_EQ(ParseMutator("gaussian*3").weight, 3);
  EXPECT_EQ(ParseMutator("pcn*0.25").weight, 0.25);
}

TEST(MutatorChoice, TextIsParsedBack) {
  for (const char* text : {"sbx", "pcn*0.25", "gaussian*3", "slerp*1e-05"}) {
    EXPECT_EQ(ParseMutator(text).ToString(), text);
  }
  EXPECT_EQ(ParseMutator("sbx*1").ToString(), "sbx");
}

TEST(MutatorChoice, DefaultsAreThoseThatTheSpaceHasAUseFor) {
  const std::vector<std::string_view> defaults{"pcn", "sbx", "label_flip"};
  const auto names = [&](const std::vector<std::string>& chosen, const LatentSpace& space) {
    std::string text;
    for (const auto& each : ChooseMutators(chosen, defaults, space)) text += each.ToString() + " ";
    return text;
  };
  EXPECT_EQ(names({}, {.size = 4}), "pcn sbx ");
  EXPECT_EQ(names({}, {.size = 4, .prior = Prior::kUniform, .classes = 2}), "sbx label_flip ");
  EXPECT_EQ(names({"slerp*2", "pcn"}, {.size = 4}), "slerp*2 pcn ");
}

TEST(MutatorChoice, WrongOnesAreRefused) {
  for (const char* text : {"", "x", "*3", "sbx*", "sbx*0", "sbx*-1", "sbx*inf", "sbx*nan", "sbx*2x",
                           "sbx*2*3", "sbx *2"}) {
    try {
      ParseMutator(text);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage) << text;
      EXPECT_FALSE(error.hint().empty());
    }
  }
}

}  // namespace
}  // namespace latentfuzz
