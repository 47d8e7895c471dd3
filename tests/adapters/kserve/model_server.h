// A server of the Open Inference Protocol, version 2, over a model of ours: JSON and binary
// tensors, on a port that the system picks. Speaks the protocol by code of its own.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "latentfuzz/adapters/loaded_model.h"
#include "latentfuzz/tests/adapters/kserve/certificate.h"

namespace httplib {
class Server;
struct Request;
struct Response;
}  // namespace httplib

namespace latentfuzz {

struct ServedModel {
  std::string uri;  // of a TorchScript model or one of the zoo, with a card beside it
  std::string input = "x", output = "scores";
  std::string labels = "label";  // second input, of a conditional generator
  std::string input_datatype = "FP32", output_datatype = "FP32";
  bool binary = true;         // whether it names the extension of binary tensors
  std::size_t max_batch = 0;  // rows that it refuses to exceed; 0 = any
  int fixed_batch = -1;       // as in its metadata
  std::string token = {};     // that every request must bear; empty = none
  CertificateFiles tls = {};  // https with these
  int port = 0;               // 0 = any
};

// What a path answers in place of the truth.
struct CannedReply {
  int status = 200;
  std::string body = {};
  std::map<std::string, std::string> headers = {};
  std::size_t missing = 0;  // bytes that are promised, and never come
  int delay_ms = 0;
  int times = -1;  // how often, -1 = always; afterwards the truth again
  int after = 0;   // requests that get the truth first
};

class ModelServer {
 public:
  explicit ModelServer(ServedModel served);
  ~ModelServer();
  ModelServer(const ModelServer&) = delete;
  ModelServer& operator=(const ModelServer&) = delete;

  int port() const { return port_; }
  // "http://127.0.0.1:PORT/v2/models/net", or https
  std::string url() const;
  void Answer(const std::string& path, CannedReply reply);
  void AnswerTruly(const std::string& path);
  // Rows of each request for inference that was answered truly, and whether it was binary.
  struct Seen {
    std::size_t rows;
    bool binary;
  };
  std::vector<Seen> seen() const;
  // Value of a header of the latest request; empty if it had none.
  std::string header(const std::string& name) const;

  static constexpr const char* kServer = "/v2";
  static constexpr const char* kModel = "/v2/models/net";
  static constexpr const char* kReady = "/v2/models/net/ready";
  static constexpr const char* kInfer = "/v2/models/net/infer";

 private:
  bool Faulty(const httplib::Request& request, httplib::Response& response);
  void Infer(const httplib::Request& request, httplib::Response& response);
  std::string Metadata() const;
  std::unique_ptr<httplib::Server> MakeServer() const;

  ServedModel served_;
  ModelCard card_;
  std::unique_ptr<LoadedModel> model_;
  std::unique_ptr<httplib::Server> server_;
  int port_ = 0;
  mutable std::mutex mutex_;
  std::map<std::string, CannedReply> canned_;
  std::map<std::string, std::string> headers_;
  std::vector<Seen> seen_;
  std::thread thread_;
};

}  // namespace latentfuzz
