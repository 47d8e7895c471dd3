#include "latentfuzz/strategies/strategy_spec.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

std::optional<Error> ErrorOf(const std::string& spec) {
  try {
    ParseStrategySpec(spec);
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

TEST(StrategySpec, NamePresetAndKeys) {
  EXPECT_EQ(ParseStrategySpec("random"), (StrategyOptions{.name = "random"}));
  EXPECT_EQ(ParseStrategySpec("diffgan:paper"),
            (StrategyOptions{.name = "diffgan", .preset = "paper"}));
  EXPECT_EQ(ParseStrategySpec("diffgan?population=7&scheduler=uniform&mutators=sbx,pcn+gaussian"),
            (StrategyOptions{.name = "diffgan",
                             .population = 7,
                             .scheduler = "uniform",
                             .mutators = {"sbx", "pcn", "gaussian"}}));
  EXPECT_EQ(ParseStrategySpec("random:sound?offspring=3&truncation=0.5"),
            (StrategyOptions{.name = "random", .offspring = 3, .truncation = 0.5}));
}

TEST(StrategySpec, LeavesWhatItDoesNotName) {
  const StrategyOptions base{.preset = "paper", .population = 5, .mutators = {"sbx"}};
  EXPECT_EQ(ParseStrategySpec("random?offspring=9", base), (StrategyOptions{.name = "random",
                                                                            .preset = "paper",
                                                                            .population = 5,
                                                                            .offspring = 9,
                                                                            .mutators = {"sbx"}}));
  EXPECT_TRUE(ParseStrategySpec("diffgan?mutators=", base).mutators.empty());
}

TEST(StrategySpec, WrongOnesNameWhatIsWrongAndWhatIsKnown) {
  struct Case {
    const char* spec;
    const char* message;
    const char* hint;
  };
  for (const Case& each :
       {Case{"", "''", "diffgan"}, Case{"x", "'x'", "diffgan"}, Case{"diffgan:x", "'x'", "paper"},
        Case{"diffgan:", "''", "paper"}, Case{"diffgan?x=1", "'x'", "population"},
        Case{"diffgan?population", "population", "population="},
        Case{"diffgan?population=many", "'many'", "population="},
        Case{"diffgan?population=-1", "'-1'", "population="},
        Case{"diffgan?population=3x", "'3x'", "population="},
        Case{"diffgan?name=random", "'name'", "preset"},
        Case{"diffgan?scheduler=x", "'x'", "uniform"},
        Case{"diffgan?mutators=sbx,,pcn", "''", "slerp"},
        Case{"diffgan?truncation=half", "'half'", "truncation="},
        Case{"diffgan?truncation=2", "truncation", "1"},
        Case{"diffgan?immigrants=few", "'few'", "immigrants="},
        Case{"diffgan?immigrants=1.5", "immigrants", "share"},
        Case{"diffgan?immigrants=nan", "immigrants", "share"},
        Case{"diffgan?population=3&&offspring=2", "''", "preset"}}) {
    const auto error = ErrorOf(each.spec);
    ASSERT_TRUE(error) << each.spec;
    EXPECT_EQ(error->kind(), ErrorKind::kUsage);
    EXPECT_NE(std::string(error->what()).find(each.message), std::string::npos) << error->Render();
    EXPECT_NE(error->hint().find(each.hint), std::string::npos) << error->Render();
  }
}

// Gives the field another valid value of its own.
void Change(std::string_view name, std::string& field) {
  static const std::map<std::string_view, std::string> kOther{
      {"preset", "paper"}, {"scheduler", "uniform"}, {"energy", "rarity"},
      {"domain", "none"},  {"step", "low"},          {"fitness", "logits"}};
  field = kOther.at(name);
}
void Change(std::string_view, double& field) { field /= 3; }
void Change(std::string_view, std::optional<double>& field) { field = 0; }
void Change(std::string_view, std::size_t& field) { field += 12; }
void Change(std::string_view, std::vector<std::string>& field) { field = {"sbx", "gaussian"}; }

TEST(StrategySpec, FullTextTellsEveryOptionApartAndIsParsedBack) {
  std::size_t count = 0;
  StrategyOptions counted;
  VisitStrategyOptions(counted, [&](const char*, auto&, const char*) { ++count; });
  for (std::size_t changed = 0; changed < count; ++changed) {
    StrategyOptions options{.name = "random"};
    std::size_t index = 0;
    VisitStrategyOptions(options, [&](const char* name, auto& field, const char*) {
      if (index++ == changed) Change(name, field);
    });
    EXPECT_NE(options, StrategyOptions{.name = "random"});
    EXPECT_NE(StrategySpec(options), StrategySpec({.name = "random"}));
    EXPECT_EQ(ParseStrategySpec(StrategySpec(options)), options) << StrategySpec(options);
  }
  EXPECT_NE(StrategySpec({.name = "random"}), StrategySpec({.name = "diffgan"}));
}

TEST(ParseList, CommasAndPlusSigns) {
  EXPECT_EQ(ParseList(""), std::vector<std::string>{});
  EXPECT_EQ(ParseList("a"), std::vector<std::string>{"a"});
  EXPECT_EQ(ParseList("a,b+c"), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(ParseList("a,,b"), (std::vector<std::string>{"a", "", "b"}));
}

}  // namespace
}  // namespace latentfuzz
