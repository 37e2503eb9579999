// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/interruption.h"

#include <atomic>
#include <csignal>

namespace gaptv::cli {
namespace {

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may touch nothing else");

void note_interruption(int /*signal*/) {
  interrupted = true;
}

}  // namespace

void install_signal_handlers() {
  struct sigaction action {};
  action.sa_handler = note_interruption;
  sigemptyset(&action.sa_mask);
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  action.sa_handler = SIG_DFL;
  sigaction(SIGPIPE, &action, nullptr);
}

bool is_interrupted() {
  return interrupted;
}

}  // namespace gaptv::cli
