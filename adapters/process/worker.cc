#include "latentfuzz/adapters/process/worker.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "latentfuzz/base/error.h"

namespace latentfuzz::process {
namespace {

constexpr const char* kProtocolHint =
    "mend the worker: docs/process-protocol.md describes every message";
constexpr const char* kStrayOutputHint =
    "stdout carries messages and nothing else: let the worker and its libraries print to stderr";

std::string Printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return std::isprint(c) == 0; }, '.');
  return text;
}

MessageKind RequestFor(std::string_view method) {
  if (method == "encode") return MessageKind::kEncode;
  return method == "decode" ? MessageKind::kDecode : MessageKind::kPredict;
}

}  // namespace

Worker::Worker(const Command& command, std::chrono::seconds timeout, std::string name)
    : name_(std::move(name)),
      memory_(SharedMemory::Create()),
      child_(command, timeout, memory_ ? memory_->descriptor() : -1) {
  Send(MessageKind::kHello, "");
  const MessageHeader header = ReceiveHeader(MessageKind::kDescription, "to describe itself");
  description_ = ParseDescription(ReceiveText(header.length), name_);
  ShareMemory();
}

void Worker::ShareMemory() {
  const std::string mark = std::exchange(description_.memory, {});
  if (mark.empty())
    memory_.reset();
  else if (!memory_ || mark != memory_->mark())
    Fail(fmt::format("its memory begins with \"{}\", which is not what it was given",
                     Printable(mark)),
         kProtocolHint);
}

TensorValues Worker::Run(const ModelCall& call) {
  child_.StartClock();
  usable_ = false;
  const MessageKind request = RequestFor(call.method);
  const std::int64_t rows = call.input.sizes.at(0);
  const std::vector<std::int64_t> expected = AnswerSizes(description_, request, rows);
  const std::string head = EncodeTensorHead(call.input.sizes, call.labels);
  if (memory_) {
    const std::size_t count = call.input.values.size();
    std::ranges::copy(
        call.input.values,
        memory_->Values(std::max(count, static_cast<std::size_t>(Elements(expected)))).begin());
    Send(request, head);
  } else {
    Send(request, head, call.input.values);
  }
  const MessageHeader header =
      ReceiveHeader(MessageKind::kTensor, fmt::format("a batch of {}: {}", rows, call.subject));
  TensorValues answer = ReceiveTensor(header.length, expected);
  usable_ = true;
  return answer;
}

void Worker::Send(MessageKind kind, const std::string& head, std::span<const float> values) {
  const std::string header = EncodeHeader({kVersion, kind, head.size() + values.size_bytes()});
  child_.Write({header, head, {reinterpret_cast<const char*>(values.data()), values.size_bytes()}});
}

MessageHeader Worker::ReceiveHeader(MessageKind expected, const std::string& subject) {
  std::array<char, kHeaderSize> bytes{};
  const std::span<char> magic = std::span(bytes).first(kMagicSize);
  child_.Read(magic);
  if (!HasMagic(magic)) {
    const std::string stray = std::string(magic.begin(), magic.end()) + child_.ReadWaiting();
    Fail(fmt::format("it wrote \"{}\" to its stdout, which is no message", Printable(stray)),
         kStrayOutputHint);
  }
  child_.Read(std::span(bytes).subspan(kMagicSize));
  const MessageHeader header = DecodeHeader(bytes);
  if (header.version != kVersion)
    Fail(fmt::format("it speaks version {} of the protocol, not {}", header.version, kVersion),
         "use a worker and a LatentFuzz of one version");
  if (header.kind == MessageKind::kError) {
    const std::string words = ReceiveText(header.length);
    usable_ = true;
    Fail(fmt::format("it refuses {}: {}", subject, words),
         "compare the worker's model with the card: shape, layout, batch and latent size");
  }
  if (header.kind != expected)
    Fail(fmt::format("it answers with a message of kind {}, not {}",
                     static_cast<unsigned>(header.kind), static_cast<unsigned>(expected)),
         kProtocolHint);
  return header;
}

std::string Worker::ReceiveText(std::uint64_t length) {
  if (length > kLongestText)
    Fail(fmt::format("it announces a text of {} bytes; {} are allowed", length, kLongestText),
         kProtocolHint);
  std::string text(length, '\0');
  child_.Read(text);
  return text;
}

TensorValues Worker::ReceiveTensor(std::uint64_t length,
                                   const std::vector<std::int64_t>& expected) {
  std::array<char, kTensorPrefixSize> bytes{};
  if (length < bytes.size())
    Fail(fmt::format("it announces a tensor of {} bytes", length), kProtocolHint);
  child_.Read(bytes);
  const auto [rank, labels] = DecodeTensorPrefix(bytes);
  if (rank == 0 || rank > kHighestRank || labels != 0)
    Fail(fmt::format("it announces a tensor of rank {} with {} labels", rank, labels),
         kProtocolHint);
  std::vector<std::int64_t> sizes(rank);
  child_.Read({reinterpret_cast<char*>(sizes.data()), 8 * sizes.size()});
  if (sizes != expected)
    Fail(fmt::format("it answers with a tensor [{}] instead of [{}]", fmt::join(sizes, ", "),
                     fmt::join(expected, ", ")),
         "let the worker return one row an input, as it described them");
  const auto count = static_cast<std::size_t>(Elements(sizes));
  if (length != TensorLength(rank, 0, memory_ ? 0 : count))
    Fail(fmt::format("it announces {} bytes for a tensor [{}]", length, fmt::join(sizes, ", ")),
         kProtocolHint);
  if (memory_) {
    const std::span<const float> values = memory_->Values(count);
    return {std::move(sizes), {values.begin(), values.end()}};
  }
  TensorValues answer{std::move(sizes), std::vector<float>(count)};
  child_.Read(
      {reinterpret_cast<char*>(answer.values.data()), std::span(answer.values).size_bytes()});
  return answer;
}

void Worker::Fail(const std::string& problem, const std::string& hint) const {
  throw Error(ErrorKind::kSetup, fmt::format("{}: {}", name_, problem), hint);
}

}  // namespace latentfuzz::process
