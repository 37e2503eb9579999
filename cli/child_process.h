// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <sys/types.h>

#include <span>
#include <string>
#include <vector>

#include "gaptv/base/progress.h"

namespace gaptv::cli {

// Runs another program, without a shell, and reads what it writes to standard output. It is ended with this object.
class ChildProcess {
 public:
  // The program is searched for in PATH if its name has no slash. Throws InvalidInput if it cannot be started.
  ChildProcess(const std::vector<std::string>& command, Progress& progress);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  // Reads the next bytes and returns how many; fewer than asked for only at the end. Throws Interrupted if the user
  // wants to stop.
  std::size_t read(std::span<char> into);
  // Says how it ended, which it has when it writes no more: "ended with code 1", "was killed by signal 9".
  std::string describe_end();

 private:
  Progress& progress_;
  pid_t process_ = -1;
  int output_ = -1;
};

}  // namespace gaptv::cli
