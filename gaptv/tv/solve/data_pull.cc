// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/solve/data_pull.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "gaptv/base/infinity.h"

namespace gaptv::tv {

double mean_of_data(std::span<const double> weight, std::span<const double> mean) {
  double sum_of_weights = 0;
  double weighted_sum = 0;
  for (std::size_t i = 0; i < weight.size(); ++i) {
    if (weight[i] <= 0) continue;
    sum_of_weights += weight[i];
    weighted_sum += weight[i] * mean[i];
  }
  return weighted_sum / sum_of_weights;
}

double total_pull(const std::vector<double>& weight, const std::vector<double>& mean, double centre) {
  double pull = 0;
  for (std::size_t i = 0; i < weight.size(); ++i) {
    if (weight[i] > 0) pull += weight[i] * std::abs(mean[i] - centre);
  }
  return pull;
}

double enough_capacity(double total_pull, double strongest_edge, double lambda) {
  if (total_pull <= 0 || lambda * strongest_edge <= total_pull) return infinity;
  return std::ldexp(1.0, std::ilogb(total_pull / lambda) + 1);
}

int halvings_above_all(double lambda, double lambda_of_constant) {
  return lambda_of_constant > 0 && lambda > 2 * lambda_of_constant
             ? std::ilogb(lambda) - std::ilogb(lambda_of_constant) - 1
             : 0;
}

double rounding_of_values(const std::vector<double>& weight, const std::vector<double>& mean) {
  double lowest = infinity;
  double highest = -lowest;
  for (std::size_t i = 0; i < weight.size(); ++i) {
    if (weight[i] <= 0) continue;
    lowest = std::min(lowest, mean[i]);
    highest = std::max(highest, mean[i]);
  }
  return rounding_tolerance * (highest - lowest);
}

double rounding_near_ends(double rounding, const Interval& possible, std::span<const double> values) {
  if (!std::isfinite(possible.lowest) && !std::isfinite(possible.highest)) return rounding;
  for (const double value : values) {
    const double room = std::min(value - possible.lowest, possible.highest - value);
    rounding = std::min(rounding, rounding_tolerance * room);
  }
  return rounding;
}

}  // namespace gaptv::tv
