// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/graph_problem.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "gaptv/base/error.h"

namespace gaptv {
namespace {

void check_length(std::size_t length, std::size_t nodes, const std::string& name) {
  if (length == nodes) return;
  throw InvalidInput(std::to_string(length) + " " + name + " for " + std::to_string(nodes) +
                     " nodes; give one for each node");
}

}  // namespace

void check(const GraphProblem& problem) {
  check(problem.graph);
  check_length(problem.weight.size(), problem.graph.nodes, "weights");
  check_length(problem.mean.size(), problem.graph.nodes, "means");
  for (std::size_t node = 0; node < problem.weight.size(); ++node) {
    const double weight = problem.weight[node];
    if (!std::isfinite(weight) || weight < 0) {
      throw InvalidInput("node " + std::to_string(node) + ": its weight is " + std::to_string(weight) +
                         "; weights are finite numbers of 0 or more (0: no data)");
    }
    if (weight > 0 && !std::isfinite(problem.mean[node])) {
      throw InvalidInput("node " + std::to_string(node) + ": its mean is " + std::to_string(problem.mean[node]) +
                         "; give a finite number, or the weight 0 if there are no data");
    }
  }
  if (std::none_of(problem.weight.begin(), problem.weight.end(), [](double weight) { return weight > 0; })) {
    throw InvalidInput("no node has data; give at least one a weight above 0");
  }
}

}  // namespace gaptv
