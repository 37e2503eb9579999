// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/child_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "gaptv/base/error.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): not every system's header has it

namespace gaptv::cli {

ChildProcess::ChildProcess(const std::vector<std::string>& command, Progress& progress) : progress_(progress) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw InvalidInput(std::string("cannot make a pipe: ") + std::strerror(errno));
  constexpr int most_bytes_in_pipe = 1 << 20;
  fcntl(ends[0], F_SETPIPE_SZ, most_bytes_in_pipe);  // only a wish
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));  // NOLINT
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions{};
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  const int reason = posix_spawnp(&process_, arguments.front(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  output_ = ends[0];
  if (reason == 0) return;
  close(output_);
  throw InvalidInput("cannot start " + command.front() + ": " + std::strerror(reason));
}

ChildProcess::~ChildProcess() {
  close(output_);
  if (process_ < 0) return;
  kill(process_, SIGTERM);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::size_t ChildProcess::read(std::span<char> into) {
  std::size_t filled = 0;
  while (filled < into.size()) {
    progress_.check();
    const ssize_t got = ::read(output_, into.data() + filled, into.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    filled += static_cast<std::size_t>(got);
  }
  return filled;
}

std::string ChildProcess::describe_end() {
  int status = 0;
  while (waitpid(process_, &status, 0) < 0) {
    if (errno != EINTR) return "ended";
  }
  process_ = -1;
  if (WIFSIGNALED(status)) return "was killed by signal " + std::to_string(WTERMSIG(status));
  return "ended with code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace gaptv::cli
