// What must hold between the keys of a model card.
#pragma once

#include <array>
#include <optional>

#include "latentfuzz/adapters/model_card.h"

namespace latentfuzz {

// A card as it was read, before the keys were held against each other.
struct CardDraft {
  ModelCard card;
  std::optional<ColorOrder> color;
  std::optional<std::array<int, 3>> shape;  // in the order of the layout
};

// The finished card. Throws Error{kSetup} naming the file and the keys that contradict each other
// or are missing.
ModelCard CheckCard(CardDraft draft);

}  // namespace latentfuzz
