// Which tensors of a model carry images or latents, labels, and the answer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/adapters/model_signature.h"

namespace latentfuzz {

struct ModelBinding {
  std::string input;    // images or latents
  std::string labels;   // second input, of a conditional generator; empty = none
  std::string output;   // scores or images
  std::string indices;  // of classes, beside the scores of the likeliest; empty = none

  // What a call asks for: the output, and the indices where there are some.
  std::vector<std::string> Outputs() const;

  // Sizes of the input; the first is the batch, unless the model knows no batch.
  std::vector<std::int64_t> sizes;
  bool batched = true;

  // Sizes of the tensor that holds `rows` rows. REQUIRES: rows = 1 unless batched.
  std::vector<std::int64_t> InputSizes(std::size_t rows) const;
  // Sizes of an answer, always with a batch.
  std::vector<std::int64_t> AnswerSizes(std::vector<std::int64_t> sizes) const;
};

// Holds the card against what the model says of itself. Fills in the image's shape and the fixed
// batch where the card leaves them out. An input that has another rank than images ([1, 784, 1],
// [784]) or latents
// ([n, d, 1, 1]) is taken for them if it holds as many elements. Throws Error{kSetup}, naming the
// tensors of the model: several inputs or outputs of which the card names none, names that the
// model lacks, other sizes, sizes that neither states, elements that are no floats.
ModelBinding BindModel(const ModelSignature& signature, ModelCard* card);

}  // namespace latentfuzz
