// The model cards of the zoo.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace latentfuzz::zoo {

// Card of a Fashion-MNIST classifier. `qengine` is the quantized engine that must be set before
// the model is loaded; empty for float models.
std::string ClassifierCard(std::string_view description, std::string_view qengine = {});

// Card of a generator with a standard-normal prior. `near_copy_radius`: see near_copy.h.
std::string GeneratorCard(std::string_view description, int latent_size, double near_copy_radius);

// Writes `text` as the card beside `model`. Throws Error{kIo}.
void WriteCard(const std::filesystem::path& model, const std::string& text);

// Writes a text file. Throws Error{kIo}.
void WriteText(const std::filesystem::path& path, const std::string& text);

}  // namespace latentfuzz::zoo
