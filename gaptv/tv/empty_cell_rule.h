// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string_view>

namespace gaptv {

// Which of its optimal values, an interval, a cell without data gets: the one nearest to the mean of all data, or the
// middle. Neighbours keep their order under both, so that both give a minimiser.
enum class EmptyCellRule { nearest_to_mean, middle };

// The name under which the model records the rule.
constexpr std::string_view name_of(EmptyCellRule rule) {
  return rule == EmptyCellRule::middle ? "middle" : "nearest-to-mean";
}

}  // namespace gaptv
