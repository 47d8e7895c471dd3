#include "latentfuzz/adapters/kserve/protocol.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>

#include "latentfuzz/adapters/known_failure.h"
#include "latentfuzz/adapters/kserve/datatype.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

using Json = nlohmann::json;
using Sizes = std::vector<std::int64_t>;

[[noreturn]] void Fail(const std::string& url, const std::string& problem) {
  throw Error(ErrorKind::kSetup, fmt::format("{}: {}", url, problem),
              "check that the URL leads to a server of the Open Inference Protocol, version 2");
}

Json Parse(std::string_view text, const std::string& url) {
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded())
    Fail(url, fmt::format("the reply is not JSON: \"{}\"", EssentialLine(text)));
  if (!json.is_object()) Fail(url, "the reply is no JSON object");
  return json;
}

// Json's own exceptions name neither the server nor a remedy.
template <typename Read>
auto Reading(const std::string& url, const Read& read) try {
  return read();
} catch (const Json::exception& error) {
  Fail(url, fmt::format("the reply is malformed: {}", error.what()));
}

enum class Side { kInput, kOutput };

TensorInfo ReadTensorInfo(const Json& json, Side side) {
  TensorInfo info;
  info.name = json.at("name");
  info.type_name = json.at("datatype");
  if (const Datatype* datatype = FindDatatype(info.type_name))
    info.type = side == Side::kInput ? datatype->as_input : datatype->as_output;
  info.shaped = json.contains("shape");
  if (info.shaped)
    for (const std::int64_t size : json.at("shape").get<Sizes>())
      info.dims.push_back(size > 0 ? size : kOpenSize);
  return info;
}

std::vector<TensorInfo> ReadTensorInfos(const Json& model, const char* key, Side side) {
  std::vector<TensorInfo> infos;
  if (model.contains(key))
    for (const Json& json : model.at(key)) infos.push_back(ReadTensorInfo(json, side));
  return infos;
}

// A tensor's numbers as JSON has them, in any depth of lists.
void Flatten(const Json& json, std::vector<float>* values) {
  if (json.is_array())
    for (const Json& element : json) Flatten(element, values);
  else
    values->push_back(json.is_null() ? std::numeric_limits<float>::quiet_NaN() : json.get<float>());
}

// Both parts of a reply.
class Reply {
 public:
  Reply(std::string_view body, const std::optional<std::string>& json_size, const std::string& url)
      : url_(url), binary_(Split(&body, json_size)), json_(Parse(body, url)) {}

