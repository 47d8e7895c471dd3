#include "latentfuzz/adapters/process/shared_memory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "latentfuzz/base/error.h"

namespace latentfuzz::process {
namespace {

constexpr std::string_view kMarkBegin = "LFZM";
constexpr std::size_t kMarkSize = 16;

std::string NewMark() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  return fmt::format("{}{:012x}", kMarkBegin, now & 0xffff'ffff'ffff);
}

}  // namespace

std::optional<SharedMemory> SharedMemory::Create() {
  SharedMemory memory(Descriptor(::memfd_create("latentfuzz", MFD_CLOEXEC | MFD_ALLOW_SEALING)));
  // Pages that one side took back would kill the other at its next touch.
  if (memory.descriptor() < 0 || !memory.Map(kMarkSize) ||
      ::fcntl(memory.descriptor(), F_ADD_SEALS, F_SEAL_SHRINK) != 0)
    return std::nullopt;
  memory.mark_ = NewMark();
  std::memcpy(memory.data_, memory.mark_.data(), kMarkSize);
  return memory;
}

std::optional<SharedMemory> SharedMemory::Inherit() {
  struct stat found {};
  if (::fstat(kMemoryDescriptor, &found) != 0 || !S_ISREG(found.st_mode) ||
      found.st_size < static_cast<off_t>(kMarkSize))
    return std::nullopt;
  SharedMemory memory(Descriptor(::fcntl(kMemoryDescriptor, F_DUPFD_CLOEXEC, kMemoryDescriptor)));
  if (memory.descriptor() < 0 || !memory.Map(kMarkSize)) return std::nullopt;
  memory.mark_.assign(static_cast<const char*>(memory.data_), kMarkSize);
  if (!memory.mark_.starts_with(kMarkBegin)) return std::nullopt;
  return memory;
}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : file_(std::move(other.file_)),
      data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      mark_(std::move(other.mark_)) {}

SharedMemory& SharedMemory::operator=(SharedMemory&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(mark_, other.mark_);
  return *this;
}

SharedMemory::~SharedMemory() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

std::span<float> SharedMemory::Values(std::size_t count) {
  if (count * sizeof(float) > size_ && !Map(count * sizeof(float)))
    throw Error(
        ErrorKind::kIo,
        fmt::format("no shared memory for {} values: {}", count, std::strerror(errno)),
        "lower the batch size, or raise the limits of memory and of file sizes (ulimit -v, -f)");
  return {static_cast<float*>(data_), count};
}

bool SharedMemory::Map(std::size_t bytes) {
  struct stat found {};
  if (::fstat(descriptor(), &found) != 0) return false;
  if (found.st_size < static_cast<off_t>(bytes) &&
      ::ftruncate(descriptor(), static_cast<off_t>(bytes)) != 0)
    return false;
  void* mapped = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor(), 0);
  if (mapped == MAP_FAILED) return false;
  if (data_ != nullptr) ::munmap(data_, size_);
  data_ = mapped;
  size_ = bytes;
  return true;
}

}  // namespace latentfuzz::process
