// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "gaptv/base/infinity.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/tv/path_solver.h"
#include "gaptv/tv/problem.h"
#include "gaptv/tv/solve/graph_solver.h"
#include "gaptv/tv/solve/grid_solver.h"
#include "gaptv/tv/solve/outcome_solver.h"

// Each solver as a PathSolver: with the proof in the loss's own gap and with the values that may be published. Use
// make_tv_solver() (total_variation.h), which chooses among them, unless you are one of the files of gaptv/tv.
namespace gaptv::tv {

// A loss whose statistics were turned into those of the canonical loss that they are solved as.
struct SolvedLoss {
  const CellLoss* loss;
  double unit;          // as CellLoss::to_solved() chose it
  double total_weight;  // of the statistics as they were
};

// Turns the statistics into those of loss.solved_as(), in place.
SolvedLoss turn_into_solved(const CellLoss& loss, std::vector<double>& weight, std::vector<double>& mean);

// The base of the solvers of statistics: it knows the loss.
class StatisticsPathSolver : public PathSolver {
 protected:
  // weight: that of the statistics that are solved.
  StatisticsPathSolver(const SolvedLoss& loss, const std::vector<double>& weight);

  // Returns the canonical loss, by which fits are proven.
  const CellLoss& loss() const { return loss_.loss->solved_as(); }

  // The lambda to solve for. Where means have an upper end, a lambda that moves no mean by more than it can be told
  // from that end is none: paths have one where all cells of a grid have the same mean up to rounding, and the tables
  // of folds and of shifted grids are then solved for it too.
  double drop_negligible(double lambda);

  PathFit publish(double lambda, std::vector<double> beta, std::vector<double> flow,
                  const Certificate& certificate) const;

 private:
  // Tells whether means have an upper end.
  bool has_upper_end() const;

  SolvedLoss loss_;
  double lightest_ = infinity;  // the smallest weight above 0, where means have an upper end
};

// A grid whose edges all weigh 1.
class GridPathSolver final : public StatisticsPathSolver {
 public:
  GridPathSolver(TvProblem problem, const SolvedLoss& loss);
  double lambda_max() override { return solver_.lambda_max(); }

 private:
  PathFit solve_unchecked(double lambda) override;

  GridSolver solver_;
};

struct GraphPathOptions {
  std::size_t threads = 1;
  std::optional<double> first_lambda = {};
  // Grids that are solved as graphs have the lambdas of paths, which can be negligible, and are never taken for chains.
  bool is_grid = false;
};

// Any graph. Chains without empty nodes have a solver of their own, in linear time.
class GraphPathSolver final : public StatisticsPathSolver {
 public:
  // The problem must be one that check(GraphProblem) accepts.
  GraphPathSolver(GraphProblem problem, const SolvedLoss& loss, const GraphPathOptions& options);
  double lambda_max() override;
  // A solve may move the problem to another place: do not keep the reference over one.
  const GraphProblem& problem() const { return solver_ ? solver_->problem() : problem_; }

 private:
  PathFit solve_unchecked(double lambda) override;
  GraphSolver& solver();

  GraphPathOptions options_;
  GraphProblem problem_;                      // until there is a solver, which takes it over
  std::optional<std::vector<double>> along_;  // the weights of the edges, if it is a chain
  std::optional<GraphSolver> solver_;
};

// Samples with a loss of single outcomes.
class OutcomePathSolver final : public PathSolver {
 public:
  // Throws InvalidInput as check(OutcomeProblem) does.
  explicit OutcomePathSolver(OutcomeProblem problem);
  double lambda_max() override { return solver_.lambda_max(); }
  const OutcomeProblem& problem() const { return solver_.problem(); }

 private:
  PathFit solve_unchecked(double lambda) override;

  OutcomeSolver solver_;
};

}  // namespace gaptv::tv
