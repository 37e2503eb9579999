// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/cell_solvers.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "gaptv/base/infinity.h"
#include "gaptv/tv/graph_certificate.h"
#include "gaptv/tv/graph_solver.h"
#include "gaptv/tv/grid_solver.h"

namespace gaptv {
namespace {

constexpr double largest_edge_weight = 4;
// A probability moves by lambda / weight at most, and near 1 it cannot be told from 1 by less than 1e-16.
constexpr double negligible_move = 1e-12;

// The problem as the solver gets it: of the canonical loss that the cells are solved as.
struct CanonicalProblem {
  TvProblem problem;
  double unit;  // of its means
};

CanonicalProblem canonical_problem(const CellTable& table, const CellLoss& loss, EmptyCellRule empty_cells) {
  CanonicalProblem result{tv_problem(table, loss.solved_as(), empty_cells), 1};
  result.unit = loss.to_solved(result.problem.weight, result.problem.mean);
  return result;
}

// What total variation on a grid has to do besides solving.
class CellPathSolver : public PathSolver {
 public:
  CellPathSolver(const CellLoss& loss, double weight, double unit) : loss_(loss), weight_(weight), unit_(unit) {}

 protected:
  virtual const TvProblem& problem() const = 0;
  // The canonical loss of the problem, by which it is proven.
  const CellLoss& loss() const { return loss_.solved_as(); }

  // The lambda to solve for. Where means have an upper end, a lambda that moves no mean by more than it can be told
  // from that end is none: paths have one where all cells of a grid have the same mean up to rounding, and the tables
  // of folds and of shifted grids are then solved for it too.
  double without_negligible(double lambda) {
    if (!std::isfinite(loss().possible_means().highest)) return lambda;
    double lightest = infinity;
    for (const double weight : problem().weight) {
      if (weight > 0) lightest = std::min(lightest, weight);
    }
    return lambda < negligible_move * lightest && lambda < lambda_max() ? 0.0 : lambda;
  }

  PathFit proven(std::vector<double> beta, const Certificate& certificate) const {
    PathFit fit;
    fit.certificate = certificate;
    fit.beta = std::move(beta);
    loss_.from_solved(fit.beta, unit_);
    if (!loss_.has_identity_link()) {
      fit.moved_inside = fit.beta;
      keep_inside(loss_, weight_, fit.moved_inside);
    }
    return fit;
  }

 private:
  const CellLoss& loss_;
  double weight_;
  double unit_;
};

class EqualEdgesSolver final : public CellPathSolver {
 public:
  EqualEdgesSolver(CanonicalProblem canonical, const CellLoss& loss, double weight)
      : CellPathSolver(loss, weight, canonical.unit), solver_(std::move(canonical.problem)) {}

  double lambda_max() override { return solver_.lambda_max(); }

 protected:
  const TvProblem& problem() const override { return solver_.problem(); }

 private:
  PathFit solve_unchecked(double lambda) override {
    Solution solution = solver_.solve(without_negligible(lambda));
    const Certificate certificate = certify(solver_.problem(), solution, loss());
    return proven(std::move(solution.beta), certificate);
  }

  GridSolver solver_;
};

GraphProblem on_graph(const TvProblem& problem, const std::vector<std::vector<double>>& edge_weights) {
  GraphProblem result{{problem.weight.size(), {}}, problem.weight, problem.mean, problem.empty_cells};
  const Shape& shape = problem.shape;
  for (std::size_t cell = 0; cell < problem.weight.size(); ++cell) {
    for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) {
      const std::size_t bin = shape.bin_of(cell, axis);
      if (bin + 1 == shape.bins[axis]) continue;
      result.graph.edges.push_back({static_cast<std::uint32_t>(cell),
                                    static_cast<std::uint32_t>(cell + shape.stride(axis)), edge_weights[axis][bin]});
    }
  }
  return result;
}

class WeightedEdgesSolver final : public CellPathSolver {
 public:
  WeightedEdgesSolver(CanonicalProblem canonical, const CellLoss& loss, double weight,
                      const std::vector<std::vector<double>>& edge_weights)
      : CellPathSolver(loss, weight, canonical.unit),
        problem_(std::move(canonical.problem)),
        solver_(on_graph(problem_, edge_weights), 1) {}

  double lambda_max() override { return solver_.lambda_max(); }

 protected:
  const TvProblem& problem() const override { return problem_; }

 private:
  PathFit solve_unchecked(double lambda) override {
    if (loss().has_identity_link()) {
      CertifiedSolution certified = solver_.solve_certified(lambda);
      return proven(std::move(certified.solution.beta), certified.certificate);
    }
    GraphSolution solution = solver_.solve(without_negligible(lambda));
    const Certificate certificate = certify(solver_.problem(), solution, loss());
    return proven(std::move(solution.beta), certificate);
  }

  TvProblem problem_;
  GraphSolver solver_;
};

}  // namespace

TvProblem tv_problem(const CellTable& table, const CellLoss& loss, EmptyCellRule empty_cells) {
  TvProblem problem;
  problem.shape = table.shape;
  problem.lowest_mean = loss.possible_means().lowest;
  problem.highest_mean = loss.possible_means().highest;
  problem.empty_cells = empty_cells;
  for (const CellStats& cell : table.cells) {
    problem.weight.push_back(cell.weight);
    problem.mean.push_back(cell.mean);
  }
  return problem;
}

std::unique_ptr<PathSolver> make_tv_solver(const CellTable& table, const CellLoss& loss, EmptyCellRule empty_cells) {
  return std::make_unique<EqualEdgesSolver>(canonical_problem(table, loss, empty_cells), loss, total_weight(table));
}

CellSolverMaker tv_solver_maker() {
  return [](const CellTable& table, const CellLoss& loss) { return make_tv_solver(table, loss); };
}

std::unique_ptr<PathSolver> make_weighted_tv_solver(const CellTable& table, const CellLoss& loss,
                                                    const std::vector<std::vector<double>>& edge_weights,
                                                    EmptyCellRule empty_cells) {
  return std::make_unique<WeightedEdgesSolver>(canonical_problem(table, loss, empty_cells), loss, total_weight(table),
                                               edge_weights);
}

std::vector<std::vector<double>> metric_edge_weights(const Grid& grid) {
  std::vector<std::vector<double>> weights;
  for (const Axis& axis : grid.axes) {
    const double mean_width = (axis.highest - axis.lowest) / static_cast<double>(axis.bins());
    const auto edge = [&axis](std::size_t i) {
      return i == 0 ? axis.lowest : i == axis.bins() ? axis.highest : axis.edges[i - 1];
    };
    std::vector<double> along;
    for (std::size_t bin = 0; bin + 1 < axis.bins(); ++bin) {
      const double distance = (edge(bin + 2) - edge(bin)) / 2;
      const double shortest = mean_width / largest_edge_weight;
      along.push_back(mean_width / std::clamp(distance, shortest, mean_width * largest_edge_weight));
    }
    weights.push_back(std::move(along));
  }
  return weights;
}

}  // namespace gaptv
