#include "latentfuzz/harness/options.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <nlohmann/json.hpp>

#include "latentfuzz/base/error.h"
#include "latentfuzz/tests/corpus/samples.h"

namespace latentfuzz {
namespace {

using ::testing::HasSubstr;

class OptionsToml : public ::testing::Test {
 protected:
  void Apply(const std::string& toml) {
    samples::WriteFile(file_, toml);
    ApplyToml(file_.string(), &options_);
  }
  // The message of the usage error that `toml` leads to.
  std::string Refused(const std::string& toml) {
    const auto error = samples::ErrorOf([&] { Apply(toml); });
    if (!error) return "accepted";
    EXPECT_EQ(error->kind(), ErrorKind::kUsage);
    return error->what();
  }

  samples::TemporaryDirectory directory_;
  std::filesystem::path file_ = directory_.path() / "campaign.toml";
  CampaignOptions options_;
};

TEST_F(OptionsToml, SetsFieldsOfEveryType) {
  Apply(R"(
reference = "zoo:a"
strategy = "random"
population = 31
seed = 7
batch = 64
radius = 2
min-agreement = 0.5
evals = 100
time = "5m"
stagnation = 50
max-findings = 0
max-rate = 0.25
)");
  EXPECT_EQ(options_.reference, "zoo:a");
  EXPECT_EQ(options_.strategy.name, "random");
  EXPECT_EQ(options_.strategy.population, 31U);
  EXPECT_EQ(options_.seed, 7U);
  EXPECT_EQ(options_.batch, 64U);
  EXPECT_EQ(options_.radius, 2.0);
  EXPECT_EQ(options_.min_agreement, 0.5);
  EXPECT_EQ(options_.evals, 100U);
  EXPECT_EQ(options_.time.value, 300);
  EXPECT_EQ(options_.stagnation, 50U);
  EXPECT_EQ(options_.max_findings, 0U);
  EXPECT_EQ(options_.max_rate, 0.25);
  EXPECT_EQ(options_.max_signatures, std::nullopt);
}

TEST_F(OptionsToml, StrategyIsASpecification) {
  Apply("strategy = \"diffgan:paper?population=50&mutators=sbx,gaussian\"\n");
  EXPECT_EQ(options_.strategy.preset, "paper");
  EXPECT_EQ(options_.strategy.population, 50U);
  EXPECT_EQ(options_.strategy.mutators, (std::vector<std::string>{"sbx", "gaussian"}));
}

TEST_F(OptionsToml, OptionsOfAStrategyWinOverItsSpecification) {
  Apply(
      "population = 60\nmutators = [\"pcn\"]\n"
      "strategy = \"diffgan?population=50&offspring=9&mutators=sbx\"\n");
  EXPECT_EQ(options_.strategy.population, 60U);
  EXPECT_EQ(options_.strategy.offspring, 9U);
  EXPECT_EQ(options_.strategy.mutators, std::vector<std::string>{"pcn"});
}

TEST_F(OptionsToml, TimeMayBeANumber) {
  Apply("time = 90");
  EXPECT_EQ(options_.time.value, 90);
}

TEST_F(OptionsToml, UnknownKeyIsNamedWithItsLine) {
  EXPECT_THAT(Refused("seed = 1\npopulaton = 3\n"), HasSubstr("campaign.toml:2"));
  EXPECT_THAT(Refused("seed = 1\npopulaton = 3\n"), HasSubstr("populaton"));
  EXPECT_THAT(Refused("[search]\nseed = 1\n"), HasSubstr("search"));
}

TEST_F(OptionsToml, WrongTypesAreNamedWithTheirLine) {
  for (const char* line :
       {"seed = \"7\"", "seed = -1", "seed = 1.5", "seed = true", "reference = 3", "radius = \"x\"",
        "radius = true", "evals = [1]", "time = true", "time = \"soon\"", "time = -1", "time = nan",
        "max-rate = \"1\"", "mutators = \"sbx\"", "mutators = [1]", "strategy = 1",
        "strategy = \"diffgan?x=1\""}) {
    const std::string message = Refused(std::string("\n") + line + "\n");
    EXPECT_THAT(message, HasSubstr("campaign.toml:2")) << line;
    EXPECT_THAT(message, HasSubstr(std::string(line).substr(0, 4))) << line;
  }
}

TEST_F(OptionsToml, SyntaxErrorsAreNamedWithTheirLine) {
  EXPECT_THAT(Refused("seed = 1\nbatch = = 2\n"), HasSubstr("campaign.toml:2"));
}

TEST_F(OptionsToml, AbsentFile) {
  const auto error = samples::ErrorOf([&] { ApplyToml("no/such.toml", &options_); });
  ASSERT_TRUE(error);
  EXPECT_THAT(error->what(), HasSubstr("no/such.toml"));
}

TEST(ParseSeconds, Units) {
  EXPECT_EQ(ParseSeconds("90").value, 90);
  EXPECT_EQ(ParseSeconds("90s").value, 90);
  EXPECT_EQ(ParseSeconds("5m").value, 300);
  EXPECT_EQ(ParseSeconds("1.5h").value, 5400);
  EXPECT_EQ(ParseSeconds("0").value, 0);
}

TEST(ParseSeconds, RefusesWhatIsNoDuration) {
  for (const char* text : {"", "s", "5 m", "5d", "-1", "-1s", "nan", "inf", "1e999", "1h30m"}) {
    EXPECT_TRUE(samples::ErrorOf([&] { ParseSeconds(text); })) << text;
  }
}

CampaignOptions Valid() {
  CampaignOptions options;
  options.reference = "zoo:a";
  options.candidate = "zoo:b";
  options.generator = "zoo:c";
  options.corpora = {"corpus"};
  return options;
}

TEST(Validate, AcceptsTheDefaults) { EXPECT_NO_THROW(Validate(Valid())); }

TEST(Validate, ASingleClassifierIsTheCandidate) {
  CampaignOptions options = Valid();
  options.reference = "";
  EXPECT_NO_THROW(Validate(options));
  std::swap(options.reference, options.candidate);
  const auto error = samples::ErrorOf([&] { Validate(options); });
  ASSERT_TRUE(error);
  EXPECT_THAT(error->what(), HasSubstr("--candidate is missing"));
  EXPECT_THAT(error->hint(), HasSubstr("single classifier"));
}

TEST(Validate, NamesTheOptionThatIsWrong) {
  const std::pair<const char*, std::function<void(CampaignOptions&)>> cases[] = {
      {"--reference-card", [](auto& o) { o.reference = "", o.reference_card = "x.toml"; }},
      {"--features-card", [](auto& o) { o.features_card = "x.toml"; }},
      {"--candidate", [](auto& o) { o.candidate = ""; }},
      {"--generator", [](auto& o) { o.generator = ""; }},
      {"corpus", [](auto& o) { o.corpora.clear(); }},
      {"--batch", [](auto& o) { o.batch = 1; }},
      {"--batch", [](auto& o) { o.batch = 1000000; }},
      {"--evals", [](auto& o) { o.evals = 0; }},
      {"--labels", [](auto& o) { o.labels = "only.gz"; }},
      {"--labels", [](auto& o) { o.labels = "only.gz"; }},
      {"--radius", [](auto& o) { o.radius = -1; }},
      {"--radius", [](auto& o) { o.radius = std::nan(""); }},
      {"--max-rate", [](auto& o) { o.max_rate = 1.5; }},
      {"--max-rate", [](auto& o) { o.max_rate = std::nan(""); }},
      {"--min-agreement", [](auto& o) { o.min_agreement = -0.1; }},
      {"scheduler", [](auto& o) { o.strategy.scheduler = "x"; }},
      {"objective", [](auto& o) { o.strategy.objectives = {"x"}; }},
  };
  for (const auto& [name, spoil] : cases) {
    CampaignOptions options = Valid();
    spoil(options);
    const auto error = samples::ErrorOf([&] { Validate(options); });
    ASSERT_TRUE(error) << name;
    EXPECT_EQ(error->kind(), ErrorKind::kUsage) << name;
    EXPECT_THAT(error->what(), HasSubstr(name));
  }
}

TEST(OptionsJson, HasOneKeyAnOptionAndTellsUnsetOnesApart) {
  CampaignOptions options = Valid();
  options.max_findings = 0;
  const auto json = nlohmann::json::parse(OptionsToJson(options));
  std::size_t count = 0;
  VisitOptions(options, [&](const char*, const char* name, auto&, const char*) {
    ++count;
    EXPECT_TRUE(json.contains(name)) << name;
  });
  EXPECT_EQ(json.size(), count);
  EXPECT_EQ(json.at("max-findings"), 0);
  EXPECT_TRUE(json.at("max-rate").is_null());
  EXPECT_EQ(json.at("strategy"), "");
}

// LATENTFUZZ_UPDATE_DOCS=1 in the environment writes the page anew.
TEST(OptionsMarkdown, DocumentationPageIsUpToDate) {
  const std::filesystem::path page =
      std::filesystem::path(LATENTFUZZ_SOURCE_DIR) / "docs/options.md";
  if (std::getenv("LATENTFUZZ_UPDATE_DOCS") != nullptr) {
    samples::WriteFile(page, OptionsToMarkdown());
  }
  ASSERT_TRUE(std::filesystem::exists(page)) << page;
  EXPECT_EQ(samples::ReadFile(page), OptionsToMarkdown())
      << "run this test with LATENTFUZZ_UPDATE_DOCS=1 to write " << page;
}

}  // namespace
}  // namespace latentfuzz
