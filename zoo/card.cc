#include "latentfuzz/zoo/card.h"

#include <fmt/core.h>

#include <fstream>

#include "latentfuzz/base/error.h"

namespace latentfuzz::zoo {
namespace {

constexpr std::string_view kPixels =
    "shape = [1, 28, 28]\n"
    "color = \"gray\"\n"
    "range = [0, 1]\n";

constexpr std::string_view kClasses =
    "classes = [\n"
    "  \"T-shirt/top\", \"Trouser\", \"Pullover\", \"Dress\", \"Coat\",\n"
    "  \"Sandal\", \"Shirt\", \"Sneaker\", \"Bag\", \"Ankle boot\",\n"
    "]\n";

// The seeds lie beside the cards.
constexpr std::string_view kData =
    "[data]\n"
    "images = \"fashion-seeds-images-idx3-ubyte.gz\"\n"
    "labels = \"fashion-seeds-labels-idx1-ubyte.gz\"\n";

}  // namespace

std::string ClassifierCard(std::string_view description, std::string_view qengine) {
  std::string text = fmt::format(
      "# {}\n"
      "task = \"classification\"\n\n"
      "[input]\n{}layout = \"nchw\"\nbatch = 0\n\n"
      "[output]\nkind = \"logits\"\n{}\n{}",
      description, kPixels, kClasses, kData);
  if (!qengine.empty()) text += fmt::format("\n[engine]\nqengine = \"{}\"\n", qengine);
  return text;
}

std::string GeneratorCard(std::string_view description, int latent_size, double near_copy_radius) {
  return fmt::format(
      "# {}\n"
      "task = \"generator\"\n\n"
      "[latent]\nsize = {}\nprior = \"normal\"\n\n"
      "[output]\n{}\n"
      "{}near_copy_radius = {:.4f}\n",
      description, latent_size, kPixels, kData, near_copy_radius);
}

void WriteCard(const std::filesystem::path& model, const std::string& text) {
  std::filesystem::path path = model;
  WriteText(path.replace_extension(".card.toml"), text);
}

void WriteText(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.flush();
  if (!file) {
    throw Error(ErrorKind::kIo, path.string() + ": cannot be written",
                "Check that the folder exists, is writable and has space.");
  }
}

}  // namespace latentfuzz::zoo
