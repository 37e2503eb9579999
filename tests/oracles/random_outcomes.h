// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gaptv/loss/outcome_loss.h"
#include "gaptv/tv/outcome_problem.h"
#include "gaptv/tv/topology.h"
#include "tests/oracles/random_graphs.h"
#include "tests/oracles/random_problems.h"

namespace gaptv::testing {

// rho = log cosh(r): smooth, no parameter, nothing but what a loss must have. The slope is tanh, so that it never
// reaches its limits.
class LogCoshLoss : public OutcomeLoss {
 public:
  std::string_view name() const override { return "log-cosh"; }
  double value(const Sample& cell, double t) const override {
    double sum = 0;
    for (std::size_t i = 0; i < cell.outcome.size(); ++i) {
      const double r = std::abs(cell.outcome[i] - t);
      sum += cell.weight[i] * (r + std::log1p(std::exp(-2 * r)) - std::log(2.0));
    }
    return sum;
  }
  Slopes slopes(const Sample& cell, double t) const override {
    double sum = 0;
    for (std::size_t i = 0; i < cell.outcome.size(); ++i) sum += cell.weight[i] * std::tanh(t - cell.outcome[i]);
    return {sum, sum, 0};
  }
};

// rho = r^2 with weight tau above and 1 - tau below: the curvature jumps.
class ExpectileLoss : public OutcomeLoss {
 public:
  explicit ExpectileLoss(double tau) : tau_(tau) {}
  std::string_view name() const override { return "expectile"; }
  double value(const Sample& cell, double t) const override {
    double sum = 0;
    for (std::size_t i = 0; i < cell.outcome.size(); ++i) {
      const double r = cell.outcome[i] - t;
      sum += cell.weight[i] * (r > 0 ? tau_ : 1 - tau_) * r * r;
    }
    return sum;
  }
  Slopes slopes(const Sample& cell, double t) const override {
    double slope = 0;
    double curvature = 0;
    for (std::size_t i = 0; i < cell.outcome.size(); ++i) {
      const double twice = 2 * cell.weight[i] * (cell.outcome[i] > t ? tau_ : 1 - tau_);
      slope += twice * (t - cell.outcome[i]);
      curvature += twice;
    }
    return {slope, slope, curvature};
  }

 private:
  double tau_;
};

struct NamedLoss {
  std::string name;
  std::shared_ptr<const OutcomeLoss> loss;
};

inline std::vector<NamedLoss> losses_of_outcomes() {
  return {{"Huber", huber_loss(0.8)},
          {"HuberNearTheMedian", huber_loss(0.01)},
          {"HuberNearTheMean", huber_loss(100)},
          {"Median", quantile_loss(0.5)},
          {"Quantile90", quantile_loss(0.9)},
          {"LogCosh", std::make_shared<LogCoshLoss>()},
          {"Expectile", std::make_shared<ExpectileLoss>(0.8)}};
}
inline std::string name_of_loss(const ::testing::TestParamInfo<NamedLoss>& tested) {
  return tested.param.name;
}

// Outcomes on the nodes of a graph: up to five in each node, scattered around the value that random_problem() gives it
// and weighted as it says; tied problems have whole outcomes and whole weights.
inline CellSamples random_samples(std::size_t nodes, Kind kind, Random& random) {
  const TvProblem data = random_problem({{nodes}}, kind, random);
  const bool is_tied = kind == Kind::tied || kind == Kind::tied_with_empty_cells;
  std::vector<CellSamples::Entry> entries;
  for (std::size_t node = 0; node < nodes; ++node) {
    if (data.weight[node] <= 0) continue;
    const std::size_t count = 1 + random.below(5);
    for (std::size_t i = 0; i < count; ++i) {
      const double noise = is_tied ? static_cast<double>(random.below(3)) - 1 : random.normal();
      entries.push_back({node, data.mean[node] + noise, is_tied ? 1.0 : data.weight[node]});
    }
  }
  return CellSamples(nodes, entries, 0);
}

inline OutcomeProblem random_grid_problem(const Shape& shape, Kind kind, const NamedLoss& loss, Random& random) {
  return {make_graph(GridTopology{shape}, EdgeOrder::by_axis), random_samples(shape.cells(), kind, random), loss.loss};
}
inline OutcomeProblem random_graph_problem(Topology topology, std::uint32_t nodes, Kind kind, const NamedLoss& loss,
                                           Random& random) {
  return {random_graph(topology, nodes, random), random_samples(nodes, kind, random), loss.loss};
}

inline double objective(const OutcomeProblem& problem, double lambda, const std::vector<double>& beta) {
  double sum = 0;
  for (std::size_t node = 0; node < beta.size(); ++node) {
    const Sample sample = problem.samples[node];
    if (!sample.is_empty()) sum += problem.loss->value(sample, beta[node]);
  }
  for (const auto& [from, to, weight] : problem.graph.edges) sum += lambda * weight * std::abs(beta[from] - beta[to]);
  return sum;
}

inline CellSamples mapped(const CellSamples& samples, double factor, double shift) {
  std::vector<CellSamples::Entry> entries = samples.entries();
  for (CellSamples::Entry& entry : entries) entry.outcome = factor * entry.outcome + shift;
  return CellSamples(samples.cells(), entries, factor * samples.base() + shift);
}

}  // namespace gaptv::testing
