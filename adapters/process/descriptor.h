// A file descriptor that is closed at the end of its life.
#pragma once

#include <utility>

namespace latentfuzz::process {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}  // -1: none
  ~Descriptor() { Close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  int get() const { return number_; }
  void Close();

 private:
  int number_;
};

}  // namespace latentfuzz::process
