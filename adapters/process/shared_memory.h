// Memory that this process and a child see both, so that large tensors need not pass through pipes.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "latentfuzz/adapters/process/descriptor.h"

namespace latentfuzz::process {

// The descriptor at which a child finds the memory.
inline constexpr int kMemoryDescriptor = 3;

class SharedMemory {
 public:
  // New memory that begins with a mark of its own; nullopt where the system gives none.
  static std::optional<SharedMemory> Create();
  // The memory that this process was started with, if it was.
  static std::optional<SharedMemory> Inherit();

  SharedMemory(SharedMemory&& other) noexcept;
  SharedMemory& operator=(SharedMemory&& other) noexcept;
  ~SharedMemory();

  int descriptor() const { return file_.get(); }
  // What the memory began with when it was opened here: 16 characters that tell it from any other.
  const std::string& mark() const { return mark_; }
  // The first `count` values. The memory grows where it must, and never shrinks; the span is valid
  // until it grows. Throws Error{kIo} where there is not so much.
  std::span<float> Values(std::size_t count);

 private:
  explicit SharedMemory(Descriptor file) : file_(std::move(file)) {}
  bool Map(std::size_t bytes);

  Descriptor file_;
  void* data_ = nullptr;
  std::size_t size_ = 0;  // bytes that are mapped
  std::string mark_;
};

}  // namespace latentfuzz::process
