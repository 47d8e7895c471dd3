#include "latentfuzz/harness/comparison/measures.h"

namespace latentfuzz {
namespace {

template <auto field>
double Value(const ComparisonRun& run) {
  return static_cast<double>(run.*field);
}

using Run = ComparisonRun;
constexpr Measure kMeasures[] = {
    {"findings", "findings", Value<&Run::findings>, true},
    {"signatures", "signatures", Value<&Run::signatures>, true},
    {"triggers", "triggers", Value<&Run::triggers>, true},
    {"near-copies", "near_copies", Value<&Run::near_copies>, false},
    {"first finding", "first_finding", Value<&Run::first_finding>, true},
    {"evaluations", "evaluations", Value<&Run::evaluations>, false},
    {"seconds", "seconds", Value<&Run::seconds>, false},
    {"evaluations/s", "evaluations_per_second", Value<&Run::evaluations_per_second>, false},
};

}  // namespace

std::span<const Measure> Measures() { return kMeasures; }

std::vector<double> Sample(const Comparison& comparison, const std::string& strategy,
                           const Measure& measure) {
  std::vector<double> sample;
  for (const ComparisonRun& run : comparison.runs) {
    if (run.strategy == strategy) sample.push_back(measure.value(run));
  }
  return sample;
}

}  // namespace latentfuzz
