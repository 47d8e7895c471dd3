#include "latentfuzz/tests/adapters/process/weight_files.h"

#include <torch/script.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>

namespace latentfuzz {
namespace {

std::string Bytes(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

std::vector<float> Values(const torch::jit::Module& module, const std::string& name) {
  const torch::Tensor tensor = module.attr(name).toTensor().contiguous();
  return {tensor.data_ptr<float>(), tensor.data_ptr<float>() + tensor.numel()};
}

void WriteFile(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// A protobuf message, as far as ONNX files need it.
class Message {
 public:
  Message& Number(unsigned field, std::uint64_t value) {
    Varint(field << 3);
    Varint(value);
    return *this;
  }
  Message& Text(unsigned field, std::string_view text) {
    Varint(field << 3 | 2);
    Varint(text.size());
    bytes_ += text;
    return *this;
  }
  Message& Nested(unsigned field, const Message& message) { return Text(field, message.bytes_); }
  const std::string& bytes() const { return bytes_; }

 private:
  void Varint(std::uint64_t value) {
    for (; value > 0x7F; value >>= 7) bytes_ += static_cast<char>((value & 0x7F) | 0x80);
    bytes_ += static_cast<char>(value);
  }

  std::string bytes_;
};

// Field numbers and values of onnx.proto.
constexpr unsigned kFloat = 1, kIntAttribute = 2;

Message Weight(const std::string& name, const std::vector<std::int64_t>& sizes,
               const std::vector<float>& values) {
  Message tensor;
  for (const std::int64_t size : sizes) tensor.Number(1, static_cast<std::uint64_t>(size));
  return tensor.Number(2, kFloat).Text(8, name).Text(9, Bytes(values));
}

Message Node(const std::string& kind, const std::vector<std::string>& inputs,
             const std::string& output) {
  Message node;
  for (const std::string& input : inputs) node.Text(1, input);
  return node.Text(2, output).Text(4, kind);
}

// The first size is open.
Message Value(const std::string& name, const std::vector<std::uint64_t>& sizes) {
  Message shape;
  shape.Nested(1, Message().Text(2, "n"));
  for (const std::uint64_t size : sizes) shape.Nested(1, Message().Number(1, size));
  return Message().Text(1, name).Nested(
      2, Message().Nested(1, Message().Number(1, kFloat).Nested(2, shape)));
}

}  // namespace

ModelWeights ReadWeights(const std::filesystem::path& model,
                         const std::vector<std::string>& layers) {
  const torch::jit::Module module = torch::jit::load(model.string());
  ModelWeights weights;
  for (const std::string& name : layers) {
    const auto sizes = module.attr(name + "_weight").toTensor().sizes();
    weights.push_back({name, sizes[0], sizes[1], Values(module, name + "_weight"),
                       Values(module, name + "_bias")});
  }
  return weights;
}

void WriteSafetensors(const std::filesystem::path& path, const ModelWeights& weights) {
  nlohmann::json header;
  std::string data;
  const auto add = [&](const std::string& name, const std::vector<std::int64_t>& shape,
                       const std::vector<float>& values) {
    const std::size_t begin = data.size();
    data += Bytes(values);
    header[name] = {{"dtype", "F32"}, {"shape", shape}, {"data_offsets", {begin, data.size()}}};
  };
  for (const LayerWeights& layer : weights) {
    add(layer.name + ".weight", {layer.outputs, layer.inputs}, layer.weight);
    add(layer.name + ".bias", {layer.outputs}, layer.bias);
  }
  const std::string text = header.dump();
  std::string bytes;
  for (unsigned i = 0; i < 8; ++i) bytes += static_cast<char>(text.size() >> 8 * i);
  WriteFile(path, bytes + text + data);
}

void WriteOnnx(const std::filesystem::path& path, const ModelWeights& weights) {
  Message graph;
  graph.Nested(1, Node("Flatten", {"x"}, "flat"));
  std::string last = "flat";
  for (const LayerWeights& layer : weights) {
    const bool end = &layer == &weights.back();
    const std::string sums = end ? "y" : layer.name + "_sums";
    graph.Nested(
        1, Node("Gemm", {last, layer.name + "_w", layer.name + "_b"}, sums)
               .Nested(5, Message().Text(1, "transB").Number(3, 1).Number(20, kIntAttribute)));
    if (!end) graph.Nested(1, Node("Relu", {sums}, layer.name));
    last = layer.name;
  }
  graph.Text(2, "mlp");
  for (const LayerWeights& layer : weights) {
    graph.Nested(5, Weight(layer.name + "_w", {layer.outputs, layer.inputs}, layer.weight));
    graph.Nested(5, Weight(layer.name + "_b", {layer.outputs}, layer.bias));
  }
  graph.Nested(11, Value("x", {1, 28, 28}));
  graph.Nested(12, Value("y", {static_cast<std::uint64_t>(weights.back().outputs)}));
  WriteFile(path, Message()
                      .Number(1, 8)  // IR version
                      .Nested(7, graph)
                      .Nested(8, Message().Text(1, "").Number(2, 13))  // opset
                      .bytes());
}

}  // namespace latentfuzz