  // The output of that name, with elements of that type.
  TensorValues Find(const std::string& name, ElementType type) const {
    std::vector<std::string> names;
    std::string_view rest = binary_;
    for (const Json& output : json_.at("outputs")) {
      const std::string_view bytes = TakeBytes(output, &rest);
      if (output.at("name") == name || name.empty()) return Read(output, bytes, type);
      names.push_back(output.at("name"));
    }
    Fail(url_, fmt::format("the reply has no output \"{}\", but {}", name,
                           names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
  }

 private:
  std::string_view Split(std::string_view* body, const std::optional<std::string>& json_size) {
    if (!json_size) return {};
    std::size_t size = 0;
    const char* end = json_size->data() + json_size->size();
    const auto [stop, error] = std::from_chars(json_size->data(), end, size);
    if (error != std::errc() || stop != end || size > body->size())
      Fail(url_, fmt::format("the reply has {} bytes, but {}: {}", body->size(), kJsonSizeHeader,
                             *json_size));
    const std::string_view binary = body->substr(size);
    *body = body->substr(0, size);
    return binary;
  }

  // The binary parts of the outputs follow each other in their order.
  std::string_view TakeBytes(const Json& output, std::string_view* rest) const {
    const Json parameters = output.value("parameters", Json::object());
    if (!parameters.contains("binary_data_size")) return {};
    const std::size_t size = parameters.at("binary_data_size");
    if (size > rest->size())
      Fail(url_, fmt::format("output {} should have {} bytes, but the reply holds {} more",
                             output.at("name").dump(), size, rest->size()));
    const std::string_view bytes = rest->substr(0, size);
    rest->remove_prefix(size);
    return bytes;
  }

  TensorValues Read(const Json& output, std::string_view bytes, ElementType type) const {
    const std::string name = output.at("datatype");
    const Datatype* datatype = FindDatatype(name);
    if (datatype == nullptr || datatype->as_output != type)
      Fail(url_, fmt::format("output {} is of {}, not of {}", output.at("name").dump(), name,
                             type == ElementType::kFloat ? "FP32 or FP64" : "INT64 or INT32"));
    TensorValues tensor;
    tensor.sizes = output.at("shape").get<Sizes>();
    if (output.contains("data"))
      Flatten(output.at("data"), &tensor.values);
    else if (bytes.size() % datatype->size == 0)
      tensor.values = datatype->read(bytes);
    if (Elements(tensor.sizes) != static_cast<std::int64_t>(tensor.values.size()))
      Fail(url_, fmt::format("output {} has shape [{}], but {} elements", output.at("name").dump(),
                             fmt::join(tensor.sizes, ", "), tensor.values.size()));
    return tensor;
  }

  const std::string& url_;
  std::string_view binary_;
  Json json_;
};

// Numbers as JSON has them: those of integers are written without a point.
Json Numbers(const Datatype& datatype, std::span<const float> values) {
  if (datatype.as_output == ElementType::kFloat)
    return std::vector<float>(values.begin(), values.end());
  std::string bytes;
  datatype.write(values, &bytes);
  const std::vector<float> rounded = datatype.read(bytes);
  return std::vector<std::int64_t>(rounded.begin(), rounded.end());
}

}  // namespace

bool KserveServer::Has(std::string_view extension) const {
  return std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
}

KserveServer ReadServer(std::string_view reply, const std::string& url) {
  const Json json = Parse(reply, url);
  return Reading(url, [&] {
    return KserveServer{json.value("name", ""), json.value("version", ""),
                        json.value("extensions", std::vector<std::string>())};
  });
}

KserveModelInfo ReadModelInfo(std::string_view reply, const std::string& url) {
  const Json json = Parse(reply, url);
  return Reading(url, [&] {
    KserveModelInfo info;
    info.signature = {url, ReadTensorInfos(json, "inputs", Side::kInput),
                      ReadTensorInfos(json, "outputs", Side::kOutput)};
    for (const char* key : {"name", "versions", "platform", "inputs", "outputs"})
      info.identity += json.value(key, Json()).dump() + "\n";
    return info;
  });
}

std::size_t ReadMaxBatch(std::string_view reply) {
  const Json json = Json::parse(reply, nullptr, false);
  const Json most = json.is_object() ? json.value("max_batch_size", Json()) : Json();
  return most.is_number_unsigned() ? most.get<std::size_t>() : 0;
}

KserveRequest EncodeRequest(const std::vector<KserveInput>& inputs,
                            const std::vector<std::string>& outputs, bool binary) {
  Json json{{"inputs", Json::array()}};
  std::string bytes;
  for (const KserveInput& input : inputs) {
    Json tensor{{"name", input.name}, {"shape", input.sizes}, {"datatype", input.datatype}};
    const Datatype& datatype = *FindDatatype(input.datatype);
    if (binary) {
      const std::size_t before = bytes.size();
      datatype.write(input.values, &bytes);
      tensor["parameters"]["binary_data_size"] = bytes.size() - before;
    } else {
      tensor["data"] = Numbers(datatype, input.values);
    }
    json["inputs"].push_back(std::move(tensor));
  }
  for (const std::string& output : outputs) {
    if (output.empty()) continue;
    Json asked{{"name", output}};
    if (binary) asked["parameters"]["binary_data"] = true;
    json["outputs"].push_back(std::move(asked));
  }
  if (binary && !json.contains("outputs")) json["parameters"]["binary_data_output"] = true;
  return {json.dump(), std::move(bytes)};
}

TensorValues DecodeReply(std::string_view reply, std::optional<std::string> json_size,
                         const std::string& output, const std::string& indices,
                         const std::string& url) {
  return Reading(url, [&] {
    const Reply parts(reply, json_size, url);
    TensorValues answer = parts.Find(output, ElementType::kFloat);
    if (indices.empty()) return answer;
    const std::vector<float> numbers = parts.Find(indices, ElementType::kInt64).values;
    answer.indices.assign(numbers.begin(), numbers.end());
    return answer;
  });
}

std::string ReadFailure(std::string_view reply) {
  const Json json = Json::parse(reply, nullptr, false);
  for (const char* key : {"error", "message", "detail"})
    if (json.is_object() && json.contains(key))
      return EssentialLine(json[key].is_string() ? json[key].get<std::string>() : json[key].dump());
  return EssentialLine(reply);
}

}  // namespace latentfuzz
