// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "bench/plain_read.h"

#include <array>

namespace gaptv::bench {
namespace {

double sum_of(const ColumnView& column) {
  std::array<double, 8> sums{};
  std::size_t i = 0;
  for (; i + sums.size() <= column.size; i += sums.size()) {
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += column.data[i + k];
  }
  double sum = 0;
  for (; i < column.size; ++i) sum += column[i];
  for (const double part : sums) sum += part;
  return sum;
}

}  // namespace

double read_plainly(const DataView& data) {
  double sum = data.outcome.empty() ? 0.0 : sum_of(data.outcome);
  for (const ColumnView& feature : data.features) sum += sum_of(feature);
  // Kept alive, so that the loop cannot be optimised away.
  static volatile double kept;
  kept = sum;
  return kept;
}

}  // namespace gaptv::bench
