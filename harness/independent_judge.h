// A classifier that takes no part in a search, asked what the findings show.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/corpus/corpus.h"
#include "latentfuzz/harness/campaign_state.h"
#include "latentfuzz/harness/result.h"
#include "latentfuzz/harness/target.h"

namespace latentfuzz {

// Opens the judge named in the options; null where none is. Throws Error{kUsage} where it is one of
// the classifiers under test, Error{kSetup} where it takes other images or knows other classes, and
// what opening models throws.
std::unique_ptr<Classifier> OpenJudge(const CampaignOptions& options, const Target& target);

// Of the findings with an expected label (asked of a conditional generator, or of a labelled seed),
// those of whose stored picture `judge` says that label. Findings that cannot be read are left out.
JudgedFindings JudgeFindings(Classifier& judge, const Corpus& corpus,
                             const std::vector<FoundRecord>& found,
                             const std::vector<FindingSummary>& findings);

}  // namespace latentfuzz
