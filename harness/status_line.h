// Lines on a stream, and below them one that is drawn again and again where it is a terminal.
#pragma once

#include <iosfwd>
#include <string>

namespace latentfuzz {

class StatusLine {
 public:
  // `live`: the stream is a terminal. Without it Draw does nothing.
  StatusLine(std::ostream& out, bool live) : out_(out), live_(live) {}
  ~StatusLine() { Erase(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  // A line that stays.
  void Print(const std::string& line);
  // True where the line may be drawn: ten times a second of `now` (seconds of any clock).
  bool Due(double now) const;
  // Takes the place of what was drawn before.
  void Draw(const std::string& text, double now);

 private:
  void Erase();

  std::ostream& out_;
  bool live_;
  bool drawn_ = false;
  double last_ = -1;
};

// "[=======                     ]  25 %" of a share in [0, 1].
std::string ProgressBar(double share);

}  // namespace latentfuzz
