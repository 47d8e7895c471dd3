#include "latentfuzz/adapters/process/serve.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "latentfuzz/adapters/open_model.h"
#include "latentfuzz/adapters/pixel_format.h"
#include "latentfuzz/adapters/probe.h"
#include "latentfuzz/adapters/process/description.h"
#include "latentfuzz/adapters/process/message.h"
#include "latentfuzz/adapters/process/shared_memory.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz::process {
namespace {

// A request's tensor, as it was read.
struct Request {
  MessageKind kind = MessageKind::kHello;
  std::vector<std::int64_t> sizes, labels;
  std::span<const float> values;  // in the shared memory, else in `read`
  std::vector<float> read;
};

// Requests on one stream, replies on another; values in shared memory where there is some.
class Channel {
 public:
  Channel(std::FILE* in, std::FILE* out) : in_(in), out_(out), memory_(SharedMemory::Inherit()) {}

  // Of the memory that is used; empty where there is none.
  std::string mark() const { return memory_ ? memory_->mark() : std::string(); }

  // False at the end of the requests. Batches have one size, so the memory of the last one fits.
  bool Read(Request* request) {
    std::vector<char> bytes(kHeaderSize);
    if (std::fread(bytes.data(), 1, bytes.size(), in_) != bytes.size()) return false;
    const MessageHeader header = DecodeHeader(bytes);
    if (!HasMagic(bytes) || header.version != kVersion)
      throw Error(ErrorKind::kData, fmt::format("a request is none of version {}", kVersion),
                  "speak the protocol of docs/process-protocol.md");
    request->kind = header.kind;
    if (header.kind == MessageKind::kHello) return true;
    bytes.resize(kTensorPrefixSize);
    ReadInto(&bytes);
    ReadTensor(DecodeTensorPrefix(bytes), header.length, request);
    return true;
  }

  void ReplyText(MessageKind kind, const std::string& text) { Write(kind, text, {}); }

  void ReplyTensor(const TensorValues& tensor) {
    const std::string head = EncodeTensorHead(tensor.sizes);
    if (!memory_) return Write(MessageKind::kTensor, head, tensor.values);
    std::ranges::copy(tensor.values, memory_->Values(tensor.values.size()).begin());
    Write(MessageKind::kTensor, head, {});
  }

 private:
  template <typename T>
  void ReadInto(std::vector<T>* values) {
    if (std::fread(values->data(), sizeof(T), values->size(), in_) != values->size())
      throw Error(ErrorKind::kData, "a request ends before its end",
                  "send as many bytes as the header announces: docs/process-protocol.md");
  }

  void ReadTensor(TensorPrefix prefix, std::uint64_t length, Request* request) {
    if (prefix.rank == 0 || prefix.rank > kHighestRank) FailTensor();
    request->sizes.resize(prefix.rank);
    request->labels.resize(prefix.labels);
    ReadInto(&request->sizes);
    ReadInto(&request->labels);
    const auto count = static_cast<std::size_t>(Elements(request->sizes));
    if (length != TensorLength(prefix.rank, prefix.labels, memory_ ? 0 : count)) FailTensor();
    if (memory_) {
      request->values = memory_->Values(count);
    } else {
      request->read.resize(count);
      ReadInto(&request->read);
      request->values = request->read;
    }
  }

  [[noreturn]] static void FailTensor() {
    throw Error(ErrorKind::kData, "a request's tensor does not fit its length",
                "send the tensors of docs/process-protocol.md");
  }

  void Write(MessageKind kind, const std::string& head, std::span<const float> values) {
    const std::string header = EncodeHeader({kVersion, kind, head.size() + values.size_bytes()});
    std::fwrite(header.data(), 1, header.size(), out_);
    std::fwrite(head.data(), 1, head.size(), out_);
    std::fwrite(values.data(), sizeof(float), values.size(), out_);
    std::fflush(out_);
  }

  std::FILE *in_, *out_;
  std::optional<SharedMemory> memory_;
};

class Server {
 public:
  // `memory` is the mark of the shared memory in use; empty = none.
  Server(OpenedModel opened, std::string_view name, const std::string& memory)
      : card_(std::move(opened.card)), model_(std::move(opened.model)) {
    Describe(name);
    description_.memory = memory;
    Probe();
  }

