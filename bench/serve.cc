#include "latentfuzz/bench/serve.h"

#include <fmt/format.h>

#include <iostream>
#include <span>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/process/message.h"

namespace latentfuzz {
namespace {

using process::MessageKind;

bool Read(std::span<char> into) {
  return static_cast<bool>(std::cin.read(into.data(), static_cast<std::streamsize>(into.size())));
}

template <typename T>
std::span<char> BytesOf(std::vector<T>& values) {
  return {reinterpret_cast<char*>(values.data()), values.size() * sizeof(T)};
}

void Write(std::string_view bytes) {
  std::cout.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

void Reply(MessageKind kind, const std::string& head, std::string_view rest = {}) {
  Write(process::EncodeHeader({process::kVersion, kind, head.size() + rest.size()}));
  Write(head);
  Write(rest);
  std::cout.flush();
}

std::string Describe(const Classifier& model) {
  const ImageShape& shape = *model.card().image.shape;
  return fmt::format(
      R"({{"name": "{}", "task": "classification", "image": [{}, {}, {}], "classes": {}}})",
      model.uri(), shape.channels, shape.height, shape.width, model.card().classes.size());
}

ImageBatch ReadImages(const ImageShape& shape) {
  char prefix[process::kTensorPrefixSize];
  Read(prefix);
  std::vector<std::int64_t> sizes(process::DecodeTensorPrefix(prefix).rank);
  Read(BytesOf(sizes));
  ImageBatch images(static_cast<std::size_t>(sizes.at(0)), shape);
  Read(BytesOf(images.values));
  return images;
}

}  // namespace

void Serve(const std::string& uri) {
  std::ios::sync_with_stdio(false);
  const auto model = OpenClassifier(uri);
  for (char header[process::kHeaderSize]; Read(header);) {
    if (process::DecodeHeader(header).kind == MessageKind::kHello) {
      Reply(MessageKind::kDescription, Describe(*model));
      continue;
    }
    ScoreBatch scores = model->Predict(ReadImages(*model->card().image.shape));
    const std::int64_t sizes[] = {static_cast<std::int64_t>(scores.size()),
                                  static_cast<std::int64_t>(scores.classes)};
    const std::span<char> values = BytesOf(scores.values);
    Reply(MessageKind::kTensor, process::EncodeTensorHead(sizes), {values.data(), values.size()});
  }
}

}  // namespace latentfuzz
