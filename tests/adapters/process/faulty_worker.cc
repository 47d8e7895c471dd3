// A worker process that can go wrong in every way a worker can.
//
//   faulty_worker FAULT WHEN SHAPE [memory]      SHAPE: CxHxW
//
// With "memory" it uses the shared memory that it is given.
//
// A classifier of two classes, whose scores are 0 and 20 * (first pixel - 0.55), or with the faults
// "generator" and "conditional" a generator of two latents, which are the first two pixels; of the
// conditional one the second pixel is the label. WHEN is
//
//   poison        for a batch with a value that is exactly 0.5
//   hello         when it is asked to describe itself
//   once:N:FILE   for request N (the first is 0) of the process, unless the file exists; makes it
//   from:N:FILE   as once, and for every request as long as the file is empty
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "latentfuzz/adapters/loaded_model.h"
#include "latentfuzz/adapters/process/message.h"

namespace latentfuzz::process {
namespace {

struct Request {
  MessageKind kind = MessageKind::kHello;
  std::vector<std::int64_t> sizes, labels;
  std::vector<float> values;

  std::size_t rows() const { return static_cast<std::size_t>(sizes.at(0)); }
  std::size_t width() const { return values.size() / rows(); }
};

struct Reply {
  MessageHeader header;
  std::string body;
};

bool ReadAll(char* into, std::size_t size) {
  while (size > 0) {
    const ssize_t got = ::read(STDIN_FILENO, into, size);
    if (got <= 0) return false;
    into += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

void WriteAll(const std::string& bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t written = ::write(STDOUT_FILENO, bytes.data() + at, bytes.size() - at);
    if (written <= 0) std::_Exit(9);
    at += static_cast<std::size_t>(written);
  }
}

std::string Bytes(const Reply& reply) { return EncodeHeader(reply.header) + reply.body; }

// The shared memory, as long as it is now; the latest piece stays mapped.
class Memory {
 public:
  explicit Memory(bool used) : used_(used) {}

  bool used() const { return used_; }
  char* bytes() {
    struct stat found {};
    if (::fstat(3, &found) != 0) std::_Exit(8);
    const auto size = static_cast<std::size_t>(found.st_size);
    if (size == size_) return bytes_;
    if (bytes_ != nullptr) ::munmap(bytes_, size_);
    size_ = size;
    bytes_ = static_cast<char*>(::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, 3, 0));
    return bytes_;
  }
  std::string Mark() { return used_ ? std::string(bytes(), 16) : std::string(); }

 private:
  bool used_;
  char* bytes_ = nullptr;
  std::size_t size_ = 0;
};

// Fills the values from the bytes; returns what follows these.
template <typename T>
const char* Take(const char* bytes, std::vector<T>* values) {
  const std::size_t size = values->size() * sizeof(T);
  std::copy_n(bytes, size, reinterpret_cast<char*>(values->data()));
  return bytes + size;
}

bool ReadRequest(Request* request, Memory* memory) {
  std::string head(kHeaderSize, '\0');
  if (!ReadAll(head.data(), head.size())) return false;
  const MessageHeader header = DecodeHeader(head);
  *request = {header.kind, {}, {}, {}};
  std::string body(header.length, '\0');
  if (!ReadAll(body.data(), body.size())) return false;
  if (header.kind == MessageKind::kHello) return true;
  const TensorPrefix prefix = DecodeTensorPrefix(body);
  request->sizes.resize(prefix.rank);
  request->labels.resize(prefix.labels);
  const std::size_t before = TensorLength(prefix.rank, prefix.labels, 0);
  const char* rest = body.data() + kTensorPrefixSize;
  rest = Take(rest, &request->sizes);
  rest = Take(rest, &request->labels);
  request->values.resize(static_cast<std::size_t>(Elements(request->sizes)));
  if (body.size() != before + (memory->used() ? 0 : 4 * request->values.size())) std::_Exit(7);
  Take(memory->used() ? memory->bytes() : rest, &request->values);
  return true;
}

Reply TensorReply(const std::vector<std::int64_t>& sizes, const std::vector<float>& values) {
  std::string body = EncodeTensorHead(sizes);
  body.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
  return {{kVersion, MessageKind::kTensor, body.size()}, body};
}

// The same with its values in the memory.
Reply InMemory(Reply reply, char* memory) {
  const std::size_t head = TensorLength(DecodeTensorPrefix(reply.body).rank, 0, 0);
  std::copy(reply.body.begin() + static_cast<std::ptrdiff_t>(head), reply.body.end(), memory);
  reply.body.resize(head);
  reply.header.length = head;
  return reply;
}

Reply TextReply(MessageKind kind, const std::string& text) {
  return {{kVersion, kind, text.size()}, text};
}

class Model {
 public:
  Model(const std::string& fault, const std::string& shape, Memory* memory)
      : memory_(memory),
        conditional_(fault == "conditional"),
        generator_(conditional_ || fault == "generator") {
    std::sscanf(shape.c_str(), "%ldx%ldx%ld", &shape_[0], &shape_[1], &shape_[2]);
  }

