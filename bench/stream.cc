// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>

#include "bench/measurements.h"
#include "bench/plain_read.h"
#include "bench/stopwatch.h"
#include "gaptv/base/random.h"
#include "gaptv/scan/fit_batches.h"
#include "gaptv/scan/row_batches.h"

namespace gaptv::bench {
namespace {

// As many rows as a stream of DuckDB has in a batch.
constexpr std::size_t batch_rows = 65536;

// Hands out rows in memory as a stream would, so that nothing is measured but what a fit does with its batches.
class BatchesInMemory final : public RowBatches {
 public:
  explicit BatchesInMemory(const Dataset& data)
      : columns_{.features = data.feature_names, .outcome = data.outcome_name}, data_(data.view()) {}

  const BatchColumns& columns() const override { return columns_; }
  std::unique_ptr<BatchReader> read() override { return std::make_unique<Reader>(data_); }
  std::size_t expected_rows() const override { return data_.rows(); }

 private:
  class Reader final : public BatchReader {
   public:
    explicit Reader(const DataView& data) : data_(data) {}
    bool next(RowBatch& batch) override {
      const std::size_t size = std::min(batch_rows, data_.rows() - next_);
      if (size == 0) return false;
      batch = {};
      for (const ColumnView& column : data_.features) batch.columns.push_back({column.data + next_, size, 1});
      batch.columns.push_back({data_.outcome.data + next_, size, 1});
      next_ += size;
      return true;
    }

   private:
    const DataView& data_;
    std::size_t next_ = 0;
  };

  BatchColumns columns_;
  DataView data_;
};

// Makes rows with a high and a low region; no value recurs.
Dataset make_rows(std::size_t rows) {
  Dataset data{.feature_names = {"x", "z"}, .outcome_name = "y", .features = {{}, {}}};
  Random random(1);
  for (std::size_t row = 0; row < rows; ++row) {
    const double x = random.uniform();
    const double z = random.uniform() + random.uniform();
    data.features[0].push_back(x);
    data.features[1].push_back(z);
    data.outcome.push_back((x > 0.4 && z > 0.6 ? 3.0 : 0.0) + 4 * (random.uniform() + random.uniform() - 1));
  }
  return data;
}

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

void measure_stream(std::size_t rows, std::size_t repeats) {
  const Dataset data = make_rows(rows);
  BatchesInMemory batches(data);
  std::vector<double> fits;
  std::vector<double> processor;
  std::vector<double> reads;
  for (std::size_t i = 0; i < repeats; ++i) {
    reads.push_back(seconds_of([&] { read_plainly(data.view()); }));
    const double before = processor_seconds();
    fits.push_back(seconds_of([&] { fit_batches(batches, MissingRule::error, {}); }));
    processor.push_back(processor_seconds() - before);
  }
  std::printf("{\"rows\": %zu, \"fit_seconds\": %.6f, \"fit_processor_seconds\": %.6f, \"plain_read_seconds\": %.6f}\n",
              rows, median(fits), median(processor), median(reads));
}

}  // namespace gaptv::bench
