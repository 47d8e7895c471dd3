// Runs the built program as a user does.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "latentfuzz/tests/corpus/samples.h"

namespace latentfuzz::e2e {

struct Finished {
  int exit = 0;  // exit code, or minus the signal that ended it
  std::string out, err;
};

struct Start {
  std::vector<std::string> arguments;
  std::filesystem::path directory = {};  // working directory; empty = this one's
  std::function<void()> prepare = {};    // called in the child before the program starts
  std::string program = LATENTFUZZ_PROGRAM;
};

// A running program. Its output goes to files, so that it never waits for a reader.
class Program {
 public:
  explicit Program(const Start& start);
  ~Program();  // kills it where it still runs
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void Signal(int signal);
  // Output so far.
  std::string Out() const;
  std::string Err() const;
  bool Running();
  Finished Wait();

 private:
  samples::TemporaryDirectory output_;
  pid_t pid_ = -1;
  int status_ = 0;
  bool running_ = true;
};

Finished ExecuteWith(const Start& start);
// `latentfuzz` with these arguments.
Finished Execute(std::vector<std::string> arguments);

// Arguments of a campaign on the zoo's float and int8 nets; `more` and the corpus follow.
std::vector<std::string> ZooRun(const std::filesystem::path& corpus,
                                const std::vector<std::string>& more = {});

// Files that two runs of one campaign must have alike: all but states (they hold times) and the
// verdict cache.
std::map<std::string, std::string> Lasting(const std::filesystem::path& corpus);

// Statistics written by --stats without the keys that hold times.
std::string StatsWithoutTimes(const std::filesystem::path& file);

// Expects exit code `code`, and a message for people: "error: ..." with a hint, and no more.
void ExpectRefused(const Finished& finished, int code, const std::string& mention);

}  // namespace latentfuzz::e2e
