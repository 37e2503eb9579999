// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/outcome_problem.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "gaptv/base/error.h"
#include "gaptv/base/infinity.h"

namespace gaptv {

void check(const OutcomeProblem& problem) {
  check(problem.graph);
  const CellSamples& samples = problem.samples;
  const OutcomeLoss& loss = *problem.loss;
  const std::size_t nodes = problem.graph.nodes;
  if (samples.cells() != nodes) {
    throw InvalidInput("outcomes for " + std::to_string(samples.cells()) + " nodes where there are " +
                       std::to_string(nodes) + "; give a list for each node");
  }
  const Interval range = range_of_outcomes(samples);
  if (range.lowest > range.highest) throw InvalidInput("no node has data; give at least one an outcome");
  if (!std::isfinite(range.lowest) || !std::isfinite(range.highest)) {
    throw InvalidInput("an outcome is not a finite number");
  }
  for (std::size_t node = 0; node < nodes; ++node) {
    const Sample sample = samples[node];
    if (sample.is_empty()) continue;
    // Written so that a slope that is not a number is refused too.
    if (loss.slopes(sample, range.lowest).left <= 0 && loss.slopes(sample, range.highest).right >= 0) {
      continue;
    }
    throw InvalidInput("the loss " + std::string(loss.name()) +
                       " must not rise below the smallest outcome nor fall above the largest; check its slopes");
  }
}

Interval range_of_outcomes(const CellSamples& samples) {
  Interval range{infinity, -infinity};
  for (std::size_t cell = 0; cell < samples.cells(); ++cell) {
    const Sample sample = samples[cell];
    if (sample.is_empty()) continue;
    range.lowest = std::min(range.lowest, sample.outcome.front());
    range.highest = std::max(range.highest, sample.outcome.back());
  }
  return range;
}

}  // namespace gaptv
