#include "latentfuzz/adapters/kserve/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "latentfuzz/adapters/batching.h"
#include "latentfuzz/adapters/kserve/http_client.h"
#include "latentfuzz/adapters/kserve/protocol.h"
#include "latentfuzz/adapters/kserve/settings.h"
#include "latentfuzz/adapters/model_binding.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

constexpr int kOk = 200;

// What a status says of the request or the server, where the reply is no answer.
struct Refusal {
  int low, high;
  std::string_view problem, hint;
};

constexpr Refusal kRefusals[] = {
    {401, 403, "the server refuses access",
     "let the environment variable LATENTFUZZ_KSERVE_TOKEN hold its bearer token"},
    {404, 404, "the server knows no such model, or no such path",
     "check name and version in the URL, and that the server speaks the Open Inference Protocol"},
    {413, 413, "the request is too large for the server", "send less at once: batch=N"},
    {429, 429, "the server is busy", "raise the option retries, or send less at once: batch=N"},
    {503, 503, "the server or the model is not ready",
     "wait until it is loaded; look at the server's log, or raise the option retries"},
    {400, 499, "the server refuses the request",
     "compare the model with its card: names, shape, layout, batch and latent size"},
    {0, 999, "the server failed", "look at the server's log"},
};

// One server, spoken to about one model.
class Conversation {
 public:
  explicit Conversation(const KserveSettings& settings)
      : url_(settings.url), http_(settings.http) {}

  // A server need not tell anything of itself.
  KserveServer Server() {
    const HttpReply reply = http_.Get(url_.server);
    if (reply.status != kOk) return {};
    return ReadServer(reply.body, url_.origin + url_.server);
  }

  void RequireReady() { Ask(url_.model + "/ready"); }

  KserveModelInfo Model() { return ReadModelInfo(Ask(url_.model).body, url_.ToString()); }

  // 0 = it does not say.
  std::size_t MaxBatch() {
    const HttpReply reply = http_.Get(url_.model + "/config");
    return reply.status == kOk ? ReadMaxBatch(reply.body) : 0;
  }

  TensorValues Infer(const std::vector<KserveInput>& inputs, const ModelBinding& binding,
                     bool binary) {
    const KserveRequest request = EncodeRequest(inputs, binding.Outputs(), binary);
    HttpHeaders headers{{"Content-Type", binary ? "application/octet-stream" : "application/json"}};
    if (binary) headers.emplace(kJsonSizeHeader, std::to_string(request.json.size()));
    const std::string path = url_.model + "/infer";
    const HttpReply reply = http_.Post(path, headers, {request.json, request.binary});
    Require(reply, path);
    static const std::string kSizeKey = "inference-header-content-length";
    const auto size = reply.headers.find(kSizeKey);
    return DecodeReply(
        reply.body,
        size == reply.headers.end() ? std::nullopt : std::optional<std::string>(size->second),
        binding.output, binding.indices, url_.origin + path);
  }

 private:
  HttpReply Ask(const std::string& path) {
    HttpReply reply = http_.Get(path);
    Require(reply, path);
    return reply;
  }

  void Require(const HttpReply& reply, const std::string& path) const {
    if (reply.status == kOk) return;
    const auto row = std::find_if(
        std::begin(kRefusals), std::end(kRefusals),
        [&](const Refusal& r) { return reply.status >= r.low && reply.status <= r.high; });
    const std::string said = ReadFailure(reply.body);
    throw Error(ErrorKind::kSetup,
                fmt::format("{}{}: HTTP {}, {}{}{}", url_.origin, path, reply.status, row->problem,
                            reply.attempts > 1 ? fmt::format(" ({} attempts)", reply.attempts) : "",
                            said.empty() ? "" : ": " + said),
                std::string(row->hint));
  }

  KserveUrl url_;
  HttpClient http_;
};

