// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string_view>

namespace gaptv {

// The optimal values of a cell without data form an interval. The rule says which of them it gets: the one nearest to
// the mean of all data, or the middle. Neighbours keep their order under both, so that both give a minimiser.
enum class EmptyCellRule { nearest_to_mean, middle };

// The name under which the model records the rule.
constexpr std::string_view name_of(EmptyCellRule rule) {
  return rule == EmptyCellRule::middle ? "middle" : "nearest-to-mean";
}

// The name under which the model records the rule of losses of single outcomes: the optimal value nearest to the best
// constant for all data.
inline constexpr const char* nearest_to_constant_rule = "nearest-to-constant";

}  // namespace gaptv
