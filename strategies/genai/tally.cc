#include "latentfuzz/strategies/genai/tally.h"

namespace latentfuzz {
namespace {

double Ratio(std::uint64_t part, std::uint64_t whole, double scale) {
  return whole == 0 ? 0 : scale * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

void Tally::Count(const SeedSearch& search, std::size_t generations) {
  ++seeds_;
  if (search.state() == SeedSearch::State::kNotViable) return;
  ++viable_;
  generations_ += search.failed() ? search.failed_at() : generations;
  if (!search.failed()) return;
  ++failures_;
  at_0_ += search.failed_at() == 0;
  at_1_ += search.failed_at() == 1;
}

std::vector<Figure> Tally::Figures(std::uint64_t evaluations) const {
  return {{"seeds", static_cast<double>(seeds_)},
          {"viable_percent", Ratio(viable_, seeds_, 100)},
          {"failure_percent", Ratio(failures_, viable_, 100)},
          {"failures", static_cast<double>(failures_)},
          {"failures_at_0", static_cast<double>(at_0_)},
          {"failures_at_1", static_cast<double>(at_1_)},
          {"mean_generations", Ratio(generations_, viable_, 1)},
          {"evaluations", static_cast<double>(evaluations)}};
}

}  // namespace latentfuzz
