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

void check_node_data(std::size_t nodes, const std::vector<double>& weight, const std::vector<double>& mean) {
  check_length(weight.size(), nodes, "weights");
  check_length(mean.size(), nodes, "means");
  for (std::size_t node = 0; node < nodes; ++node) {
    const double of_node = weight[node];
    if (!std::isfinite(of_node) || of_node < 0) {
      throw InvalidInput("node " + std::to_string(node) + ": its weight is " + std::to_string(of_node) +
                         "; weights are finite numbers of 0 or more (0: no data)");
    }
    if (of_node > 0 && !std::isfinite(mean[node])) {
      throw InvalidInput("node " + std::to_string(node) + ": its mean is " + std::to_string(mean[node]) +
                         "; give a finite number, or the weight 0 if there are no data");
    }
  }
  if (std::none_of(weight.begin(), weight.end(), [](double of_node) { return of_node > 0; })) {
    throw InvalidInput("no node has data; give at least one a weight above 0");
  }
}

void check(const GraphProblem& problem) {
  check(problem.graph);
  check_node_data(problem.graph.nodes, problem.weight, problem.mean);
}

}  // namespace gaptv
