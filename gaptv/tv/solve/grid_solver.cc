// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/solve/grid_solver.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "gaptv/tv/chain/chain_solver.h"
#include "gaptv/tv/partition/region_partition.h"
#include "gaptv/tv/solve/data_pull.h"

namespace gaptv {

class GridSolver::Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  virtual void reset() = 0;
  virtual void start_from_cells() = 0;
  virtual bool solve(double lambda) = 0;
  virtual double violated_ratio(double lambda) = 0;
  virtual void extract(Solution& solution) const = 0;
};

namespace {

template <int Dimensions>
class EngineFor final : public GridSolver::Engine {
 public:
  explicit EngineFor(const TvProblem& problem)
      : partition_(tv::FlowNetwork<Dimensions>(problem.shape), problem.weight, problem.mean) {}

  void reset() override { partition_.reset(); }
  void start_from_cells() override { partition_.start_from_nodes(); }
  bool solve(double lambda) override { return partition_.solve(lambda); }
  double violated_ratio(double lambda) override { return partition_.violated_ratio(lambda); }

  void extract(Solution& solution) const override {
    const tv::FlowNetwork<Dimensions>& network = partition_.network();
    const std::span<const tv::Node> nodes = network.nodes();
    solution.beta = partition_.values();
    solution.flow.resize(nodes.size() * Dimensions);
    for (std::size_t cell = 0; cell < nodes.size(); ++cell) {
      for (std::size_t axis = 0; axis < Dimensions; ++axis) {
        const tv::Amount flow = network.flow(nodes[cell], static_cast<int>(2 * axis));
        solution.flow[axis * nodes.size() + cell] = static_cast<double>(flow) / static_cast<double>(tv::edge_capacity);
      }
    }
  }

 private:
  tv::RegionPartition<tv::FlowNetwork<Dimensions>> partition_;
};

// One dimension needs no flow network and no warm start: every solve takes linear time.
class ChainEngine final : public GridSolver::Engine {
 public:
  explicit ChainEngine(const TvProblem& problem) : weight_(problem.weight), mean_(problem.mean) {}

  void reset() override {}
  void start_from_cells() override {}
  bool solve(double lambda) override {
    lambda_ = lambda;
    solution_ = solve_chain(weight_, mean_, std::vector<double>(weight_.size() - 1, lambda));
    return true;
  }
  // The largest ratio of all.
  double violated_ratio(double) override {
    return find_chain_lambda_max(weight_, mean_, std::vector<double>(weight_.size() - 1, 1.0));
  }
  void extract(Solution& solution) const override {
    solution.beta = solution_.beta;
    solution.flow = solution_.flow;
    for (double& flow : solution.flow) flow /= lambda_;
    solution.flow.push_back(0);  // the last cell has no next one
  }

 private:
  std::vector<double> weight_;
  std::vector<double> mean_;
  double lambda_ = 0;
  ChainSolution solution_;
};

std::unique_ptr<GridSolver::Engine> make_engine(const TvProblem& problem) {
  switch (problem.shape.dimensions()) {
    case 1:
      return std::make_unique<ChainEngine>(problem);
    case 2:
      return std::make_unique<EngineFor<2>>(problem);
    case 3:
      return std::make_unique<EngineFor<3>>(problem);
    default:
      throw std::logic_error("a grid has 1 to 3 dimensions");
  }
}

}  // namespace

GridSolver::GridSolver(TvProblem problem)
    : problem_(std::move(problem)),
      engine_(make_engine(problem_)),
      empty_cells_(problem_),
      mean_(tv::mean_of_data(problem_.weight, problem_.mean)),
      total_pull_(tv::total_pull(problem_.weight, problem_.mean, mean_)) {}
GridSolver::GridSolver(GridSolver&&) noexcept = default;
GridSolver& GridSolver::operator=(GridSolver&&) noexcept = default;
GridSolver::~GridSolver() = default;

