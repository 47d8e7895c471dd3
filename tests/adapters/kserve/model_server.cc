#include "latentfuzz/tests/adapters/kserve/model_server.h"

#include <httplib.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "latentfuzz/adapters/pixel_format.h"
#include "latentfuzz/adapters/torchscript_module.h"
#include "latentfuzz/adapters/zoo.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

using Json = nlohmann::json;
constexpr const char* kSizeHeader = "Inference-Header-Content-Length";

template <typename To, typename From>
std::vector<To> Converted(const std::vector<From>& from) {
  return std::vector<To>(from.begin(), from.end());
}

template <typename T>
std::vector<float> FromBytes(std::string_view bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return Converted<float>(values);
}

std::vector<float> Decoded(const std::string& datatype, std::string_view bytes) {
  if (datatype == "FP32") return FromBytes<float>(bytes);
  if (datatype == "FP64") return FromBytes<double>(bytes);
  if (datatype == "UINT8") return FromBytes<std::uint8_t>(bytes);
  if (datatype == "INT64") return FromBytes<std::int64_t>(bytes);
  throw std::invalid_argument("no such datatype: " + datatype);
}

template <typename T>
std::string Bytes(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

void Refuse(httplib::Response& response, int status, const std::string& why) {
  response.status = status;
  response.set_content(Json{{"error", why}}.dump(), "application/json");
}

struct Inputs {
  std::vector<std::int64_t> sizes;
  std::vector<float> values;
  std::vector<std::int64_t> labels;
  bool binary = false;        // as they came
  bool binary_reply = false;  // as the answer is asked for
};

// Takes its bytes from the beginning of `rest`, where it is binary.
std::vector<float> ReadValues(const Json& input, std::string_view* rest) {
  if (input.contains("data")) return input.at("data").get<std::vector<float>>();
  const std::size_t size = input.at("parameters").at("binary_data_size");
  if (size > rest->size())
    throw std::invalid_argument("binary_data_size exceeds the size of the binary data");
  const std::string_view bytes = rest->substr(0, size);
  rest->remove_prefix(size);
  return Decoded(input.at("datatype"), bytes);
}

Inputs ReadRequest(const ServedModel& served, const httplib::Request& request) {
  std::string_view text = request.body, rest;
  if (request.has_header(kSizeHeader)) {
    const std::size_t size = std::stoul(request.get_header_value(kSizeHeader));
    rest = text.substr(size);
    text = text.substr(0, size);
  }
  const Json json = Json::parse(text);
  const Json& input = json.at("inputs").at(0);
  if (input.at("name") != served.input || input.at("datatype") != served.input_datatype)
    throw std::invalid_argument("unexpected inference input " + input.at("name").dump());
  const Json output = json.value("outputs", Json::array({Json::object()})).at(0);
  if (output.value("name", served.output) != served.output)
    throw std::invalid_argument("unexpected inference output " + output.at("name").dump());
  Inputs inputs{input.at("shape"),
                ReadValues(input, &rest),
                {},
                !input.contains("data"),
                output.value("parameters", Json::object()).value("binary_data", false) ||
                    json.value("parameters", Json::object()).value("binary_data_output", false)};
  if (json.at("inputs").size() > 1) {
    const Json& labels = json.at("inputs").at(1);
    if (labels.at("name") != served.labels)
      throw std::invalid_argument("unexpected inference input " + labels.at("name").dump());
    inputs.labels = Converted<std::int64_t>(ReadValues(labels, &rest));
  }
  if (!rest.empty()) throw std::invalid_argument("binary data that belongs to no input");
  return inputs;
}

void WriteReply(const ServedModel& served, const TensorValues& answer, bool binary,
                httplib::Response& response) {
  Json output{
      {"name", served.output}, {"datatype", served.output_datatype}, {"shape", answer.sizes}};
  std::string bytes;
  if (binary) {
    bytes = served.output_datatype == "FP64" ? Bytes(Converted<double>(answer.values))
                                             : Bytes(answer.values);
    output["parameters"]["binary_data_size"] = bytes.size();
  } else {
    output["data"] = answer.values;
  }
  const Json json{{"model_name", "net"}, {"model_version", "1"}, {"outputs", {output}}};
  const std::string text = json.dump();
  if (binary) response.set_header(kSizeHeader, std::to_string(text.size()));
  response.set_content(text + bytes, binary ? "application/octet-stream" : "application/json");
}

}  // namespace

