// How far the Gaussian step of a search reaches, from generation to generation.
#pragma once

#include <limits>

namespace latentfuzz {

// Where the best fitness stagnated, the step is multiplied by `factor` (2 in the paper: wider steps
// leave a local optimum; less than 1 in SINVAD: finer ones settle in it). Otherwise it is reset.
struct StepRule {
  double initial = 0;    // delta_init, in units of the latent
  double reset = 1;      // times `initial`
  double factor = 2;     // on stagnation
  double tolerance = 0;  // change of the best fitness that still counts as stagnation
  double most = std::numeric_limits<double>::infinity();
  double least = 0;  // a search whose step falls below it has converged

  // The step after a generation whose best fitness is `best`, where it was `before`.
  double Next(double step, double best, double before) const;
};

}  // namespace latentfuzz
