#include "latentfuzz/harness/status_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>

namespace latentfuzz {
namespace {

constexpr double kRedrawSeconds = 0.1;
constexpr double kBarWidth = 28;

}  // namespace

void StatusLine::Print(const std::string& line) {
  Erase();
  out_ << line << '\n' << std::flush;
}

bool StatusLine::Due(double now) const { return live_ && std::abs(now - last_) >= kRedrawSeconds; }

void StatusLine::Draw(const std::string& text, double now) {
  if (!Due(now)) return;
  Erase();
  out_ << text << std::flush;
  drawn_ = true;
  last_ = now;
}

void StatusLine::Erase() {
  if (!drawn_) return;
  out_ << "\r\x1b[K" << std::flush;
  drawn_ = false;
}

std::string ProgressBar(double share) {
  const double clamped = std::clamp(share, 0.0, 1.0);
  const auto filled = static_cast<std::size_t>(clamped * kBarWidth);
  std::string bar(static_cast<std::size_t>(kBarWidth), ' ');
  std::fill_n(bar.begin(), filled, '=');
  return fmt::format("[{}] {:3.0f} %", bar, 100 * clamped);
}

}  // namespace latentfuzz