// A server that tells nothing of its tensors takes what the card names, as floats.
void FillIn(const ModelCard& card, ModelSignature* signature) {
  const bool generator = card.task == Task::kGenerator;
  const auto floats = [](const std::string& name) {
    return TensorInfo{name, ElementType::kFloat, "FP32", false, {}};
  };
  if (signature->inputs.empty()) {
    if (generator || card.image.name.empty())
      throw Error(
          ErrorKind::kSetup,
          fmt::format("{}: the server tells nothing of the model's inputs", signature->model),
          generator ? "let the server state them in the model's metadata"
                    : "add name = \"...\" and shape under [input] of the card");
    signature->inputs.push_back(floats(card.image.name));
  }
  if (!signature->outputs.empty()) return;
  signature->outputs.push_back(floats(generator ? card.image.name : card.output_name));
  if (!card.indices_name.empty())
    signature->outputs.push_back({card.indices_name, ElementType::kInt64, "INT64", false, {}});
}

class KserveModel final : public LoadedModel {
 public:
  KserveModel(const KserveSettings& settings, ModelCard* card)
      : LoadedModel(settings.url.ToString(), {}), conversation_(settings) {
    const KserveServer server = conversation_.Server();
    engine_.engine = "kserve";
    engine_.version = fmt::format("{} {}", server.name.empty() ? "unnamed" : server.name,
                                  server.version.empty() ? "?" : server.version);
    binary_ = settings.binary.value_or(server.Has("binary_tensor_data"));
    conversation_.RequireReady();
    info_ = conversation_.Model();
    FillIn(*card, &info_.signature);
    binding_ = BindModel(info_.signature, card);
    batch_ = settings.batch;
    if (batch_ == 0 && server.Has("model_configuration")) batch_ = conversation_.MaxBatch();
  }

  bool HasMethod(std::string_view name) const override { return name == "forward"; }

  void Optimise(const std::vector<ModelCall>&, const Accept&) override {}

  TensorValues Run(const ModelCall& call) override {
    const auto rows = static_cast<std::size_t>(call.input.sizes.at(0));
    TensorValues all;
    ForEachPart(rows, binding_.batched ? static_cast<int>(batch_) : 0,
                [&](std::size_t begin, std::size_t count) {
                  TensorValues part = RunPart(call, rows, begin, count);
                  if (all.sizes.empty()) {
                    all = std::move(part);
                    return;
                  }
                  if (!part.sizes.empty()) all.sizes[0] += part.sizes[0];
                  all.values.insert(all.values.end(), part.values.begin(), part.values.end());
                  all.indices.insert(all.indices.end(), part.indices.begin(), part.indices.end());
                });
    return all;
  }

 protected:
  void AddWeights(Fingerprint* hash) const override {
    hash->Add(engine_.engine).Add(file_).Add(info_.identity);
  }

 private:
  TensorValues RunPart(const ModelCall& call, std::size_t rows, std::size_t begin,
                       std::size_t count) {
    const std::size_t row_size = call.input.values.size() / rows;
    std::vector<KserveInput> inputs{
        {binding_.input, TypeOf(binding_.input), binding_.InputSizes(count),
         call.input.values.subspan(begin * row_size, count * row_size)}};
    std::vector<float> labels;
    if (!call.labels.empty()) {
      labels.assign(call.labels.begin() + static_cast<std::ptrdiff_t>(begin),
                    call.labels.begin() + static_cast<std::ptrdiff_t>(begin + count));
      inputs.push_back(
          {binding_.labels, TypeOf(binding_.labels), {static_cast<std::int64_t>(count)}, labels});
    }
    TensorValues answer = conversation_.Infer(inputs, binding_, binary_);
    answer.sizes = binding_.AnswerSizes(std::move(answer.sizes));
    return answer;
  }

  const std::string& TypeOf(const std::string& input) const {
    const auto found = std::find_if(info_.signature.inputs.begin(), info_.signature.inputs.end(),
                                    [&](const TensorInfo& info) { return info.name == input; });
    return found->type_name;
  }

  Conversation conversation_;
  bool binary_ = false;
  std::size_t batch_ = 0;  // most rows in one request; 0 = any
  KserveModelInfo info_;
  ModelBinding binding_;
};

}  // namespace

std::unique_ptr<LoadedModel> LoadKserve(const ModelSource& source, ModelCard* card, Passes) {
  return std::make_unique<KserveModel>(ReadKserveSettings(source.uri), card);
}

}  // namespace latentfuzz
