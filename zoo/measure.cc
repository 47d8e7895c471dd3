#include "latentfuzz/zoo/measure.h"

#include <fmt/core.h>
#include <torch/script.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
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

const std::vector<std::string> kClassifiers{"fashion-cnn", "fashion-cnn-int8", "fashion-mlp"};

double Round(double value) { return std::round(value * 1e5) / 1e5; }

torch::Tensor Labels(const Settings& settings, const std::string& name,
                     const torch::Tensor& images) {
  torch::jit::Module net = LoadModule(ModelPath(settings.out, name));
  return PredictLabels(net, images);
}

ScriptGenerator LoadGenerator(const Settings& settings, const char* name) {
  const std::filesystem::path path = ModelPath(settings.out, name);
  const ModelCard card = ReadModelCard(DefaultCardPath(path), Task::kGenerator);
  return {.module = LoadModule(path),
          .latent = static_cast<std::int64_t>(card.latent_size),
          .classes = static_cast<int>(card.latent_classes.size())};
}

// By the share of 2000 draws that a classifier takes for the class they were asked for.
Json MeasureConditional(const Settings& settings, const char* name) {
  ScriptGenerator generator = LoadGenerator(settings, name);
  const Draws draws = Draw(generator, 2000, settings.seed);
  Json json;
  json["latent_size"] = generator.latent;
  for (const std::string& each : kClassifiers) {
    json["drawn_label_recognised"][each] =
        Round(Share(Labels(settings, each, draws.images), draws.labels));
  }
  return json;
}

Json MeasureVae(const Settings& settings, const torch::Tensor& images) {
  ScriptGenerator vae = LoadGenerator(settings, "fashion-vae");
  const Encoding encoding = EncodeAndDecode(vae, images, {});
  const EncodingMetrics metrics = MeasureEncoding(encoding, images);
  Json json;
  json["latent_size"] = encoding.latents.size(1);
  for (const std::string& name : kClassifiers) {
    json["label_kept"][name] =
        Round(Share(Labels(settings, name, images), Labels(settings, name, encoding.decoded)));
  }
  json["pixel_rms_error"] = Round(metrics.pixel_rms_error);
  json["encoding_deviation_min"] = Round(metrics.deviation_min);
  json["encoding_deviation_max"] = Round(metrics.deviation_max);
  json["encoding_mean_abs_max"] = Round(metrics.mean_abs_max);
  json["encoding_norm_median"] = Round(metrics.norm_median);
  return json;
}

Json ReadOld(const std::filesystem::path& path) {
  std::ifstream file(path);
  Json old = file ? Json::parse(file, nullptr, false) : Json::object();
  return old.is_object() ? old : Json::object();
}

}  // namespace

void WriteMetrics(const FashionData& data, const Settings& settings,
                  const std::map<std::string, double>& train_seconds) {
  const std::filesystem::path path = settings.out / "metrics.json";
  const torch::Tensor images = ToTensor(data.test.images);
  const torch::Tensor truth = ToTensor(data.test.labels);
  std::map<std::string, torch::Tensor> labels;
  for (const std::string& name : kClassifiers) labels[name] = Labels(settings, name, images);

  Json json;
  json["data"] = {{"name", "Fashion-MNIST"},
                  {"near_copy_radius", Round(settings.near_copy_radius)},
                  {"train_images", data.train.labels.size()},
                  {"test_images", data.test.labels.size()}};
  for (const std::string& name : kClassifiers) {
    json["test_accuracy"][name] = Round(Share(labels[name], truth));
  }
  for (std::size_t i = 0; i < kClassifiers.size(); ++i) {
    for (std::size_t j = i + 1; j < kClassifiers.size(); ++j) {
      json["test_agreement"][kClassifiers[i] + " " + kClassifiers[j]] =
          Round(Share(labels[kClassifiers[i]], labels[kClassifiers[j]]));
    }
  }
  json["fashion-vae"] = MeasureVae(settings, images);
  for (const char* name : {"fashion-gan", "fashion-flow"}) {
    json[name] = MeasureConditional(settings, name);
  }
  json["training"] = ReadOld(path).value("training", Json::object());
  for (const auto& [name, seconds] : train_seconds) {
    json["training"][name] = {{"seconds", std::round(seconds)}, {"seed", settings.seed}};
  }
  WriteText(path, json.dump(2) + "\n");
  fmt::print("{}\n", json.dump(2));
}

void WriteSampleSheet(const FashionData& data, const Settings& settings,
                      const std::filesystem::path& png, int rows) {
  ScriptGenerator vae = LoadGenerator(settings, "fashion-vae");
  WriteText(png, SampleSheet(vae, data.test, settings.seed, rows));
}

}  // namespace latentfuzz::zoo
