#include "latentfuzz/tests/harness/e2e/program.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

namespace latentfuzz::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

void Redirect(int descriptor, const std::filesystem::path& file) {
  const int opened = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (opened < 0 || ::dup2(opened, descriptor) < 0) ::_exit(126);
  ::close(opened);
}

// In the child.
[[noreturn]] void ExecuteChild(const Start& start, const std::filesystem::path& output) {
  Redirect(STDOUT_FILENO, output / "out");
  Redirect(STDERR_FILENO, output / "err");
  if (!start.directory.empty() && ::chdir(start.directory.c_str()) != 0) ::_exit(126);
  if (start.prepare) start.prepare();
  std::vector<std::string> arguments = {start.program};
  arguments.insert(arguments.end(), start.arguments.begin(), start.arguments.end());
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  ::execv(start.program.c_str(), pointers.data());
  ::_exit(127);
}

}  // namespace

Program::Program(const Start& start) {
  pid_ = ::fork();
  if (pid_ == 0) ExecuteChild(start, output_.path());
}

Program::~Program() {
  if (!Running()) return;
  Signal(SIGKILL);
  Wait();
}

void Program::Signal(int signal) { ::kill(pid_, signal); }

std::string Program::Out() const { return samples::ReadFile(output_.path() / "out"); }
std::string Program::Err() const { return samples::ReadFile(output_.path() / "err"); }

bool Program::Running() {
  if (running_ && ::waitpid(pid_, &status_, WNOHANG) == pid_) running_ = false;
  return running_;
}

Finished Program::Wait() {
  if (running_) ::waitpid(pid_, &status_, 0);
  running_ = false;
  return {WIFEXITED(status_) ? WEXITSTATUS(status_) : -WTERMSIG(status_), Out(), Err()};
}

Finished ExecuteWith(const Start& start) { return Program(start).Wait(); }

Finished Execute(std::vector<std::string> arguments) {
  return ExecuteWith(Start{std::move(arguments)});
}

std::vector<std::string> ZooRun(const std::filesystem::path& corpus,
                                const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {
      "run",         "--reference",    "zoo:fashion-cnn", "--candidate", "zoo:fashion-cnn-int8",
      "--generator", "zoo:fashion-vae"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  arguments.push_back(corpus.string());
  return arguments;
}

std::map<std::string, std::string> Lasting(const std::filesystem::path& corpus) {
  auto files = samples::Snapshot(corpus);
  std::erase_if(files, [](const auto& file) {
    return file.first.starts_with("verdicts.sqlite") || file.first.ends_with("state.cbor") ||
           file.first.find("/.tmp-") != std::string::npos;
  });
  return files;
}

std::string StatsWithoutTimes(const std::filesystem::path& file) {
  auto json = nlohmann::json::parse(samples::ReadFile(file));
  for (const char* key : {"seconds", "search_seconds", "evals_per_second"}) json.erase(key);
  return json.dump(2);
}

void ExpectRefused(const Finished& finished, int code, const std::string& mention) {
  EXPECT_EQ(finished.exit, code) << finished.err;
  EXPECT_THAT(finished.err, StartsWith("error: "));
  EXPECT_THAT(finished.err, HasSubstr("\n  hint: "));
  EXPECT_THAT(finished.err.substr(0, finished.err.find("\n  hint: ")), HasSubstr(mention));
  EXPECT_LE(std::count(finished.err.begin(), finished.err.end(), '\n'), 12) << finished.err;
}

}  // namespace latentfuzz::e2e