const TvProblem& GridSolver::problem() const {
  return problem_;
}

void GridSolver::reset() {
  is_cold_ = true;
}

// Where most cells pull harder than their neighbours can hold, the solution is nearer to one region per cell than to
// one region in all.
bool GridSolver::is_mostly_cells(double lambda) const {
  std::size_t with_data = 0;
  std::size_t strong = 0;
  for (std::size_t cell = 0; cell < problem_.weight.size(); ++cell) {
    if (problem_.weight[cell] <= 0) continue;
    ++with_data;
    if (problem_.weight[cell] * std::abs(problem_.mean[cell] - mean_) > 2 * lambda) ++strong;
  }
  return 2 * strong > with_data;
}

Solution GridSolver::solve(double lambda) {
  Solution solution;
  solution.lambda = lambda;
  if (lambda > 0) {
    // Far above lambda_max the flow would be a few units only. A smaller lambda that is still above it gives the same
    // constant, and its flow, divided by a power of two, is exact.
    int halvings = 0;
    if (lambda > 2 * total_pull_ && total_pull_ > 0) halvings = std::ilogb(lambda) - std::ilogb(total_pull_) - 1;
    const double solved = std::ldexp(lambda, -halvings);
    if (std::exchange(is_cold_, false)) {
      if (is_mostly_cells(solved)) {
        engine_->start_from_cells();
      } else {
        engine_->reset();
      }
    }
    if (!engine_->solve(solved)) {
      engine_->reset();
      engine_->solve(solved);
    }
    engine_->extract(solution);
    if (halvings > 0) {
      for (double& flow : solution.flow) flow = std::ldexp(flow, -halvings);
    }
  } else {
    solution.beta = problem_.mean;
    for (std::size_t cell = 0; cell < solution.beta.size(); ++cell) {
      if (problem_.weight[cell] <= 0) solution.beta[cell] = mean_;  // any value is optimal: the rule's is the mean
    }
    solution.flow.assign(problem_.shape.cells() * problem_.shape.dimensions(), 0.0);
  }
  if (lambda > 0) empty_cells_.settle(problem_, solution);
  unite_values_equal_up_to_rounding(problem_, solution);
  return solution;
}

// Dinkelbach's method: lambda_max is the largest ratio surplus(S) / cut(S) over all sets of cells S. Start from the
// best single cell; as long as a flow at the current ratio leaves a violated set, its ratio is a better one.
double GridSolver::lambda_max() {
  const std::size_t cells = problem_.shape.cells();
  std::vector<double> degree(cells, 0.0);
  double ratio = 0;
  for (std::size_t axis = 0; axis < problem_.shape.dimensions(); ++axis) {
    const std::size_t bins = problem_.shape.bins[axis];
    // The straight cuts across this axis, and the degrees of the cells.
    std::vector<double> surplus_of_slab(bins, 0.0);
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const std::size_t bin = problem_.shape.bin_of(cell, axis);
      degree[cell] += (bin > 0 ? 1 : 0) + (bin + 1 < bins ? 1 : 0);
      if (problem_.weight[cell] > 0) surplus_of_slab[bin] += problem_.weight[cell] * (problem_.mean[cell] - mean_);
    }
    double surplus = 0;
    for (std::size_t bin = 0; bin + 1 < bins; ++bin) {
      surplus += surplus_of_slab[bin];
      ratio = std::max(ratio, std::abs(surplus) * static_cast<double>(bins) / static_cast<double>(cells));
    }
  }
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (problem_.weight[cell] <= 0 || degree[cell] <= 0) continue;
    ratio = std::max(ratio, problem_.weight[cell] * std::abs(problem_.mean[cell] - mean_) / degree[cell]);
  }
  is_cold_ = true;  // the searches use the engine for their own ends
  return tv::largest_ratio(ratio, [this](double tried) { return engine_->violated_ratio(tried); });
}

}  // namespace gaptv
