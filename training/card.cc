#include "latentfuzz/training/card.h"

#include <fmt/format.h>

#include <fstream>

#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz::training {
namespace {

constexpr std::size_t kNamesPerLine = 5;

// A TOML basic string.
std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20) {
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
  }
  return quoted + '"';
}

std::string Pixels(const ImageShape& shape) {
  return fmt::format(
      "shape = [{}, {}, {}]\n"
      "color = \"{}\"\n"
      "range = [0, 1]\n",
      shape.channels, shape.height, shape.width, shape.channels == 1 ? "gray" : "rgb");
}

std::string Classes(const std::vector<std::string>& names) {
  std::string text = "classes = [";
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i % kNamesPerLine == 0 ? "\n  " : " ") + Quoted(names[i]) + ",";
  }
  return text + "\n]\n";
}

std::string Data(const DataFacts& data) {
  std::string text = "[data]\n";
  if (!data.images.empty()) text += fmt::format("images = {}\n", Quoted(data.images));
  if (!data.labels.empty()) text += fmt::format("labels = {}\n", Quoted(data.labels));
  return text;
}

}  // namespace

std::string ClassifierCard(std::string_view description, const DataFacts& data,
                           const std::vector<std::string>& classes, std::string_view qengine) {
  std::string text = fmt::format(
      "# {}\n"
      "task = \"classification\"\n\n"
      "[input]\n{}layout = \"nchw\"\nbatch = 0\n\n"
      "[output]\nkind = \"logits\"\n{}\n{}",
      description, Pixels(data.shape), Classes(classes), Data(data));
  if (!qengine.empty()) text += fmt::format("\n[engine]\nqengine = \"{}\"\n", qengine);
  return text;
}

std::string GeneratorCard(std::string_view description, const DataFacts& data,
                          const GeneratorFacts& facts) {
  std::string decode;
  for (const auto& [name, value] : facts.decode) decode += fmt::format("{} = {}\n", name, value);
  if (!decode.empty()) decode = "[decode]\n" + decode + "\n";
  return fmt::format(
      "# {}\n"
      "task = \"generator\"\n\n"
      "[latent]\nsize = {}\nprior = \"normal\"\n{}\n"
      "[output]\n{}\n"
      "{}{}near_copy_radius = {:.4f}\n",
      description, facts.latent, facts.classes.empty() ? "" : Classes(facts.classes),
      Pixels(data.shape), decode, Data(data), facts.near_copy_radius);
}

std::filesystem::path WriteCard(const std::filesystem::path& model, const std::string& text) {
  const std::filesystem::path path = DefaultCardPath(model);
  WriteText(path, text);
  return path;
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

}  // namespace latentfuzz::training
