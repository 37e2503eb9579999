// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/evaluate/area_under_curve.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>

namespace gaptv {

// By the ranks of the ones among all rows (Mann and Whitney).
double area_under_curve(const DataView& data, const std::vector<double>& prediction) {
  std::vector<std::size_t> order(data.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t row) { return prediction[row]; });
  double zeros_below = 0;
  double ones = 0;
  double pairs = 0;
  for (std::size_t i = 0; i < order.size();) {
    double tied_zeros = 0;
    double tied_ones = 0;
    const double value = prediction[order[i]];
    for (; i < order.size() && prediction[order[i]] == value; ++i) {
      (data.outcome[order[i]] == 1 ? tied_ones : tied_zeros) += data.weight_of(order[i]);
    }
    pairs += tied_ones * (zeros_below + tied_zeros / 2);
    zeros_below += tied_zeros;
    ones += tied_ones;
  }
  return ones > 0 && zeros_below > 0 ? pairs / (ones * zeros_below) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace gaptv