  Reply Answer(const Request& request) const {
    switch (request.kind) {
      case MessageKind::kPredict: return Scores(request);
      case MessageKind::kDecode: return Images(request);
      case MessageKind::kEncode: return Latents(request);
      default: return TextReply(MessageKind::kDescription, Describe());
    }
  }
  Reply AnswerWhereAsked(const Request& request) const {
    const Reply reply = Answer(request);
    const bool tensor = reply.header.kind == MessageKind::kTensor;
    return tensor && memory_->used() ? InMemory(reply, memory_->bytes()) : reply;
  }

 private:
  std::string Describe() const {
    const std::string image = "[" + std::to_string(shape_[0]) + ", " + std::to_string(shape_[1]) +
                              ", " + std::to_string(shape_[2]) + "]";
    const std::string common =
        "{\"name\": \"toy\", \"version\": \"1\", \"image\": " + image +
        ", \"engine\": \"toys\", \"engine_version\": \"7\", \"threads\": 3, \"memory\": \"" +
        memory_->Mark() + "\", ";
    if (generator_)
      return common + "\"task\": \"generator\", \"latent\": 2, \"encode\": true" +
             (conditional_ ? ", \"classes\": 2}" : "}");
    return common +
           "\"task\": \"classification\", \"classes\": [\"dark\", \"bright\"], "
           "\"scores\": \"logits\"}";
  }

  static Reply Scores(const Request& request) {
    std::vector<float> scores;
    for (std::size_t i = 0; i < request.rows(); ++i) {
      scores.push_back(0);
      scores.push_back(20 * (request.values[i * request.width()] - 0.55F));
    }
    return TensorReply({request.sizes[0], 2}, scores);
  }

  Reply Images(const Request& request) const {
    const std::size_t pixels = static_cast<std::size_t>(shape_[0] * shape_[1] * shape_[2]);
    std::vector<float> images(request.rows() * pixels);
    for (std::size_t i = 0; i < request.rows(); ++i) {
      std::copy_n(request.values.begin() + static_cast<std::ptrdiff_t>(2 * i), 2,
                  images.begin() + static_cast<std::ptrdiff_t>(i * pixels));
      if (conditional_) images[i * pixels + 1] = static_cast<float>(request.labels.at(i));
    }
    return TensorReply({request.sizes[0], shape_[0], shape_[1], shape_[2]}, images);
  }

  static Reply Latents(const Request& request) {
    std::vector<float> latents;
    for (std::size_t i = 0; i < request.rows(); ++i)
      for (std::size_t j = 0; j < 2; ++j)
        latents.push_back(request.values[i * request.width() + j]);
    return TensorReply({request.sizes[0], 2}, latents);
  }