ModelServer::ModelServer(ServedModel served) : served_(std::move(served)), server_(MakeServer()) {
  const ModelUri uri = ModelUri::Parse(served_.uri);
  const std::filesystem::path file =
      uri.scheme == "zoo" ? ZooModel(uri.path) : std::filesystem::path(uri.path);
  card_ = ReadModelCard(DefaultCardPath(file));
  model_ = LoadTorchScript({file, uri, served_.uri}, &card_, Passes::kAsShipped);

  using httplib::Request, httplib::Response;
  server_->set_pre_routing_handler([this](const Request& request, Response& response) {
    return Faulty(request, response) ? httplib::Server::HandlerResponse::Handled
                                     : httplib::Server::HandlerResponse::Unhandled;
  });
  server_->Get(kServer, [this](const Request&, Response& response) {
    std::vector<std::string> extensions{"classification"};
    if (served_.binary) extensions.push_back("binary_tensor_data");
    if (served_.max_batch > 0) extensions.push_back("model_configuration");
    const Json json{{"name", "house"}, {"version", "1.2"}, {"extensions", extensions}};
    response.set_content(json.dump(), "application/json");
  });
  server_->Get(kReady, [](const Request&, Response& response) { response.status = 200; });
  server_->Get(kModel, [this](const Request&, Response& response) {
    response.set_content(Metadata(), "application/json");
  });
  server_->Get(std::string(kModel) + "/config", [this](const Request&, Response& response) {
    response.set_content(Json{{"max_batch_size", served_.max_batch}}.dump(), "application/json");
  });
  server_->Post(kInfer, [this](const Request& request, Response& response) {
    try {
      Infer(request, response);
    } catch (const std::exception& error) {
      Refuse(response, 400, error.what());
    }
  });
  server_->set_tcp_nodelay(true);
  server_->set_keep_alive_max_count(1'000'000);
  server_->set_keep_alive_timeout(1);
  port_ = served_.port;
  if (port_ == 0)
    port_ = server_->bind_to_any_port("127.0.0.1");
  else if (!server_->bind_to_port("127.0.0.1", port_))
    port_ = -1;
  if (port_ < 0) throw std::runtime_error("cannot listen");
  thread_ = std::thread([this] { server_->listen_after_bind(); });
  while (!server_->is_running()) std::this_thread::yield();
}

ModelServer::~ModelServer() {
  server_->stop();
  thread_.join();
}

std::string ModelServer::url() const {
  return (served_.tls.key.empty() ? "http" : "https") + std::string("://127.0.0.1:") +
         std::to_string(port_) + kModel;
}

std::unique_ptr<httplib::Server> ModelServer::MakeServer() const {
  if (served_.tls.key.empty()) return std::make_unique<httplib::Server>();
  return std::make_unique<httplib::SSLServer>(served_.tls.certificate.c_str(),
                                              served_.tls.key.c_str());
}

void ModelServer::Answer(const std::string& path, CannedReply reply) {
  const std::lock_guard lock(mutex_);
  canned_[path] = std::move(reply);
}

void ModelServer::AnswerTruly(const std::string& path) {
  const std::lock_guard lock(mutex_);
  canned_.erase(path);
}

std::vector<ModelServer::Seen> ModelServer::seen() const {
  const std::lock_guard lock(mutex_);
  return seen_;
}

std::string ModelServer::header(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  const auto found = headers_.find(name);
  return found == headers_.end() ? "" : found->second;
}

// Whether the request is answered already.
bool ModelServer::Faulty(const httplib::Request& request, httplib::Response& response) {
  CannedReply reply;
  {
    const std::lock_guard lock(mutex_);
    headers_ = {request.headers.begin(), request.headers.end()};
    if (!served_.token.empty() && headers_["Authorization"] != "Bearer " + served_.token) {
      Refuse(response, 401, "who are you?");
      return true;
    }
    const auto found = canned_.find(request.path);
    if (found == canned_.end()) return false;
    if (found->second.after > 0) {
      --found->second.after;
      return false;
    }
    if (found->second.times == 0) return false;
    if (found->second.times > 0) --found->second.times;
    reply = found->second;
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(reply.delay_ms));
  response.status = reply.status;
  for (const auto& [name, value] : reply.headers) response.set_header(name, value);
  if (reply.missing == 0) {
    response.set_content(reply.body, "application/json");
    return true;
  }
  response.set_content_provider(
      reply.body.size() + reply.missing, "application/json",
      [body = reply.body](std::size_t offset, std::size_t, httplib::DataSink& sink) {
        if (offset >= body.size()) return false;  // hangs up
        return sink.write(body.data() + offset, body.size() - offset);
      });
  return true;
}

std::string ModelServer::Metadata() const {
  std::vector<std::int64_t> images = TensorSizes(card_.image, *card_.image.shape, 1);
  images[0] = served_.fixed_batch;
  const bool generator = card_.task == Task::kGenerator;
  const Json flat = {served_.fixed_batch, generator ? card_.latent_size : card_.classes.size()};
  Json inputs = Json::array();
  inputs.push_back({{"name", served_.input},
                    {"datatype", served_.input_datatype},
                    {"shape", generator ? flat : Json(images)}});
  if (!card_.latent_classes.empty())
    inputs.push_back({{"name", served_.labels}, {"datatype", "INT64"}, {"shape", {-1}}});
  const Json output{{"name", served_.output},
                    {"datatype", served_.output_datatype},
                    {"shape", generator ? Json(images) : flat}};
  return Json{{"name", "net"},
              {"versions", {"1"}},
              {"platform", "torchscript"},
              {"inputs", inputs},
              {"outputs", {output}}}
      .dump();
}

void ModelServer::Infer(const httplib::Request& request, httplib::Response& response) {
  const Inputs input = ReadRequest(served_, request);
  const auto rows = static_cast<std::size_t>(input.sizes.at(0));
  if (served_.max_batch > 0 && rows > served_.max_batch)
    return Refuse(response, 400, "inference request batch-size must be <= max_batch_size");
  if (served_.fixed_batch > 0 && input.sizes.at(0) != served_.fixed_batch)
    return Refuse(response, 400, "unexpected shape for input");
  ModelCall call;
  call.method = model_->HasMethod("decode") ? "decode" : "forward";
  call.input = {input.sizes, input.values};
  call.labels = input.labels;
  TensorValues answer;
  {
    const std::lock_guard lock(mutex_);
    answer = model_->Run(call);
    seen_.push_back({rows, input.binary});
  }
  WriteReply(served_, answer, input.binary_reply, response);
}

}  // namespace latentfuzz
