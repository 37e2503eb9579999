// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/node_means.h"

#include <cmath>
#include <string>

#include "gaptv/base/error.h"
#include "gaptv/base/number_text.h"

namespace gaptv {
namespace {

[[noreturn]] void refuse(std::size_t node, const std::string& problem) {
  throw InvalidInput("node " + std::to_string(node) + ": " + problem);
}

}  // namespace

std::vector<double> node_means(std::vector<double> observed, std::span<const double> weight, const CellLoss& loss) {
  if (!loss.accepts().are_discrete()) return observed;
  if (observed.size() != weight.size()) {
    throw InvalidInput(std::to_string(weight.size()) + " weights for " + std::to_string(observed.size()) +
                       " values; give one for each node");
  }
  for (std::size_t node = 0; node < observed.size(); ++node) {
    double& value = observed[node];
    if (!(value >= 0) || value != std::floor(value)) {
      refuse(node, number_text(value) + " is not a count; give 0, 1, 2, ...");
    }
    if (!(weight[node] >= 0)) continue;  // refused by check(GraphProblem), which knows of weights
    if (loss.accepts().are_two_classes && value > weight[node]) {
      refuse(node, number_text(value) + " successes among " + number_text(weight[node]) +
                       " trials (the weight); give 0 to as many successes as there are trials");
    }
    if (weight[node] <= 0 && value > 0) {
      refuse(node, "there are events without exposure (the weight is 0); give its exposure");
    }
    if (weight[node] > 0) value /= weight[node];
  }
  return observed;
}

}  // namespace gaptv