  Memory* memory_;
  bool conditional_, generator_;
  long shape_[3] = {1, 1, 2};
};

// What a fault does with the reply that would have been right.
using Fault = std::function<void(const Request&, Reply)>;

void Silence() {
  for (;;) ::pause();
}

const std::map<std::string, Fault>& Faults() {
  static const std::map<std::string, Fault> kFaults{
      {"none", [](const Request&, const Reply& reply) { WriteAll(Bytes(reply)); }},
      {"abort",
       [](const Request&, const Reply&) {
         std::cerr << "worker: begins\n\nworker: out of memory\n";
         std::abort();
       }},
      {"killed", [](const Request&, const Reply&) { ::raise(SIGKILL); }},
      {"exit", [](const Request&, const Reply&) { std::_Exit(3); }},
      {"end", [](const Request&, const Reply&) { std::_Exit(0); }},
      {"hang", [](const Request&, const Reply&) { Silence(); }},
      {"close",
       [](const Request&, const Reply&) {
         ::close(STDOUT_FILENO);
         Silence();
       }},
      {"half",
       [](const Request&, const Reply& reply) {
         WriteAll(Bytes(reply).substr(0, 20));
         std::_Exit(0);
       }},
      {"leave",
       [](const Request&, const Reply& reply) {
         WriteAll(Bytes(reply));
         std::_Exit(0);
       }},
      {"noise",
       [](const Request&, const Reply& reply) { WriteAll("Loading model\n" + Bytes(reply)); }},
      {"flood",
       [](const Request&, const Reply& reply) {
         for (int i = 0; i < 40000; ++i) std::cerr << "warning: all is well, really " << i << '\n';
         WriteAll(Bytes(reply));
       }},
      {"refuse",
       [](const Request&, const Reply&) {
         WriteAll(Bytes(TextReply(MessageKind::kError, "ValueError: poison")));
       }},
      {"rows",
       [](const Request& request, const Reply&) {
         WriteAll(Bytes(
             TensorReply({request.sizes[0] - 1, 2}, std::vector<float>(2 * (request.rows() - 1)))));
       }},
      {"columns",
       [](const Request& request, const Reply&) {
         WriteAll(
             Bytes(TensorReply({request.sizes[0], 3}, std::vector<float>(3 * request.rows()))));
       }},
      {"nan",
       [](const Request& request, const Reply&) {
         WriteAll(Bytes(TensorReply(
             {request.sizes[0], 2},
             std::vector<float>(2 * request.rows(), std::numeric_limits<float>::quiet_NaN()))));
       }},
      {"rank",
       [](const Request&, const Reply&) {
         WriteAll(Bytes(TensorReply(std::vector<std::int64_t>(9, 1), {1})));
       }},
      {"short",
       [](const Request&, Reply reply) {
         reply.header.length = 4;
         WriteAll(Bytes(reply));
       }},
      {"length",
       [](const Request&, Reply reply) {
         reply.header.length = std::uint64_t{1} << 60;
         WriteAll(Bytes(reply));
       }},
      {"novel",
       [](const Request&, Reply reply) {
         reply.header = {kVersion, MessageKind::kError, std::uint64_t{1} << 60};
         WriteAll(Bytes(reply));
       }},
      {"kind",
       [](const Request&, Reply reply) {
         reply.header.kind = MessageKind::kPredict;
         WriteAll(Bytes(reply));
       }},
      {"version",
       [](const Request&, Reply reply) {
         reply.header.version = 2;
         WriteAll(Bytes(reply));
       }},
      {"gibberish",
       [](const Request&, const Reply&) {
         WriteAll(Bytes(TextReply(MessageKind::kDescription, "[1, 2")));
       }},
      {"forged",
       [](const Request&, Reply reply) {
         reply.body.replace(reply.body.find("LFZM"), 5, "LFZM.");
         WriteAll(Bytes(reply));
       }},
      {"other",
       [](const Request&, Reply reply) {
         reply.body.replace(reply.body.find("\"1\""), 3, "\"2\"");
         WriteAll(Bytes(reply));
       }},
  };
  return kFaults;
}

class When {
 public:
  explicit When(const std::string& text) : kind_(text.substr(0, text.find(':'))) {
    const std::size_t first = text.find(':'), last = text.rfind(':');
    file_ = text.substr(last + 1);
    if (first != last) request_ = std::stoul(text.substr(first + 1));
  }

  bool Applies(const Request& request, std::size_t position) const {
    if (request.kind == MessageKind::kHello) return kind_ == "hello";
    if (kind_ == "poison")
      return std::find(request.values.begin(), request.values.end(), 0.5F) != request.values.end();
    if (kind_ != "once" && kind_ != "from") return false;
    if (std::filesystem::exists(file_)) return kind_ == "from" && std::filesystem::is_empty(file_);
    if (position != request_) return false;
    std::ofstream(file_, std::ios::binary);
    return true;
  }

 private:
  std::string kind_, file_;
  std::size_t request_ = 0;
};

int Serve(const std::string& fault, const When& when, const Model& model, Memory* memory) {
  const auto found = Faults().find(fault);
  const Fault& right = Faults().at("none");
  const Fault& wrong = found == Faults().end() ? right : found->second;
  Request request;
  for (std::size_t position = 0; ReadRequest(&request, memory);) {
    (when.Applies(request, position) ? wrong : right)(request, model.AnswerWhereAsked(request));
    position += request.kind != MessageKind::kHello;
  }
  return 0;
}

}  // namespace
}  // namespace latentfuzz::process

int main(int argc, char** argv) {
  using namespace latentfuzz::process;
  if (argc < 4 || argc > 5) return 2;
  Memory memory(argc == 5 && std::string(argv[4]) == "memory");
  return Serve(argv[1], When(argv[2]), Model(argv[1], argv[3], &memory), &memory);
}
