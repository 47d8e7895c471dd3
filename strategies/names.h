// Looking up table rows by the names that users type.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "latentfuzz/base/error.h"

namespace latentfuzz {

// The row of `table` called `name`. Throws Error{kUsage} where there is none; `what` is the kind of
// thing in words ("mutator"), and the hint lists the known names.
template <typename Row>
const Row& FindByName(std::span<const Row> table, std::string_view name, std::string_view what) {
  std::string known;
  for (const Row& row : table) {
    if (row.name == name) return row;
    known += (known.empty() ? "" : ", ") + std::string(row.name);
  }
  throw Error(ErrorKind::kUsage, "unknown " + std::string(what) + " '" + std::string(name) + "'",
              "choose one of: " + known);
}

}  // namespace latentfuzz
