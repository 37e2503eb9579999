// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/solve/graph_solver.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <optional>
#include <utility>
#include <vector>

#include "gaptv/base/infinity.h"
#include "gaptv/base/parallel.h"
#include "gaptv/grid/connected_cells.h"
#include "gaptv/tv/chain/chain_sweeps.h"
#include "gaptv/tv/flow/flow_polish.h"
#include "gaptv/tv/flow/network_senders.h"
#include "gaptv/tv/flow/tasks.h"
#include "gaptv/tv/partition/region_partition.h"
#include "gaptv/tv/proof/graph_certificate.h"
#include "gaptv/tv/solve/data_pull.h"
#include "gaptv/tv/solve/optimal_range.h"

namespace gaptv {
namespace {

// A gap above this is not the solver's usual rounding (1e-20): the units of flow are too coarse for the weakest edges.
constexpr double polished_above = 1e-13;

// Gives neighbours whose values differ by rounding only the same value.
void unite_almost_equal(const tv::GraphNetwork& network, double tolerance, std::vector<double>& values) {
  const auto for_each_neighbour = [&](std::size_t node, const auto& visit) {
    network.for_each_arc(static_cast<tv::Node>(node), [&](auto, tv::Node u) { visit(static_cast<std::size_t>(u)); });
  };
  const auto has_almost_equal_neighbour = [&](tv::Node v) {
    bool has_one = false;
    for_each_neighbour(static_cast<std::size_t>(v), [&](std::size_t u) {
      const double difference = std::abs(values[static_cast<std::size_t>(v)] - values[u]);
      has_one |= difference > 0 && difference <= tolerance;
    });
    return has_one;
  };
  if (std::none_of(network.nodes().begin(), network.nodes().end(), has_almost_equal_neighbour)) return;
  give_first_value(connect_equal_values(values, tolerance, for_each_neighbour), values);
}

// How many times as hard as its neighbours can hold it a node must pull, if there are several blocks, to be taken for a
// region of its own.
constexpr double hold_in_blocks = 2.0;

// GraphSolver::Engine::is_mostly_nodes() before components and degrees are known: all edges together are shared out.
bool is_mostly_nodes_roughly(const GraphProblem& problem, double lambda) {
  double weight_of_edges = 0;
  for (const Graph::Edge& edge : problem.graph.edges) weight_of_edges += edge.weight;
  const double hold = hold_in_blocks * lambda * 2 * weight_of_edges / static_cast<double>(problem.graph.nodes);
  const double centre = tv::mean_of_data(problem.weight, problem.mean);
  std::size_t with_data = 0;
  std::size_t strong = 0;
  for (std::size_t node = 0; node < problem.weight.size(); ++node) {
    if (problem.weight[node] <= 0) continue;
    ++with_data;
    if (problem.weight[node] * std::abs(problem.mean[node] - centre) > hold) ++strong;
  }
  return 2 * strong > with_data;
}

}  // namespace

class GraphSolver::Engine {
 public:
  Engine(GraphProblem problem, std::size_t threads, std::optional<double> first_lambda);

  const GraphProblem& problem() const { return problem_; }
  void reset() { is_cold_ = true; }
  CertifiedSolution solve(double lambda);
  double lambda_max();

 private:
  using Partition = tv::RegionPartition<tv::GraphNetwork>;

  // Several at the same time.
  template <typename Visit>
  void for_each_position(const Visit& visit) const {
    const std::size_t tasks = (weight_.size() + tv::nodes_per_task - 1) / tv::nodes_per_task;
    parallel_for(tasks, threads_, [&](std::size_t task) {
      const std::size_t end = std::min((task + 1) * tv::nodes_per_task, weight_.size());
      for (std::size_t v = task * tv::nodes_per_task; v < end; ++v) visit(v);
    });
  }

  void centre_components();
  // How hard a node pulls at the mean of its component.
  double pull(std::size_t v) const;
  void measure_edges();
  Partition& partition_for(double lambda);
  bool is_mostly_nodes(double lambda) const;
  void start(double lambda);
  void start_from_flow(double lambda, const std::vector<double>& flow);
  void solve_network(double lambda, GraphSolution& solution);
  void fit_without_flow(double lambda, GraphSolution& solution) const;
  CertifiedSolution choose_better_polished(CertifiedSolution rough) const;