  const WorkerDescription& description() const { return description_; }

  // In the sizes that the description promises, where the model has as many values.
  TensorValues Answer(const Request& request) const {
    ModelCall call = Call(request.kind);
    call.input = {request.sizes, request.values};
    call.labels = request.labels;
    TensorValues answer = model_->Run(call);
    std::vector<std::int64_t> sizes =
        AnswerSizes(description_, request.kind, request.sizes.front());
    if (Elements(sizes) == static_cast<std::int64_t>(answer.values.size()))
      answer.sizes = std::move(sizes);
    return answer;
  }

 private:
  bool generator() const { return card_.task == Task::kGenerator; }

  ModelCall Call(MessageKind kind) const {
    ModelCall call;
    call.subject = "the request";
    if (kind == MessageKind::kEncode) {
      call.method = "encode";
      call.output = "latent";
    } else if (generator()) {
      call.method = model_->HasMethod("decode") ? "decode" : "forward";
      call.output = card_.image.name;
    } else {
      call.method = "forward";
      call.output = card_.output_name;
    }
    return call;
  }

  // What card and engine tell.
  void Describe(std::string_view name) {
    const EngineInfo& engine = model_->engine();
    description_.name = name;
    description_.task = card_.task;
    description_.batch = card_.batch;
    description_.engine = engine.engine;
    description_.engine_version = engine.version;
    description_.threads = engine.threads;
    if (!generator()) return;
    description_.latent = card_.latent_size;
    description_.classes = card_.latent_classes.size();
    description_.encodes = model_->HasMethod("encode");
  }

  // Learns what neither card nor file tell: how many scores there are, how large the images.
  void Probe() {
    const std::size_t rows = ProbeRows(card_);
    if (card_.image.shape) {
      const std::vector<std::int64_t> sizes = TensorSizes(card_.image, *card_.image.shape, rows);
      description_.image.assign(sizes.begin() + 1, sizes.end());
    }
    if (generator())
      ProbeGenerator(rows);
    else
      ProbeClassifier(rows);
  }

  void ProbeGenerator(std::size_t rows) {
    if (!description_.image.empty()) return;
    const LatentBatch latents = ProbeLatents(card_, rows);
    ModelCall call = Call(MessageKind::kDecode);
    call.input = {{static_cast<std::int64_t>(rows), static_cast<std::int64_t>(latents.dim)},
                  latents.values};
    if (!card_.latent_classes.empty())
      call.labels.assign(latents.labels.begin(), latents.labels.end());
    const TensorValues answer = model_->Run(call);
    description_.image.assign(answer.sizes.begin() + 1, answer.sizes.end());
  }

  void ProbeClassifier(std::size_t rows) {
    if (description_.image.empty())
      throw Error(ErrorKind::kSetup, fmt::format("{}: no image shape is known", model_->file()),
                  "add shape = [channels, height, width] under [input] of the card");
    const ImageBatch images = ProbeImages(*card_.image.shape, rows);
    const ModelPixels pixels(card_.image, images);
    ModelCall call = Call(MessageKind::kPredict);
    call.input = {TensorSizes(card_.image, images.shape, rows), pixels.values()};
    description_.classes = model_->Run(call).values.size() / rows;
  }

  ModelCard card_;
  std::unique_ptr<LoadedModel> model_;
  WorkerDescription description_;
};

void ReplyTo(const Request& request, const Server& server, Channel* channel) try {
  channel->ReplyTensor(server.Answer(request));
} catch (const Error& error) {
  channel->ReplyText(MessageKind::kError, error.what());
}

}  // namespace

void Serve(std::string_view uri, const OpenOptions& options, std::FILE* in, std::FILE* out) {
  Channel channel(in, out);
  const Server server(OpenModel(uri, {Passes::kAsShipped, options.card}), uri, channel.mark());
  for (Request request; channel.Read(&request);) {
    if (request.kind == MessageKind::kHello)
      channel.ReplyText(MessageKind::kDescription, EncodeDescription(server.description()));
    else
      ReplyTo(request, server, &channel);
  }
}

}  // namespace latentfuzz::process
