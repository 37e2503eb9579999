// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/solve/outcome_solver.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "gaptv/base/infinity.h"
#include "gaptv/tv/flow/network_senders.h"
#include "gaptv/tv/partition/threshold_partition.h"
#include "gaptv/tv/solve/data_pull.h"
#include "gaptv/tv/solve/optimal_range.h"

namespace gaptv {
namespace {

std::vector<double> weight_of_nodes(const CellSamples& samples) {
  std::vector<double> weight;
  for (std::size_t node = 0; node < samples.cells(); ++node) weight.push_back(samples[node].total_weight());
  return weight;
}

}  // namespace

class OutcomeSolver::Engine {
 public:
  explicit Engine(OutcomeProblem problem);

  const OutcomeProblem& problem() const { return problem_; }
  double constant() const { return constant_; }
  GraphSolution solve(double lambda);
  double lambda_max();

 private:
  void find_constants();
  void measure_pulls();
  double best_of(std::span<const Sample* const> cells) const;
  tv::ThresholdPartition& partition_for(double lambda);
  void solve_network(double lambda, GraphSolution& solution);
  std::vector<double> values_without_penalty() const;

  OutcomeProblem problem_;
  EdgesByNode edges_;
  tv::GraphLayout layout_;
  Interval range_;
  // By position in the layout.
  std::vector<Sample> samples_;
  std::vector<double> weight_;
  double constant_ = 0;
  std::vector<double> constant_of_component_;
  // What the nodes pull at the constant of their component: the sum of it, and the most per weight of their edges.
  double total_pull_ = 0;
  double largest_ratio_of_node_ = 0;
  bool is_constant_best_for_all_ = true;
  double weakest_edge_ = infinity;
  double strongest_edge_ = 0;
  double enough_ = 0;  // the capacity beyond which the partition's network does not look
  std::optional<tv::ThresholdPartition> partition_;
};

OutcomeSolver::Engine::Engine(OutcomeProblem problem)
    : problem_((check(problem), std::move(problem))),
      edges_(edges_by_node(problem_.graph)),
      layout_(tv::lay_out(problem_.graph, edges_, weight_of_nodes(problem_.samples))),
      range_(range_of_outcomes(problem_.samples)) {
  for (const std::uint32_t node : layout_.node) {
    samples_.push_back(problem_.samples[node]);
    weight_.push_back(samples_.back().total_weight());
  }
  find_constants();
  measure_pulls();
}

double OutcomeSolver::Engine::best_of(std::span<const Sample* const> cells) const {
  return middle_of(problem_.loss->minimisers(cells, 0, range_));
}

void OutcomeSolver::Engine::find_constants() {
  std::vector<const Sample*> all;
  std::vector<std::vector<const Sample*>> of_component(static_cast<std::size_t>(layout_.components));
  for (std::size_t v = 0; v < samples_.size(); ++v) {
    if (samples_[v].is_empty()) continue;
    all.push_back(&samples_[v]);
    of_component[static_cast<std::size_t>(layout_.component[v])].push_back(&samples_[v]);
  }
  constant_ = best_of(all);
  for (const auto& cells : of_component) constant_of_component_.push_back(best_of(cells));
}

void OutcomeSolver::Engine::measure_pulls() {
  for (std::size_t v = 0; v < samples_.size(); ++v) {
    double degree = 0;
    const std::uint32_t node = layout_.node[v];
    for (std::uint32_t i = edges_.first[node]; i < edges_.first[node + 1]; ++i) {
      const double weight = problem_.graph.edges[edges_.edge[i]].weight;
      degree += weight;
      weakest_edge_ = std::min(weakest_edge_, weight);
      strongest_edge_ = std::max(strongest_edge_, weight);
    }
    if (samples_[v].is_empty()) continue;
    const Slopes slopes =
        problem_.loss->slopes(samples_[v], constant_of_component_[static_cast<std::size_t>(layout_.component[v])]);
    // A node whose slopes enclose 0 accepts the constant and pulls at nothing, however heavy it is.
    const double unwilling = std::max(-slopes.right, slopes.left);
    if (unwilling <= slopes.rounding()) continue;
    is_constant_best_for_all_ = false;
    total_pull_ += unwilling;
    if (degree > 0) largest_ratio_of_node_ = std::max(largest_ratio_of_node_, unwilling / degree);
  }
}

tv::ThresholdPartition& OutcomeSolver::Engine::partition_for(double lambda) {
  const double enough = tv::enough_capacity(total_pull_, strongest_edge_, lambda);
  if (!partition_ || enough != enough_) {
    partition_.emplace(tv::GraphNetwork(problem_.graph, edges_, layout_, enough, 1), samples_, problem_.loss, range_);
    enough_ = enough;
  }
  return *partition_;
}

void OutcomeSolver::Engine::solve_network(double lambda, GraphSolution& solution) {
  const int halvings = tv::halvings_above_all(lambda, total_pull_ / weakest_edge_);
  const double solved = std::ldexp(lambda, -halvings);
  tv::ThresholdPartition& partition = partition_for(solved);
  partition.solve(solved);
  std::vector<double> values = partition.values();
  tv::settle_without_data(tv::nodes_without_data(weight_), weight_, constant_, tv::NetworkSenders(partition.network()),
                          EmptyCellRule::nearest_to_mean, values);
  for (std::size_t v = 0; v < values.size(); ++v) solution.beta[layout_.node[v]] = values[v];
  partition.network().write_flow(std::ldexp(1.0, -halvings), solution.flow, 1);
}

std::vector<double> OutcomeSolver::Engine::values_without_penalty() const {
  std::vector<double> values;
  for (std::size_t v = 0; v < samples_.size(); ++v) {
    const Sample* const own[] = {&samples_[v]};
    values.push_back(is_constant_best_for_all_ ? constant_of_component_[static_cast<std::size_t>(layout_.component[v])]
                     : samples_[v].is_empty()  ? constant_
                                               : best_of(own));
  }
  return values;
}

GraphSolution OutcomeSolver::Engine::solve(double lambda) {
  GraphSolution solution;
  solution.lambda = lambda;
  solution.beta.assign(problem_.graph.nodes, constant_);
  solution.flow.assign(problem_.graph.edges.size(), 0.0);
  if (lambda > 0 && lambda < infinity) {
    solve_network(lambda, solution);
    return solution;
  }
  const std::vector<double> own = lambda > 0 ? std::vector<double>() : values_without_penalty();
  for (std::size_t v = 0; v < layout_.node.size(); ++v) {
    solution.beta[layout_.node[v]] =
        lambda > 0 ? constant_of_component_[static_cast<std::size_t>(layout_.component[v])] : own[v];
  }
  return solution;
}

double OutcomeSolver::Engine::lambda_max() {
  return tv::largest_ratio(largest_ratio_of_node_, [this](double tried) {
    return partition_for(tried).violated_ratio(tried, constant_of_component_);
  });
}

OutcomeSolver::OutcomeSolver(OutcomeProblem problem) : engine_(std::make_unique<Engine>(std::move(problem))) {}
OutcomeSolver::OutcomeSolver(OutcomeSolver&&) noexcept = default;
OutcomeSolver& OutcomeSolver::operator=(OutcomeSolver&&) noexcept = default;
OutcomeSolver::~OutcomeSolver() = default;

GraphSolution OutcomeSolver::solve(double lambda) {
  return engine_->solve(lambda);
}
double OutcomeSolver::lambda_max() {
  return engine_->lambda_max();
}
double OutcomeSolver::constant() const {
  return engine_->constant();
}
const OutcomeProblem& OutcomeSolver::problem() const {
  return engine_->problem();
}

}  // namespace gaptv
