// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace gaptv {

std::size_t thread_count(std::size_t threads) {
  return threads > 0 ? threads : std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

void parallel_for(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& task) {
  const std::size_t workers = std::min(thread_count(threads), count);
  if (workers <= 1) {
    for (std::size_t index = 0; index < count; ++index) task(index);
    return;
  }
  std::atomic<std::size_t> next{0};
  std::mutex failure_mutex;
  std::exception_ptr failure;
  std::size_t failed_index = count;
  const auto work = [&] {
    for (std::size_t index = next++; index < count; index = next++) {
      try {
        task(index);
      } catch (...) {
        const std::lock_guard lock(failure_mutex);
        if (index < failed_index) {
          failed_index = index;
          failure = std::current_exception();
        }
        next = count;
      }
    }
  };
  std::vector<std::jthread> pool;
  pool.reserve(workers - 1);
  for (std::size_t worker = 1; worker < workers; ++worker) pool.emplace_back(work);
  work();
  pool.clear();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace gaptv
