// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/total_variation.h"

#include <string>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/tv/cell_problem.h"
#include "gaptv/tv/proof/graph_certificate.h"
#include "gaptv/tv/proof/outcome_certificate.h"
#include "gaptv/tv/solve/path_solvers.h"

namespace gaptv {
namespace {

// A grid that is solved as a general graph: its flow is arranged as that of other grids.
class GridAsGraphSolver final : public PathSolver {
 public:
  GridAsGraphSolver(GridTopology grid, EdgeOrder order, std::unique_ptr<PathSolver> of_graph)
      : grid_(std::move(grid)), order_(order), of_graph_(std::move(of_graph)) {}

  double lambda_max() override { return of_graph_->lambda_max(); }

 private:
  PathFit solve_unchecked(double lambda) override {
    PathFit fit = of_graph_->solve(lambda);
    fit.flow = arrange_flow_by_axis(grid_, order_, fit.flow);
    return fit;
  }

  GridTopology grid_;
  EdgeOrder order_;
  std::unique_ptr<PathSolver> of_graph_;
};

bool has_own_network(const GridTopology& grid) {
  return grid.edge_weights.empty() && grid.left_out.empty();
}

constexpr EdgeOrder order_for(const NodeStatistics&) {
  return EdgeOrder::by_cell;
}
constexpr EdgeOrder order_for(const NodeSamples&) {
  return EdgeOrder::by_axis;
}

Graph graph_of(TvTopology topology, EdgeOrder order) {
  if (const auto* const chain = std::get_if<ChainTopology>(&topology)) return make_graph(*chain);
  if (const auto* const grid = std::get_if<GridTopology>(&topology)) return make_graph(*grid, order);
  return std::get<Graph>(std::move(topology));
}

TvProblem problem_on_grid(const GridTopology& grid, NodeStatistics data, EmptyCellRule empty_nodes) {
  const Interval possible = data.loss->solved_as().possible_means();
  return {grid.shape, std::move(data.weight), std::move(data.mean), possible.lowest, possible.highest, empty_nodes};
}

GraphProblem problem_on_graph(TvTopology topology, NodeStatistics data, EmptyCellRule empty_nodes) {
  const bool is_grid = std::holds_alternative<GridTopology>(topology);
  GraphProblem problem{graph_of(std::move(topology), order_for(data)), std::move(data.weight), std::move(data.mean),
                       empty_nodes};
  // The ends of what is possible decide around which number sums are taken. On grids that has always been the mean.
  if (is_grid) return problem;
  problem.lowest_mean = data.loss->solved_as().possible_means().lowest;
  problem.highest_mean = data.loss->solved_as().possible_means().highest;
  return problem;
}

bool has_data(const NodeStatistics& data, std::size_t node) {
  return data.weight[node] > 0;
}
bool has_data(const NodeSamples& data, std::size_t node) {
  return !data.samples[node].is_empty();
}

// Where a hole had data, nobody could say what becomes of them.
template <typename Data>
void check_holes(const TvTopology& topology, const Data& data) {
  const auto* const grid = std::get_if<GridTopology>(&topology);
  if (grid == nullptr) return;
  for (std::size_t cell = 0; cell < grid->left_out.size(); ++cell) {
    if (!grid->left_out[cell] || !has_data(data, cell)) continue;
    throw InvalidInput("cell " + std::to_string(cell) + " is left out but has data; take them out, or the cell in");
  }
}

// What the solvers do not check themselves.
void check(const TotalVariation& problem) {
  check(problem.topology);
  const std::size_t nodes = count_nodes(problem.topology);
  if (const auto* const data = std::get_if<NodeStatistics>(&problem.data)) {
    check_node_data(nodes, data->weight, data->mean);
    check_holes(problem.topology, *data);
    return;
  }
  const auto& data = std::get<NodeSamples>(problem.data);
  if (data.samples.cells() != nodes) {
    throw InvalidInput("outcomes for " + std::to_string(data.samples.cells()) + " nodes where there are " +
                       std::to_string(nodes) + "; give a list for each node");
  }
  check_holes(problem.topology, data);
  if (problem.empty_nodes != EmptyCellRule::nearest_to_mean) {
    throw InvalidInput("the rule '" + std::string(name_of(problem.empty_nodes)) +
                       "' for nodes without data is not known for losses of single outcomes; use '" +
                       std::string(name_of(EmptyCellRule::nearest_to_mean)) + "'");
  }
}

std::unique_ptr<PathSolver> make_graph_solver(TvTopology topology, NodeStatistics data, EmptyCellRule empty_nodes,
                                              const TvSolverOptions& options) {
  const tv::SolvedLoss loss = tv::turn_into_solved(*data.loss, data.weight, data.mean);
  const bool is_grid = std::holds_alternative<GridTopology>(topology);
  return std::make_unique<tv::GraphPathSolver>(problem_on_graph(std::move(topology), std::move(data), empty_nodes),
                                               loss,
                                               tv::GraphPathOptions{options.threads, options.first_lambda, is_grid});
}

std::unique_ptr<PathSolver> make_graph_solver(TvTopology topology, NodeSamples data, EmptyCellRule,
                                              const TvSolverOptions&) {
  return std::make_unique<tv::OutcomePathSolver>(
      OutcomeProblem{graph_of(std::move(topology), order_for(data)), std::move(data.samples), std::move(data.loss)});
}

Certificate certify_on_graph(const TotalVariation& problem, NodeStatistics data, const GraphSolution& solution) {
  tv::turn_into_solved(*data.loss, data.weight, data.mean);
  const CellLoss& loss = data.loss->solved_as();
  return certify(problem_on_graph(problem.topology, std::move(data), problem.empty_nodes), solution, loss);
}

Certificate certify_on_graph(const TotalVariation& problem, const NodeSamples& data, const GraphSolution& solution) {
  return certify(OutcomeProblem{graph_of(problem.topology, order_for(data)), data.samples, data.loss}, solution);
}

std::size_t count_flows(const TvTopology& topology) {
  if (const auto* const chain = std::get_if<ChainTopology>(&topology)) return chain->edge_weights.size();
  if (const auto* const grid = std::get_if<GridTopology>(&topology)) {
    return grid->shape.dimensions() * grid->shape.cells();
  }
  return std::get<Graph>(topology).edges.size();
}

void check_lengths(const TotalVariation& problem, const PathFit& fit) {
  if (fit.beta.size() != count_nodes(problem.topology)) {
    throw InvalidInput(std::to_string(fit.beta.size()) + " fitted values for " +
                       std::to_string(count_nodes(problem.topology)) + " nodes");
  }
  if (fit.flow.size() != count_flows(problem.topology)) {
    throw InvalidInput(std::to_string(fit.flow.size()) + " flows where there are " +
                       std::to_string(count_flows(problem.topology)));
  }
}

}  // namespace

NodeStatistics cell_statistics(const CellTable& table, const CellLoss& loss) {
  TvProblem problem = tv_problem(table, loss);
  return {std::move(problem.weight), std::move(problem.mean), &loss};
}

std::unique_ptr<PathSolver> make_tv_solver(TotalVariation problem, const TvSolverOptions& options) {
  check(problem);
  const auto* const grid = std::get_if<GridTopology>(&problem.topology);
  auto* const statistics = std::get_if<NodeStatistics>(&problem.data);
  if (grid != nullptr && statistics != nullptr && has_own_network(*grid)) {
    const tv::SolvedLoss loss = tv::turn_into_solved(*statistics->loss, statistics->weight, statistics->mean);
    return std::make_unique<tv::GridPathSolver>(problem_on_grid(*grid, std::move(*statistics), problem.empty_nodes),
                                                loss);
  }
  return std::visit(
      [&](auto& data) -> std::unique_ptr<PathSolver> {
        const EdgeOrder order = order_for(data);
        if (grid == nullptr) {
          return make_graph_solver(std::move(problem.topology), std::move(data), problem.empty_nodes, options);
        }
        return std::make_unique<GridAsGraphSolver>(
            *grid, order, make_graph_solver(problem.topology, std::move(data), problem.empty_nodes, options));
      },
      problem.data);
}

Certificate certify(const TotalVariation& problem, const PathFit& fit) {
  check(problem);
  check_lengths(problem, fit);
  const auto* const grid = std::get_if<GridTopology>(&problem.topology);
  const auto* const statistics = std::get_if<NodeStatistics>(&problem.data);
  if (grid != nullptr && statistics != nullptr && has_own_network(*grid)) {
    NodeStatistics solved = *statistics;
    tv::turn_into_solved(*solved.loss, solved.weight, solved.mean);
    return certify(problem_on_grid(*grid, std::move(solved), problem.empty_nodes),
                   Solution{fit.lambda, fit.beta, fit.flow}, statistics->loss->solved_as());
  }
  return std::visit(
      [&](const auto& data) {
        GraphSolution solution{fit.lambda, fit.beta, fit.flow};
        if (grid != nullptr) solution.flow = arrange_flow_by_edge(*grid, order_for(data), fit.flow);
        return certify_on_graph(problem, data, solution);
      },
      problem.data);
}

}  // namespace gaptv
