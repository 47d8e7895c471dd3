// Elements of the Open Inference Protocol's tensors, from and to float.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "latentfuzz/adapters/model_signature.h"

namespace latentfuzz {

struct Datatype {
  std::string_view name;  // "FP32"
  std::size_t size;       // bytes of an element
  ElementType as_input;   // what can be passed in it
  ElementType as_output;  // what can be read from it
  // Little-endian bytes, appended. Integers are rounded to; throws Error{kSetup} where a value lies
  // outside their range.
  void (*write)(std::span<const float> values, std::string* bytes);
  // REQUIRES: a whole number of elements.
  std::vector<float> (*read)(std::string_view bytes);
};

// nullptr for names that are unknown, and for datatypes that nothing here can be passed in.
const Datatype* FindDatatype(std::string_view name);

}  // namespace latentfuzz
