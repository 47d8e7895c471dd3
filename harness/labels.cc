#include "latentfuzz/harness/labels.h"

#include <fmt/format.h>

#include "latentfuzz/harness/text.h"

namespace latentfuzz {
namespace {

std::string LabelText(const std::string& name, double confidence) {
  return name.empty() ? "not finite" : fmt::format("{} {:.0f} %", Escaped(name), 100 * confidence);
}

std::string ExpectedText(const std::string& name) {
  return "expected " + (name.empty() ? "nothing" : Escaped(name));
}

}  // namespace

std::string LabelsText(const NamedLabels& labels) {
  const std::string candidate = LabelText(labels.candidate_name, labels.candidate_confidence);
  if (labels.single) return ExpectedText(labels.reference_name) + ", candidate " + candidate;
  return LabelText(labels.reference_name, labels.reference_confidence) + " | " + candidate;
}

LabelLines LabelsInLines(const NamedLabels& labels) {
  const std::string candidate = LabelText(labels.candidate_name, labels.candidate_confidence);
  if (labels.single) return {ExpectedText(labels.reference_name), "candidate " + candidate};
  return {"R: " + LabelText(labels.reference_name, labels.reference_confidence), "C: " + candidate};
}

}  // namespace latentfuzz
