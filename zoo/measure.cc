#include "latentfuzz/zoo/measure.h"

#include <fmt/core.h>
#include <torch/script.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

#include "latentfuzz/adapters/png.h"
#include "latentfuzz/base/rng.h"
#include "latentfuzz/zoo/card.h"
#include "latentfuzz/zoo/script_module.h"

namespace latentfuzz::zoo {
namespace {

using Json = nlohmann::ordered_json;

const std::vector<std::string> kClassifiers{"fashion-cnn", "fashion-cnn-int8", "fashion-mlp"};

double Round(double value) { return std::round(value * 1e5) / 1e5; }

double Share(const torch::Tensor& a, const torch::Tensor& b) {
  return Round(a.eq(b).to(torch::kFloat64).mean().item<double>());
}

torch::Tensor Labels(const Settings& settings, const std::string& name,
                     const torch::Tensor& images) {
  torch::jit::Module net = LoadModule(ModelPath(settings.out, name));
  return CallInBatches(net, "forward", images).argmax(1);
}

torch::Tensor PriorDraws(std::int64_t count, std::int64_t size, std::uint64_t seed) {
  torch::Tensor draws = torch::empty({count, size});
  Rng rng(seed, StreamPurpose::kPrior);
  std::generate_n(draws.data_ptr<float>(), draws.numel(),
                  [&rng] { return static_cast<float>(rng.Normal()); });
  return draws;
}

Json MeasureVae(const Settings& settings, const torch::Tensor& images) {
  torch::jit::Module vae = LoadModule(ModelPath(settings.out, "fashion-vae"));
  const torch::Tensor z = CallInBatches(vae, "encode", images);
  const torch::Tensor decoded = CallInBatches(vae, "forward", z);
  const torch::Tensor deviation = z.std(0);
  Json json;
  json["latent_size"] = z.size(1);
  for (const std::string& name : kClassifiers) {
    json["label_kept"][name] =
        Share(Labels(settings, name, images), Labels(settings, name, decoded));
  }
  json["pixel_rms_error"] = Round((decoded - images).square().mean().sqrt().item<double>());
  json["encoding_deviation_min"] = Round(deviation.min().item<double>());
  json["encoding_deviation_max"] = Round(deviation.max().item<double>());
  json["encoding_mean_abs_max"] = Round(z.mean(0).abs().max().item<double>());
  json["encoding_norm_median"] = Round(z.norm(2, 1).median().item<double>());
  return json;
}

Json ReadOld(const std::filesystem::path& path) {
  std::ifstream file(path);
  Json old = file ? Json::parse(file, nullptr, false) : Json::object();
  return old.is_object() ? old : Json::object();
}

torch::Tensor Row(const torch::Tensor& images) {
  return torch::cat(images.squeeze(1).unbind(0), 1);
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
    json["test_accuracy"][name] = Share(labels[name], truth);
  }
  for (std::size_t i = 0; i < kClassifiers.size(); ++i) {
    for (std::size_t j = i + 1; j < kClassifiers.size(); ++j) {
      json["test_agreement"][kClassifiers[i] + " " + kClassifiers[j]] =
          Share(labels[kClassifiers[i]], labels[kClassifiers[j]]);
    }
  }
  json["fashion-vae"] = MeasureVae(settings, images);
  json["training"] = ReadOld(path).value("training", Json::object());
  for (const auto& [name, seconds] : train_seconds) {
    json["training"][name] = {{"seconds", std::round(seconds)}, {"seed", settings.seed}};
  }
  WriteText(path, json.dump(2) + "\n");
  fmt::print("{}\n", json.dump(2));
}

void WriteSampleSheet(const FashionData& data, const Settings& settings,
                      const std::filesystem::path& png, int rows) {
  constexpr std::int64_t kColumns = 20;
  torch::jit::Module vae = LoadModule(ModelPath(settings.out, "fashion-vae"));
  const torch::Tensor images =
      ToTensor(data.test.images.Slice(0, static_cast<std::size_t>(rows * kColumns)));
  const torch::Tensor z = CallInBatches(vae, "encode", images);
  const torch::Tensor decoded = CallInBatches(vae, "forward", z);
  const torch::Tensor drawn =
      Call(vae, "forward", PriorDraws(2 * rows * kColumns, z.size(1), settings.seed));
  std::vector<torch::Tensor> bands;
  for (int row = 0; row < rows; ++row) {
    bands.push_back(Row(images.narrow(0, row * kColumns, kColumns)));
    bands.push_back(Row(decoded.narrow(0, row * kColumns, kColumns)));
  }
  for (int row = 0; row < 2 * rows; ++row) {
    bands.push_back(Row(drawn.narrow(0, row * kColumns, kColumns)));
  }
  const torch::Tensor sheet = torch::cat(bands, 0).contiguous();
  const ImageShape shape{1, static_cast<int>(sheet.size(0)), static_cast<int>(sheet.size(1))};
  WriteText(png, EncodePng({sheet.data_ptr<float>(), shape.pixels()}, shape));
}

}  // namespace latentfuzz::zoo
