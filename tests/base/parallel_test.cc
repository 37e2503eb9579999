// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/parallel.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <barrier>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace gaptv {
namespace {

TEST(ThreadCount, IsTheRequestOrAtLeastOneCore) {
  EXPECT_EQ(thread_count(3), 3U);
  EXPECT_GE(thread_count(0), 1U);
}

TEST(ParallelFor, RunsEachTaskExactlyOnceWithAnyNumberOfThreads) {
  constexpr std::size_t count = 1000;
  for (const std::size_t threads : {0U, 1U, 2U, 3U, 8U}) {
    std::vector<std::atomic<int>> runs(count);
    parallel_for(count, threads, [&](std::size_t i) { ++runs[i]; });
    for (const auto& n : runs) EXPECT_EQ(n, 1);
  }
}

TEST(ParallelFor, DoesNothingForNoTasks) {
  parallel_for(0, 4, [](std::size_t) { FAIL() << "there is no task to run"; });
}

TEST(ParallelFor, RunsTasksInOrderOnOneThread) {
  std::vector<std::size_t> order;
  parallel_for(100, 1, [&](std::size_t i) { order.push_back(i); });
  std::vector<std::size_t> expected(100);
  std::iota(expected.begin(), expected.end(), std::size_t{0});
  EXPECT_EQ(order, expected);
}

TEST(ParallelFor, RunsTasksAtTheSameTimeAndUsesTheThreadOfTheCaller) {
  std::barrier both(2);  // passed only if two tasks run at once
  std::array<std::thread::id, 2> ids;
  parallel_for(2, 2, [&](std::size_t i) {
    ids[i] = std::this_thread::get_id();
    both.arrive_and_wait();
  });
  EXPECT_NE(ids[0], ids[1]);
  EXPECT_TRUE(ids[0] == std::this_thread::get_id() || ids[1] == std::this_thread::get_id());
}

TEST(ParallelFor, GivesTheSameSumWithAnyNumberOfThreads) {
  const auto sum_with = [](std::size_t threads) {
    std::vector<double> parts(64);
    parallel_for(parts.size(), threads, [&](std::size_t i) {
      for (int k = 1; k < 100; ++k) parts[i] += 1.0 / (static_cast<double>(i) + k);
    });
    return std::accumulate(parts.begin(), parts.end(), 0.0);
  };
  EXPECT_EQ(sum_with(1), sum_with(2));
  EXPECT_EQ(sum_with(1), sum_with(7));
}

TEST(ParallelFor, MayBeNested) {
  std::atomic<int> runs = 0;
  parallel_for(4, 2, [&](std::size_t) { parallel_for(5, 2, [&](std::size_t) { ++runs; }); });
  EXPECT_EQ(runs, 20);
}

TEST(ParallelFor, SkipsTheTasksAfterAnExceptionOnOneThread) {
  std::vector<std::size_t> started;
  const auto task = [&](std::size_t i) {
    started.push_back(i);
    if (i == 3) throw std::runtime_error("task 3");
  };
  EXPECT_THROW(parallel_for(10, 1, task), std::runtime_error);
  EXPECT_EQ(started, (std::vector<std::size_t>{0, 1, 2, 3}));
}

TEST(ParallelFor, RethrowsTheExceptionOfTheLowestTaskThatThrew) {
  for (int repeat = 0; repeat < 50; ++repeat) {
    std::barrier both(2);  // so that both tasks have started before either throws
    try {
      parallel_for(100, 2, [&](std::size_t i) {
        if (i < 2) both.arrive_and_wait();
        throw std::runtime_error("task " + std::to_string(i));
      });
      FAIL() << "an exception was lost";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "task 0");
    }
  }
}

TEST(ParallelFor, WaitsForRunningTasksAndSkipsTheOthersAfterAnException) {
  std::barrier both(2);
  std::atomic<int> started = 0;
  std::atomic<int> ended = 0;
  constexpr int count = 1000;
  const auto task = [&](std::size_t i) {
    ++started;
    if (i < 2) both.arrive_and_wait();
    if (i == 0) throw std::runtime_error("task 0");
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ++ended;
  };
  EXPECT_THROW(parallel_for(count, 2, task), std::runtime_error);
  EXPECT_EQ(ended, started - 1);
  EXPECT_LT(started, count);
}

}  // namespace
}  // namespace gaptv
