// Looking up table rows by the names that users type.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "latentfuzz/base/error.h"

namespace latentfuzz {

// What a row is called; a row that is no more than a name is its own.
template <typename Row>
std::string_view NameOf(const Row& row) {
  if constexpr (std::is_convertible_v<const Row&, std::string_view>) {
    return row;
  } else {
    return row.name;
  }
}

// The row of `table` called `name`. Throws Error{kUsage} where there is none; `what` is the kind of
// thing in words ("mutator"), and the hint lists the known names.
template <typename Row>
const Row& FindByName(std::span<const Row> table, std::string_view name, std::string_view what) {
  std::string known;
  for (const Row& row : table) {
    if (NameOf(row) == name) return row;
    known += (known.empty() ? "" : ", ") + std::string(NameOf(row));
  }
  throw Error(ErrorKind::kUsage, "unknown " + std::string(what) + " '" + std::string(name) + "'",
              "choose one of: " + known);
}

}  // namespace latentfuzz
