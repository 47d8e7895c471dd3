#include "latentfuzz/adapters/process/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include "latentfuzz/adapters/no_sigpipe.h"
#include "latentfuzz/adapters/process/shared_memory.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz::process {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kErrorsKept = 4096;
constexpr int kPipeBytes = 1 << 20;  // asked for: fewer turns between the two processes
constexpr auto kPatience = 1s;       // for an end that is due
constexpr auto kLookAgain = 1ms;
constexpr std::size_t kLastLines = 8;

[[noreturn]] void FailToStart(const Command& command, int error) {
  throw Error(ErrorKind::kSetup,
              fmt::format("cannot start {}: {}", command.words.front(), std::strerror(error)),
              "check the program's name; a relative path starts at the option cwd");
}

struct Pipe {
  Descriptor read, write;
};

Pipe OpenPipe(const Command& command) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) FailToStart(command, errno);
  ::fcntl(ends[0], F_SETPIPE_SZ, kPipeBytes);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

Descriptor Ours(Descriptor end) {
  ::fcntl(end.get(), F_SETFL, O_NONBLOCK);
  return end;
}

// What posix_spawn is told about the child.
class SpawnSettings {
 public:
  SpawnSettings(const Command& command, std::initializer_list<std::pair<int, int>> descriptors) {
    ::posix_spawn_file_actions_init(&actions_);
    for (const auto& [from, to] : descriptors)
      if (from >= 0) ::posix_spawn_file_actions_adddup2(&actions_, from, to);
    if (!command.directory.empty())
      ::posix_spawn_file_actions_addchdir_np(&actions_, command.directory.c_str());
    ::posix_spawnattr_init(&attributes_);
    sigset_t signals;
    ::sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes_, &signals);
    ::sigaddset(&signals, SIGPIPE);
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnSettings() {
    ::posix_spawnattr_destroy(&attributes_);
    ::posix_spawn_file_actions_destroy(&actions_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

std::string EndText(int status) {
  if (WIFEXITED(status)) return fmt::format("exited with status {}", WEXITSTATUS(status));
  return fmt::format("was killed by signal {} ({})", WTERMSIG(status),
                     ::strsignal(WTERMSIG(status)));
}

// The last lines of a text that are not empty.
std::string LastLines(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (text.find_first_not_of(" \t\r", begin) < end)
      lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  std::string last;
  for (std::size_t i = lines.size() - std::min(lines.size(), kLastLines); i < lines.size(); ++i)
    last += fmt::format("{}{}", last.empty() ? "" : "\n", lines[i]);
  return last;
}

}  // namespace

Child::Child(const Command& command, std::chrono::seconds timeout, int memory) : timeout_(timeout) {
  Pipe in = OpenPipe(command), out = OpenPipe(command), errors = OpenPipe(command);
  const SpawnSettings settings(command, {{in.read.get(), STDIN_FILENO},
                                         {out.write.get(), STDOUT_FILENO},
                                         {errors.write.get(), STDERR_FILENO},
                                         {memory, kMemoryDescriptor}});
  std::vector<std::string> words = command.words;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const int error = ::posix_spawnp(&pid_, arguments.front(), settings.actions(),
                                   settings.attributes(), arguments.data(), environ);
  if (error != 0) FailToStart(command, error);
  in_ = Ours(std::move(in.write));
  out_ = Ours(std::move(out.read));
  errors_ = Ours(std::move(errors.read));
  StartClock();
}

Child::~Child() {
  in_.Close();
  if (pid_ > 0) Reap();
}

void Child::StartClock() { deadline_ = std::chrono::steady_clock::now() + timeout_; }

void Child::Write(std::initializer_list<std::span<const char>> parts) {
  const NoSigpipe no_sigpipe;
  for (std::span<const char> rest : parts) {
    while (!rest.empty()) {
      Await(in_.get(), POLLOUT);
      const ssize_t written = ::write(in_.get(), rest.data(), rest.size());
      if (written >= 0)
        rest = rest.subspan(static_cast<std::size_t>(written));
      else if (errno != EINTR && errno != EAGAIN)
        FailEnded("stdin");
    }
  }
}

void Child::Read(std::span<char> into) {
  while (!into.empty()) {
    Await(out_.get(), POLLIN);
    const ssize_t got = ::read(out_.get(), into.data(), into.size());
    if (got > 0)
      into = into.subspan(static_cast<std::size_t>(got));
    else if (got == 0 || (errno != EINTR && errno != EAGAIN))
      FailEnded("stdout");
  }
}

std::string Child::ReadWaiting() {
  std::array<char, 60> bytes{};
  const ssize_t got = ::read(out_.get(), bytes.data(), bytes.size());
  return {bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))};
}

std::string Child::LastWords() {
  DrainErrors();
  return LastLines(written_);
}

void Child::Await(int descriptor, short events) {
  for (;;) {
    std::array<pollfd, 2> ends{{{descriptor, events, 0}, {errors_.get(), POLLIN, 0}}};
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline_ - std::chrono::steady_clock::now());
    const int ready =
        ::poll(ends.data(), ends.size(), static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) {
      ::kill(-pid_, SIGKILL);
      throw ChildFailure(fmt::format("gave no answer within {} s", timeout_.count()), LastWords());
    }
    if (ends[1].revents != 0) DrainErrors();
    if (ends[0].revents != 0) return;
  }
}

void Child::DrainErrors() {
  std::array<char, kErrorsKept> buffer;
  for (;;) {
    const ssize_t got = ::read(errors_.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) errors_.Close();
    if (got <= 0) break;
    written_.append(buffer.data(), static_cast<std::size_t>(got));
    if (written_.size() > kErrorsKept) written_.erase(0, written_.size() - kErrorsKept);
  }
}

void Child::FailEnded(const char* pipe) {
  in_.Close();
  const std::string how = Reap(fmt::format("closed its {}, but went on", pipe));
  throw ChildFailure(how, LastWords());
}

std::string Child::Reap(const std::string& if_it_lives) {
  const bool ended = EndsSoon();
  // Before it is waited for: until then its process group cannot become another one's.
  ::kill(-pid_, SIGKILL);
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) continue;
  pid_ = -1;
  return ended ? EndText(status) : if_it_lives;
}

bool Child::EndsSoon() const {
  const auto until = std::chrono::steady_clock::now() + kPatience;
  for (;;) {
    siginfo_t info{};
    ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
    if (info.si_pid == pid_) return true;
    if (std::chrono::steady_clock::now() >= until) return false;
    std::this_thread::sleep_for(kLookAgain);
  }
}

}  // namespace latentfuzz::process
