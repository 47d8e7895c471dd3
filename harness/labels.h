// The two labels of an evaluation, as people read them.
#pragma once

#include <string>

namespace latentfuzz {

struct NamedLabels {
  bool single = false;  // a single classifier: the reference's name is the expected label
  // Class names; empty where a row is not finite, or no label is expected.
  std::string reference_name, candidate_name;
  double reference_confidence = 0;  // top probability, [0, 1]
  double candidate_confidence = 0;
};

// "Pullover 63 % | Coat 51 %", "expected Pullover, candidate Coat 51 %"; "not finite" for a label
// that is not there.
std::string LabelsText(const NamedLabels& labels);

// The same in two lines: "R: Pullover 63 %" and "C: Coat 51 %", or "expected Pullover" and
// "candidate Coat 51 %".
struct LabelLines {
  std::string reference, candidate;
};
LabelLines LabelsInLines(const NamedLabels& labels);

}  // namespace latentfuzz
