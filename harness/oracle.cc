#include "latentfuzz/harness/oracle.h"

#include <array>
#include <string>

#include "latentfuzz/base/error.h"
#include "latentfuzz/harness/disagreement_oracle.h"
#include "latentfuzz/harness/wrong_label_oracle.h"

namespace latentfuzz {
namespace {

template <typename T>
std::unique_ptr<Oracle> Make(double noise_floor) {
  return std::make_unique<T>(noise_floor);
}

constexpr std::array<OracleEntry, 2> kTable = {{
    {DisagreementOracle::kName, "two classifiers give different labels", Make<DisagreementOracle>},
    {WrongLabelOracle::kName, "a classifier does not give the expected label",
     Make<WrongLabelOracle>},
}};

}  // namespace

std::span<const OracleEntry> OracleTable() { return kTable; }

std::unique_ptr<Oracle> MakeOracle(std::string_view name, double noise_floor) {
  for (const OracleEntry& entry : kTable) {
    if (entry.name == name) return entry.make(noise_floor);
  }
  throw Error(ErrorKind::kData, "unknown oracle '" + std::string(name) + "'",
              "use the version of latentfuzz that wrote the finding");
}

}  // namespace latentfuzz
