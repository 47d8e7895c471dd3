// The toy models as TorchScript files with cards, for what opens models by URI.
#pragma once

#include <filesystem>
#include <string>

#include "latentfuzz/harness/options.h"

namespace latentfuzz::toy {

// Cards of the toy models (see toy_models.h), to be written as they are or spoilt first.
std::string GeneratorCard();
std::string ClassifierCardText();

// `path` ends in .pt; the card is written beside it.
void WriteGenerator(const std::filesystem::path& path);
void WriteThreshold(const std::filesystem::path& path, double threshold);
// Scores of three classes.
void WriteThreeClasses(const std::filesystem::path& path);
// Scores that are NaN for every image.
void WriteNanClassifier(const std::filesystem::path& path);

// Writes generator.pt, reference.pt (threshold 0.5) and candidate.pt (0.5 + gap) into `folder`;
// returns options of a campaign of 500 random evaluations over them into `folder`/corpus.
CampaignOptions WritePair(const std::filesystem::path& folder, double gap);

}  // namespace latentfuzz::toy
