// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <functional>

namespace gaptv {

// Returns the number of threads to use when the user asked for "threads" (0 means every core).
std::size_t thread_count(std::size_t threads);

// Runs task(0) .. task(count - 1), each exactly once, on up to "threads" threads (0 means every core); the caller's
// thread is one of them. Tasks start in the order of their number. If tasks throw, the exception of the one with the
// lowest number that threw is rethrown after all running tasks have ended, and tasks not yet started are skipped.
//
// Results are the same for every number of threads as long as the split into tasks does not depend on it: callers cut
// their work by the size of the data, never by the number of threads.
void parallel_for(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& task);

}  // namespace gaptv