  // What chains tell of the flow at some lambda, while it is being worked out by other threads.
  using GuessedFlow = std::optional<std::vector<double>>;
  struct EarlyGuess {
    double lambda = 0;
    std::future<GuessedFlow> flow;
  };
  EarlyGuess guess_early(std::optional<double> lambda) const;
  GuessedFlow guess_flow(double lambda);

  GraphProblem problem_;
  std::size_t threads_;
  EarlyGuess early_guess_;  // reads the problem: declared after it, so that it ends before it
  EdgesByNode edges_;
  tv::GraphLayout layout_;
  // By position in the layout. The means are relative to offset_.
  std::vector<double> weight_;
  std::vector<double> mean_;
  std::vector<double> degree_;          // the sum of the weights of the node's edges
  std::vector<double> component_mean_;  // by component
  // By component: its mean, so that an offset of all means costs no digits. But if there is a lowest mean that is
  // possible, it is that one: means near it (rates, small probabilities) keep their digits.
  std::vector<double> offset_;
  double mean_of_data_;
  double total_pull_ = 0;  // no edge ever needs to carry more
  double weakest_edge_ = infinity;
  double strongest_edge_ = 0;
  double enough_ = 0;  // the capacity beyond which the partition's network does not look
  std::optional<Partition> partition_;
  bool is_cold_ = true;
};

GraphSolver::Engine::Engine(GraphProblem problem, std::size_t threads, std::optional<double> first_lambda)
    : problem_((check(problem), std::move(problem))),
      threads_(threads),
      early_guess_(guess_early(first_lambda)),
      edges_(edges_by_node(problem_.graph)),
      layout_(tv::lay_out(problem_.graph, edges_, problem_.weight)),
      mean_of_data_(tv::mean_of_data(problem_.weight, problem_.mean)) {
  weight_.resize(layout_.node.size());
  mean_.resize(layout_.node.size());
  for_each_position([this](std::size_t v) {
    const std::uint32_t node = layout_.node[v];
    weight_[v] = problem_.weight[node];
    mean_[v] = problem_.weight[node] > 0 ? problem_.mean[node] : mean_of_data_;
  });
  centre_components();
  measure_edges();
}

void GraphSolver::Engine::centre_components() {
  const auto count = static_cast<std::size_t>(layout_.components);
  component_mean_.assign(count, 0.0);
  // Twice: the second time it is the rounding of the first that is subtracted.
  for (int pass = 0; pass < 2; ++pass) {
    std::vector<double> sum_of_weights(count, 0.0);
    std::vector<double> weighted_sum(count, 0.0);
    for (std::size_t v = 0; v < weight_.size(); ++v) {
      const auto component = static_cast<std::size_t>(layout_.component[v]);
      sum_of_weights[component] += weight_[v];
      weighted_sum[component] += weight_[v] * (mean_[v] - component_mean_[component]);
    }
    for (std::size_t i = 0; i < count; ++i) component_mean_[i] += weighted_sum[i] / sum_of_weights[i];
  }
  offset_ = component_mean_;
  if (std::isfinite(problem_.lowest_mean)) offset_.assign(count, problem_.lowest_mean);
  total_pull_ = 0;
  for (std::size_t v = 0; v < weight_.size(); ++v) {
    mean_[v] -= offset_[static_cast<std::size_t>(layout_.component[v])];
    total_pull_ += pull(v);
  }
}

double GraphSolver::Engine::pull(std::size_t v) const {
  const auto component = static_cast<std::size_t>(layout_.component[v]);
  return weight_[v] > 0 ? weight_[v] * std::abs(mean_[v] - (component_mean_[component] - offset_[component])) : 0.0;
}

void GraphSolver::Engine::measure_edges() {
  for (const Graph::Edge& edge : problem_.graph.edges) {
    if (edge.weight <= 0) continue;
    weakest_edge_ = std::min(weakest_edge_, edge.weight);
    strongest_edge_ = std::max(strongest_edge_, edge.weight);
  }
  degree_.resize(weight_.size());
  for_each_position([this](std::size_t v) {
    const std::uint32_t node = layout_.node[v];
    double degree = 0;
    for (std::uint32_t i = edges_.first[node]; i < edges_.first[node + 1]; ++i) {
      degree += problem_.graph.edges[edges_.edge[i]].weight;
    }
    degree_[v] = degree;
  });
}

GraphSolver::Engine::Partition& GraphSolver::Engine::partition_for(double lambda) {
  const double enough = tv::enough_capacity(total_pull_, strongest_edge_, lambda);
  if (!partition_ || enough != enough_) {
    partition_.emplace(tv::GraphNetwork(problem_.graph, edges_, layout_, enough, threads_), weight_, mean_, threads_);
    enough_ = enough;
    is_cold_ = true;
  }
  return *partition_;
}

// Where most nodes pull harder than their neighbours can hold, the solution is nearer to one region per node than to
// one region in all. Blocks are the better guess until the pull is far stronger.
bool GraphSolver::Engine::is_mostly_nodes(double lambda) const {
  const double hold = lambda * (layout_.blocks > layout_.components ? hold_in_blocks : 0.5);
  std::size_t with_data = 0;
  std::size_t strong = 0;
  for (std::size_t v = 0; v < weight_.size(); ++v) {
    if (weight_[v] <= 0) continue;
    ++with_data;
    if (pull(v) > hold * degree_[v]) ++strong;
  }
  return 2 * strong > with_data;
}

// From a flow that was guessed. The regions that are found block by block do not fit each other at the rims. Where they
// are few, the problem that leaves them in one piece each is small, and its solution tells which of them belong
// together; once more after they have been refined with that flow. Where they are many, the rims are mended one by one.
void GraphSolver::Engine::start_from_flow(double lambda, const std::vector<double>& flow) {
  constexpr std::size_t nodes_per_region = 32;
  constexpr int contractions = 2;
  partition_->start_from_flow(flow);
  for (int i = 0; i < contractions; ++i) {
    if (!partition_->refine_regions(lambda)) return partition_->reset();
    if (partition_->count_regions() > weight_.size() / nodes_per_region) return partition_->join_over_loose_edges();
    const auto contraction = partition_->contract();
    partition_->take_over(contraction, GraphSolver(contraction.problem, threads_).solve(lambda).flow);
  }
}

// Begins a guess of the flow where start() will probably ask for it.
GraphSolver::Engine::EarlyGuess GraphSolver::Engine::guess_early(std::optional<double> lambda) const {
  const bool is_wanted = lambda && *lambda > 0 && *lambda < infinity && thread_count(threads_) > 1 &&
                         problem_.graph.nodes > tv::nodes_per_block && !is_mostly_nodes_roughly(problem_, *lambda);
  if (!is_wanted) return {};
  return {*lambda, std::async(std::launch::async,
                              [this, tried = *lambda] { return tv::guess_flow_by_chains(problem_, tried, threads_); })};
}

GraphSolver::Engine::GuessedFlow GraphSolver::Engine::guess_flow(double lambda) {
  if (early_guess_.flow.valid() && early_guess_.lambda == lambda) return early_guess_.flow.get();
  return tv::guess_flow_by_chains(problem_, lambda, threads_);
}

void GraphSolver::Engine::start(double lambda) {
  if (is_mostly_nodes(lambda)) {
    partition_->start_from_nodes();
  } else if (layout_.blocks > layout_.components) {
    if (const GuessedFlow flow = guess_flow(lambda)) {
      start_from_flow(lambda, *flow);
    } else {
      partition_->start_from_blocks(lambda);
    }
  } else {
    partition_->reset();
  }
}

void GraphSolver::Engine::solve_network(double lambda, GraphSolution& solution) {
  const int halvings = tv::halvings_above_all(lambda, total_pull_ / weakest_edge_);
  const double solved = std::ldexp(lambda, -halvings);
  Partition& partition = partition_for(solved);
  if (std::exchange(is_cold_, false)) start(solved);
  if (!partition.solve(solved)) {
    partition.reset();
    partition.solve(solved);
  }
  const tv::GraphNetwork& network = partition.network();
  std::vector<double> values = partition.values();
  for (std::size_t v = 0; v < values.size(); ++v) {
    values[v] += offset_[static_cast<std::size_t>(layout_.component[v])];
  }
  tv::settle_without_data(tv::nodes_without_data(weight_), weight_, mean_of_data_, tv::NetworkSenders(network),
                          problem_.empty_nodes, values);
  const double rounding = tv::rounding_of_values(problem_.weight, problem_.mean);
  const Interval possible{problem_.lowest_mean, problem_.highest_mean};
  unite_almost_equal(network, tv::rounding_near_ends(rounding, possible, values), values);
  for (std::size_t v = 0; v < values.size(); ++v) solution.beta[layout_.node[v]] = values[v];
  network.write_flow(std::ldexp(1.0, -halvings), solution.flow, threads_);
}

CertifiedSolution GraphSolver::Engine::choose_better_polished(CertifiedSolution rough) const {
  GraphSolution other = tv::polish_flow(problem_, rough.solution);
  const Certificate certificate = certify(problem_, other);
  if (rough.certificate.relative_gap <= certificate.relative_gap) return rough;
  return {std::move(other), certificate};
}

CertifiedSolution GraphSolver::Engine::solve(double lambda) {
  CertifiedSolution result;
  GraphSolution& solution = result.solution;
  solution.lambda = lambda;
  solution.beta.assign(problem_.graph.nodes, mean_of_data_);
  solution.flow.assign(problem_.graph.edges.size(), 0.0);
  const bool has_flow = lambda > 0 && lambda < infinity;
  if (has_flow) {
    solve_network(lambda, solution);
  } else {
    fit_without_flow(lambda, solution);
  }
  result.certificate = certify(problem_, solution);
  const bool is_fine = !has_flow || result.certificate.relative_gap <= polished_above;
  return is_fine ? result : choose_better_polished(std::move(result));
}

// Without a penalty the means, with an infinite one those of the components.
void GraphSolver::Engine::fit_without_flow(double lambda, GraphSolution& solution) const {
  for (std::size_t v = 0; v < layout_.node.size(); ++v) {
    const std::uint32_t node = layout_.node[v];
    if (lambda > 0) {
      solution.beta[node] = component_mean_[static_cast<std::size_t>(layout_.component[v])];
    } else if (weight_[v] > 0) {
      solution.beta[node] = problem_.mean[node];
    }
  }
}

double GraphSolver::Engine::lambda_max() {
  double ratio = 0;
  for (std::size_t v = 0; v < weight_.size(); ++v) {
    if (degree_[v] > 0) ratio = std::max(ratio, pull(v) / degree_[v]);
  }
  is_cold_ = true;  // the searches use the partition for their own ends
  const double largest =
      tv::largest_ratio(ratio, [this](double tried) { return partition_for(tried).violated_ratio(tried); });
  is_cold_ = true;
  return largest;
}

GraphSolver::GraphSolver(GraphProblem problem, std::size_t threads, std::optional<double> first_lambda)
    : engine_(std::make_unique<Engine>(std::move(problem), threads, first_lambda)) {}
GraphSolver::GraphSolver(GraphSolver&&) noexcept = default;
GraphSolver& GraphSolver::operator=(GraphSolver&&) noexcept = default;
GraphSolver::~GraphSolver() = default;

GraphSolution GraphSolver::solve(double lambda) {
  return solve_certified(lambda).solution;
}
CertifiedSolution GraphSolver::solve_certified(double lambda) {
  return engine_->solve(lambda);
}
void GraphSolver::reset() {
  engine_->reset();
}
double GraphSolver::lambda_max() {
  return engine_->lambda_max();
}
const GraphProblem& GraphSolver::problem() const {
  return engine_->problem();
}

}  // namespace gaptv
