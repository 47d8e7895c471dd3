// What the finished artefacts are worth.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "latentfuzz/zoo/recipe.h"

namespace latentfuzz::zoo {

// Measures every model of the set in settings.out on its test images and writes
// settings.out/SET-metrics.json. `train_seconds` holds the models trained just now, by kind; those
// of others are kept from the file that is there. Throws Error{kSetup} where a model is missing.
void WriteMetrics(const Job& job, const std::map<std::string, double>& train_seconds);

// Writes a sheet of the VAE's images as PNG: `rows` pairs of rows, test images above their
// reconstructions, then as many rows of draws from the prior. 20 columns.
void WriteSampleSheet(const Job& job, const std::filesystem::path& png, int rows = 4);

}  // namespace latentfuzz::zoo
