// Every option of a campaign, in one struct.
//
// VisitOptions is the single list of names, help texts and groups: the command-line flags, the
// TOML keys, the JSON echo in the statistics and docs/options.md all come from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

// A duration; typed so that flags and TOML accept "90", "90s", "5m", "1h".
struct Seconds {
  double value = 0;
};

struct CampaignOptions {
  // Models
  std::string reference;  // empty: a single classifier, held against expected labels
  std::string candidate;
  std::string generator;
  std::string reference_card;
  std::string candidate_card;
  std::string generator_card;
  std::string judge;  // empty: none
  std::string judge_card;
  std::string features;  // empty: images are compared by their pixels
  std::string features_card;
  std::string images;
  std::string labels;

  // Search
  StrategyOptions strategy;
  std::uint64_t seed = 1;
  std::size_t batch = 256;
  std::optional<double> radius;
  std::optional<double> min_agreement;

  // Budget
  std::optional<std::uint64_t> evals;
  Seconds time;
  std::uint64_t stagnation = 0;

  // Gates
  std::optional<std::uint64_t> max_findings;
  std::optional<std::uint64_t> max_signatures;
  std::optional<double> max_rate;

  // Corpus directories: new entries go to the first; all give seeds.
  std::vector<std::string> corpora;
};

inline constexpr std::uint64_t kDefaultEvaluations = 20000;

// Calls visit(group, name, field, help) for each option but the corpora.
template <typename Options, typename Visitor>
void VisitOptions(Options& o, Visitor&& visit) {
  visit("Models", "reference", o.reference,
        "URI of the classifier taken as the reference; without one the expected label is");
  visit("Models", "candidate", o.candidate, "URI of the classifier under test");
  visit("Models", "generator", o.generator, "URI of the generator whose latent space is searched");
  visit("Models", "reference-card", o.reference_card,
        "model card of the reference (default: NAME.card.toml beside it)");
  visit("Models", "candidate-card", o.candidate_card, "model card of the candidate");
  visit("Models", "generator-card", o.generator_card, "model card of the generator");
  visit("Models", "judge", o.judge,
        "URI of a classifier that takes no part: the report tells how many findings it gives the "
        "label that is expected of them");
  visit("Models", "judge-card", o.judge_card, "model card of the judge");
  visit("Models", "features", o.features,
        "URI of a classifier whose scores are the space in which the objectives diversity and "
        "implausibility compare images (default: pixels)");
  visit("Models", "features-card", o.features_card, "model card of that classifier");
  visit("Models", "images", o.images,
        "real images, for seeds and sanity checks: a folder of one folder a class, an IDX file "
        "(plain "
        "or gzip) or a folder of CIFAR-10 batches (default: the generator card's [data])");
  visit("Models", "labels", o.labels,
        "IDX file of their labels, where --images is one and it does not lie beside");

  visit("Search", "strategy", o.strategy,
        "search strategy: NAME, NAME:PRESET or NAME?KEY=VALUE&KEY=VALUE, where the keys are the "
        "options from here to --seeds (default: boundary, or genai for a single classifier)");
  VisitStrategyOptions(o.strategy, [&](const char* name, auto& field, const char* help) {
    visit("Search", name, field, help);
  });
  visit("Search", "seed", o.seed, "seed of every random draw");
  visit("Search", "batch", o.batch, "latents decoded and classified at a time");
  visit("Search", "radius", o.radius,
        "near-copy radius, L2 over pixels in [0,1] (default: the generator card's, else measured)");
  visit("Search", "min-agreement", o.min_agreement,
        "share of clean images on which a usable pair agrees, or a single classifier is right "
        "(default: a quarter of the way from chance to 1)");

  visit("Budget", "evals", o.evals,
        "total evaluations of the campaign (default 20000 where no time is given)");
  visit("Budget", "time", o.time, "wall-clock budget of this session: 90, 90s, 5m, 1h");
  visit("Budget", "stagnation", o.stagnation,
        "stop after this many evaluations without a new finding (0: never)");

  visit("Gates", "max-findings", o.max_findings, "fail (exit 1) above this many findings");
  visit("Gates", "max-signatures", o.max_signatures, "fail above this many distinct signatures");
  visit("Gates", "max-rate", o.max_rate,
        "fail if the upper 95 % bound of the trigger rate exceeds this");
}

// Sets the fields that a TOML file names (flat keys, as the flags are named), in the order of
// VisitOptions: an option of a strategy wins over what the specification of the strategy says of
// it. Throws Error{kUsage} naming file, line and key.
void ApplyToml(const std::string& file, CampaignOptions* options);

// The options as a JSON object, keyed by flag name; unset optional ones are null. Where the
// corpora lie is no part of what a campaign is, and is left out.
std::string OptionsToJson(const CampaignOptions& options);

// The reference page of all options, in Markdown.
std::string OptionsToMarkdown();

// "90", "90s", "5m", "1.5h" in seconds. Throws Error{kUsage}.
Seconds ParseSeconds(const std::string& text);

// Throws Error{kUsage} for missing models, a batch of 0 or 1, a rate outside [0,1] ...
void Validate(const CampaignOptions& options);
// The same of all but the models: for targets made in code.
void ValidateSettings(const CampaignOptions& options);

}  // namespace latentfuzz
