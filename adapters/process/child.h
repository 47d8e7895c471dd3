// A program that runs beside this one, with pipes at its stdin, stdout and stderr.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "latentfuzz/adapters/process/command.h"
#include "latentfuzz/adapters/process/descriptor.h"

namespace latentfuzz::process {

// The child ended, closed a pipe, or let the time run out; what() says which, as in "was killed by
// signal 9 (Killed)". It is of no use any more.
class ChildFailure : public std::runtime_error {
 public:
  ChildFailure(const std::string& what, std::string last_words)
      : std::runtime_error(what), last_words_(std::move(last_words)) {}

  // The end of what it wrote to stderr.
  const std::string& last_words() const { return last_words_; }

 private:
  std::string last_words_;
};

// Not for use from several threads at a time. The child is the leader of its own process group:
// Ctrl-C reaches this program alone, and the group ends with the child.
class Child {
 public:
  // `memory` is the descriptor that the child finds at kMemoryDescriptor; -1 = none. Throws
  // Error{kSetup} where the program cannot be started.
  Child(const Command& command, std::chrono::seconds timeout, int memory = -1);
  // Closes its stdin, and kills it if it is still there a moment later.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // From now on there is a whole time-out for what is written and read.
  void StartClock();
  // Throw ChildFailure. What the child writes to stderr is taken from it meanwhile, so that it
  // never waits for a reader.
  void Write(std::initializer_list<std::span<const char>> parts);
  void Read(std::span<char> into);
  // What can be read at once: a few bytes, for messages.
  std::string ReadWaiting();
  // The end of what it wrote to stderr so far: a few lines.
  std::string LastWords();

 private:
  // Until the pipe can be written or read.
  void Await(int descriptor, short events);
  void DrainErrors();
  [[noreturn]] void FailEnded(const char* pipe);
  // How the child ended, or `if_it_lives` where it does not end soon: then it is killed.
  std::string Reap(const std::string& if_it_lives = {});
  bool EndsSoon() const;

  std::chrono::seconds timeout_;
  std::chrono::steady_clock::time_point deadline_;
  Descriptor in_, out_, errors_;
  std::string written_;  // the last of what came from errors_
  pid_t pid_ = -1;       // -1 once it was waited for
};

}  // namespace latentfuzz::process
