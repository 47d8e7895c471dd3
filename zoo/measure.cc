#include "latentfuzz/zoo/measure.h"

#include <fmt/core.h>
#include <torch/script.h>

#include <array>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/training/card.h"
#include "latentfuzz/training/measure.h"
#include "latentfuzz/training/sample_sheet.h"
#include "latentfuzz/training/script_module.h"

namespace latentfuzz::zoo {

using namespace training;

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kClassifiers{"cnn", "cnn-int8", "mlp"};
constexpr std::array kConditional{"gan", "flow"};

std::vector<std::string> Present(const Job& job, std::span<const char* const> kinds) {
  std::vector<std::string> present;
  for (const char* kind : kinds)
    if (std::filesystem::exists(job.Path(kind))) present.emplace_back(kind);
  return present;
}

double Round(double value) { return std::round(value * 1e5) / 1e5; }

std::string Name(const Job& job, std::string_view kind) { return ModelName(job.set, kind); }

torch::Tensor Labels(const Job& job, std::string_view kind, const torch::Tensor& images) {
  torch::jit::Module net = LoadModule(job.Path(kind));
  return PredictLabels(net, images);
}

ScriptGenerator LoadGenerator(const Job& job, std::string_view kind) {
  const std::filesystem::path path = job.Path(kind);
  const ModelCard card = ReadModelCard(DefaultCardPath(path), Task::kGenerator);
  return {.module = LoadModule(path),
          .latent = static_cast<std::int64_t>(card.latent_size),
          .classes = static_cast<int>(card.latent_classes.size())};
}

// By the share of 2000 draws that a classifier takes for the class they were asked for.
Json MeasureConditional(const Job& job, std::string_view kind) {
  ScriptGenerator generator = LoadGenerator(job, kind);
  const Draws draws = Draw(generator, 2000, job.settings.seed);
  Json json;
  json["latent_size"] = generator.latent;
  for (const std::string& each : Present(job, kClassifiers)) {
    json["drawn_label_recognised"][Name(job, each)] =
        Round(Share(Labels(job, each, draws.images), draws.labels));
  }
  return json;
}

Json MeasureVae(const Job& job, const torch::Tensor& images) {
  ScriptGenerator vae = LoadGenerator(job, "vae");
  const Encoding encoding = EncodeAndDecode(vae, images, {});
  const EncodingMetrics metrics = MeasureEncoding(encoding, images);
  Json json;
  json["latent_size"] = encoding.latents.size(1);
  for (const std::string& each : Present(job, kClassifiers)) {
    json["label_kept"][Name(job, each)] =
        Round(Share(Labels(job, each, images), Labels(job, each, encoding.decoded)));
  }
  json["pixel_rms_error"] = Round(metrics.pixel_rms_error);
  json["encoding_deviation_min"] = Round(metrics.deviation_min);
  json["encoding_deviation_max"] = Round(metrics.deviation_max);
  json["encoding_mean_abs_max"] = Round(metrics.mean_abs_max);
  json["encoding_norm_median"] = Round(metrics.norm_median);
  return json;
}

// Accuracy of each classifier and agreement of each pair.
void AddClassifiers(const Job& job, const torch::Tensor& images, Json* json) {
  const torch::Tensor truth = ToTensor(job.data.test.labels);
  const std::vector<std::string> present = Present(job, kClassifiers);
  std::vector<torch::Tensor> labels;
  for (const std::string& each : present) {
    labels.push_back(Labels(job, each, images));
    (*json)["test_accuracy"][Name(job, each)] = Round(Share(labels.back(), truth));
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    for (std::size_t j = i + 1; j < labels.size(); ++j) {
      (*json)["test_agreement"][Name(job, present[i]) + " " + Name(job, present[j])] =
          Round(Share(labels[i], labels[j]));
    }
  }
}

Json ReadOld(const std::filesystem::path& path) {
  std::ifstream file(path);
  Json old = file ? Json::parse(file, nullptr, false) : Json::object();
  return old.is_object() ? old : Json::object();
}

}  // namespace

void WriteMetrics(const Job& job, const std::map<std::string, double>& train_seconds) {
  const std::filesystem::path path = job.settings.out / Name(job, "metrics.json");
  const torch::Tensor images = ToTensor(job.data.test.images);
  Json json;
  json["data"] = {{"name", job.set.title},
                  {"near_copy_radius", Round(job.settings.near_copy_radius)},
                  {"train_images", job.data.train.labels.size()},
                  {"test_images", job.data.test.labels.size()}};
  AddClassifiers(job, images, &json);
  if (std::filesystem::exists(job.Path("vae"))) json[Name(job, "vae")] = MeasureVae(job, images);
  for (const std::string& kind : Present(job, kConditional)) {
    json[Name(job, kind)] = MeasureConditional(job, kind);
  }
  json["training"] = ReadOld(path).value("training", Json::object());
  for (const auto& [kind, seconds] : train_seconds) {
    json["training"][Name(job, kind)] = {{"seconds", std::round(seconds)},
                                         {"seed", job.settings.seed}};
  }
  WriteText(path, json.dump(2) + "\n");
  fmt::print("{}\n", json.dump(2));
}

void WriteSampleSheet(const Job& job, const std::filesystem::path& png, int rows) {
  ScriptGenerator vae = LoadGenerator(job, "vae");
  WriteText(png, SampleSheet(vae, job.data.test, job.settings.seed, rows));
}

}  // namespace latentfuzz::zoo
