// Facts of Fashion-MNIST that the cards of its models tell.
#pragma once

#include <string>
#include <vector>

#include "latentfuzz/training/card.h"

namespace latentfuzz::zoo {

// The seeds lie beside the cards (seeds.h).
training::DataFacts FashionFacts();

const std::vector<std::string>& FashionClasses();

}  // namespace latentfuzz::zoo
