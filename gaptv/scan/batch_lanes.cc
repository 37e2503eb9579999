// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/batch_lanes.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "gaptv/base/parallel.h"

namespace gaptv {
namespace {

// The batches that wait for their visit: a queue for each lane.
class LaneQueues {
 public:
  LaneQueues(std::size_t lanes, const BatchVisitor& visit) : lanes_(lanes), visit_(visit) {}

  // Waits while too many batches are on their way. Returns false once a visit has failed.
  bool put(const BatchPlace& place, RowBatch batch) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_ < 2 * lanes_.size() || has_failed(); });
    if (has_failed()) return false;
    lanes_[place.lane].batches.push_back({number_++, place, std::move(batch)});
    ++waiting_;
    changed_.notify_all();
    return true;
  }
  void finish() {
    const std::lock_guard lock(mutex_);
    is_finished_ = true;
    changed_.notify_all();
  }
  // Visits batches until there are no more.
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      auto lane = find_ready();
      changed_.wait(lock, [&] {
        lane = find_ready();
        return lane != lanes_.end() || has_failed() || (is_finished_ && waiting_ == 0);
      });
      if (lane == lanes_.end() || has_failed()) return;
      lane->is_busy = true;
      Waiting next = std::move(lane->batches.front());
      lane->batches.pop_front();
      lock.unlock();
      visit_one(next);
      next.batch = {};
      lock.lock();
      lane->is_busy = false;
      --waiting_;
      changed_.notify_all();
    }
  }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  struct Waiting {
    std::size_t number = 0;
    BatchPlace place;
    RowBatch batch;
  };
  struct Lane {
    std::deque<Waiting> batches;
    bool is_busy = false;
  };

  bool has_failed() const { return failed_number_ != std::numeric_limits<std::size_t>::max(); }
  std::vector<Lane>::iterator find_ready() {
    return std::ranges::find_if(lanes_, [](const Lane& lane) { return !lane.is_busy && !lane.batches.empty(); });
  }
  void visit_one(const Waiting& next) {
    try {
      visit_(next.place, next.batch);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (next.number < failed_number_) {
        failed_number_ = next.number;
        error_ = std::current_exception();
      }
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Lane> lanes_;
  const BatchVisitor& visit_;
  std::size_t number_ = 0;
  std::size_t waiting_ = 0;  // those that are being visited among them
  bool is_finished_ = false;
  std::size_t failed_number_ = std::numeric_limits<std::size_t>::max();
  std::exception_ptr error_;
};

// Ends the work of the threads whatever happens.
class FinishAtEnd {
 public:
  explicit FinishAtEnd(LaneQueues& queues) : queues_(queues) {}
  FinishAtEnd(const FinishAtEnd&) = delete;
  FinishAtEnd& operator=(const FinishAtEnd&) = delete;
  ~FinishAtEnd() { queues_.finish(); }

 private:
  LaneQueues& queues_;
};

// Calls take(place, batch) for every batch until it returns false. Returns the number of rows.
template <typename Take>
std::size_t read_all(RowBatches& rows, std::size_t lanes, Progress& progress, Take&& take) {
  const std::unique_ptr<BatchReader> reader = rows.read();
  const auto expected = static_cast<double>(rows.expected_rows());
  std::size_t count = 0;
  std::size_t number = 0;
  for (RowBatch batch; reader->next(batch); batch = {}) {
    progress.check();
    const std::size_t size = batch.rows();
    if (size == 0) continue;
    if (!take(BatchPlace{number++ % lanes, count}, std::move(batch))) break;
    count += size;
    if (expected > 0) progress.advance(std::min(1.0, static_cast<double>(count) / expected));
  }
  return count;
}

}  // namespace

std::size_t visit_batches(RowBatches& rows, std::size_t lanes, std::size_t threads, Progress& progress,
                          const BatchVisitor& visit) {
  const std::size_t workers = std::min(lanes, thread_count(threads));
  if (workers == 1 && thread_count(threads) == 1) {
    return read_all(rows, lanes, progress, [&](const BatchPlace& place, const RowBatch& batch) {
      visit(place, batch);
      return true;
    });
  }
  LaneQueues queues(lanes, visit);
  std::size_t count = 0;
  {
    std::vector<std::jthread> pool;
    const FinishAtEnd finish(queues);
    for (std::size_t i = 0; i < workers; ++i) pool.emplace_back([&queues] { queues.work(); });
    count = read_all(rows, lanes, progress,
                     [&](const BatchPlace& place, RowBatch batch) { return queues.put(place, std::move(batch)); });
  }
  queues.rethrow();
  return count;
}

}  // namespace gaptv
