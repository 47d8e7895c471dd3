// What the doctor writes down.
#pragma once

#include <string>
#include <string_view>

#include "latentfuzz/harness/doctor.h"

namespace latentfuzz {

class Chart {
 public:
  // A line that begins a section: "classifier net.pt".
  void Head(std::string_view what, std::string_view text);
  // A line within a section.
  void Say(std::string_view what, std::string_view text);
  // `text` says which model, what is wrong, and how to mend it.
  void Problem(const std::string& text);

  Diagnosis Take() { return std::move(diagnosis_); }

 private:
  Diagnosis diagnosis_;
};

}  // namespace latentfuzz
