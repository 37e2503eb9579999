// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <span>
#include <vector>

#include "gaptv/base/interval.h"

namespace gaptv::tv {

// Returns the weighted mean of the entries with weight > 0; there must be one.
double mean_of_data(std::span<const double> weight, std::span<const double> mean);

// Returns the sum of weight * |mean - centre|. If the centre is the mean of the data, no edge ever needs to carry more.
double total_pull(const std::vector<double>& weight, const std::vector<double>& mean, double centre);

// Returns the weight of an edge beyond which it makes no difference, because lambda times it exceeds what all data
// together can pull; infinity if no edge is as strong. Cutting weights off there leaves the units of flow to the weaker
// edges. It is a power of two, so that a path of lambdas seldom changes it.
double enough_capacity(double total_pull, double strongest_edge, double lambda);

// Says how often to halve lambda before solving, where it is far above the lambda from which on the fit is constant:
// its flow would be too small for its units. A smaller lambda that is still above gives the same constants, and its
// flow, divided by a power of two, is exact.
int halvings_above_all(double lambda, double lambda_of_constant);

// Values whose difference is at most this share of their range are equal up to rounding.
inline constexpr double rounding_tolerance = 1e-12;

// Values whose difference is at most this much of the range of the means are equal up to rounding: the constants of two
// regions that are equal in exact arithmetic differ by a few units in the last place of the largest value. This is far
// above that, and far below anything that could matter.
double rounding_of_values(const std::vector<double>& weight, const std::vector<double>& mean);

// Returns "rounding", but no more than its share of any value's distance from an end of what is possible.
double rounding_near_ends(double rounding, const Interval& possible, std::span<const double> values);

// Finds the largest ratio of all sets by Dinkelbach's method, given the ratio of some set, and a function that returns
// the ratio of a set that violates a given ratio (a larger one, that is; anything else if no set does).
template <typename ViolatedRatio>
double largest_ratio(double ratio, ViolatedRatio&& violated_ratio) {
  while (ratio > 0) {
    const double better = violated_ratio(ratio);
    // Not better by more than rounding: the flow's unit is about 2^-40 of the ratio.
    if (better <= ratio * (1 + 1e-12)) break;
    ratio = better;
  }
  return ratio;
}

}  // namespace gaptv::tv
