// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/chain/taut_string.h"

#include <algorithm>
#include <cstddef>

namespace gaptv::tv {
namespace {

// Steps per node after which a chain is given up. Two or three are usual.
constexpr std::size_t most_steps_per_node = 24;

// A point that the string may not pass, seen from the end of what is already fixed of it.
struct Pin {
  double run = 0;   // along the chain, > 0
  double rise = 0;  // across
  std::size_t node = 0;
};

// Runs are positive: no need to divide.
bool is_steeper(const Pin& pin, double run, double rise) {
  return pin.rise * run > rise * pin.run;
}
bool is_less_steep(const Pin& pin, double run, double rise) {
  return pin.rise * run < rise * pin.run;
}

}  // namespace

bool pull_string_taut(std::span<const double> weight, std::span<const double> pull, std::span<const double> capacity,
                      std::span<double> flow) {
  const std::size_t nodes = weight.size();
  std::size_t steps_left = most_steps_per_node * nodes;
  double received = 0;  // over the edge before "begin", the first node whose part of the string is not fixed
  for (std::size_t begin = 0; begin < nodes;) {
    Pin ceiling;  // the point above the string that presses it down most
    Pin floor;    // and the one below that lifts it most
    const Pin* bend = nullptr;
    double run = 0;
    double rise = received;
    for (std::size_t node = begin; bend == nullptr && node < nodes; ++node) {
      if (steps_left-- == 0) return false;
      run += weight[node];
      rise += pull[node];
      // At the end there is no way but the sum of the data.
      const double width = node + 1 < nodes ? capacity[node] : 0.0;
      if (node > begin && is_less_steep(ceiling, run, rise - width)) {
        bend = &ceiling;
      } else if (node > begin && is_steeper(floor, run, rise + width)) {
        bend = &floor;
      } else {
        if (node == begin || !is_less_steep(ceiling, run, rise + width)) ceiling = {run, rise + width, node};
        if (node == begin || !is_steeper(floor, run, rise - width)) floor = {run, rise - width, node};
      }
    }
    const Pin& end = bend != nullptr ? *bend : ceiling;  // without a bend: the last node
    const double slope = end.rise / end.run;
    for (std::size_t i = begin; i < end.node; ++i) {
      received += pull[i] - slope * weight[i];
      flow[i] = std::clamp(received, -capacity[i], capacity[i]);
    }
    if (bend != nullptr) flow[end.node] = received = bend == &ceiling ? -capacity[end.node] : capacity[end.node];
    begin = end.node + 1;
  }
  return true;
}

}  // namespace gaptv::tv
