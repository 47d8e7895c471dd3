// A child process that answers requests in the protocol of docs/process-protocol.md.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "latentfuzz/adapters/loaded_model.h"
#include "latentfuzz/adapters/process/child.h"
#include "latentfuzz/adapters/process/description.h"
#include "latentfuzz/adapters/process/message.h"
#include "latentfuzz/adapters/process/shared_memory.h"

namespace latentfuzz::process {

class Worker {
 public:
  // Starts the command and asks it to describe itself. `name` stands at the beginning of messages.
  // Throws ChildFailure where it ends or keeps silent, Error{kSetup} where it cannot be started or
  // does not speak this version of the protocol.
  Worker(const Command& command, std::chrono::seconds timeout, std::string name);

  const WorkerDescription& description() const { return description_; }
  // False once an exception left the exchange in the middle: then another worker is needed.
  bool usable() const { return usable_; }

  // Throws ChildFailure where the child ends or keeps silent, Error{kSetup} where it refuses the
  // input or answers with anything but one tensor of the sizes that it described.
  TensorValues Run(const ModelCall& call);

 private:
  void Send(MessageKind kind, const std::string& head, std::span<const float> values = {});
  // Throws Error{kSetup} for a reply of another kind; with the worker's words for an error.
  MessageHeader ReceiveHeader(MessageKind expected, const std::string& subject);
  // Where both use shared memory, the values of tensors lie there.
  void ShareMemory();
  std::string ReceiveText(std::uint64_t length);
  TensorValues ReceiveTensor(std::uint64_t length, const std::vector<std::int64_t>& expected);
  [[noreturn]] void Fail(const std::string& problem, const std::string& hint) const;

  std::string name_;
  std::optional<SharedMemory> memory_;
  Child child_;
  bool usable_ = true;
  WorkerDescription description_;
};

}  // namespace latentfuzz::process
