// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "gaptv/grid/bin_locator.h"
#include "gaptv/grid/quantiles.h"
#include "gaptv/scan/row_batches.h"

namespace gaptv {

// Chooses borders between stretches of about equally many of the first rows, for each axis.
std::vector<std::vector<double>> choose_borders(RowBatches& rows);

// Tells which of some disjoint stretches a value lies in.
class StretchLocator {
 public:
  explicit StretchLocator(const std::vector<ValueStretch>& stretches);

  // Returns the number of the stretch, or nothing.
  std::optional<std::size_t> find(double value) const {
    const std::size_t place = locator_.bin_of(value);
    if (place % 2 == 0) return std::nullopt;
    return place / 2;
  }

 private:
  BinLocator locator_;
};

using Values = std::vector<std::pair<double, double>>;  // with their weights

std::vector<ValueStretch> group_equal_values(Values values);

// Divides a stretch that holds too many values to remember them into so many parts of equal width.
std::vector<double> divide_evenly(const ValueStretch& stretch, std::size_t parts);

// Decides which stretches of all axes hold too many values to remember, together: into how many parts each is divided,
// or 0 where its values can be remembered.
std::vector<std::vector<std::size_t>> divide_crowded(const std::vector<std::vector<ValueStretch>>& stretches);

}  // namespace gaptv
