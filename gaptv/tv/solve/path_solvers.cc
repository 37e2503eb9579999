// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/solve/path_solvers.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gaptv/base/infinity.h"
#include "gaptv/tv/chain/graph_chain.h"
#include "gaptv/tv/proof/graph_certificate.h"
#include "gaptv/tv/proof/outcome_certificate.h"

namespace gaptv::tv {
namespace {

// A probability moves by lambda / weight at most, and near 1 it cannot be told from 1 by less than 1e-16.
constexpr double negligible_move = 1e-12;

bool needs_flow(double lambda) {
  return lambda > 0 && std::isfinite(lambda);
}

}  // namespace

SolvedLoss turn_into_solved(const CellLoss& loss, std::vector<double>& weight, std::vector<double>& mean) {
  double total_weight = 0;
  for (const double of_node : weight) total_weight += of_node;
  return {&loss, loss.to_solved(weight, mean), total_weight};
}

StatisticsPathSolver::StatisticsPathSolver(const SolvedLoss& loss, const std::vector<double>& weight) : loss_(loss) {
  if (!has_upper_end()) return;
  for (const double of_node : weight) {
    if (of_node > 0) lightest_ = std::min(lightest_, of_node);
  }
}

bool StatisticsPathSolver::has_upper_end() const {
  return std::isfinite(loss().possible_means().highest);
}

double StatisticsPathSolver::drop_negligible(double lambda) {
  if (!has_upper_end()) return lambda;
  return lambda < negligible_move * lightest_ && lambda < lambda_max() ? 0.0 : lambda;
}

PathFit StatisticsPathSolver::publish(double lambda, std::vector<double> beta, std::vector<double> flow,
                                      const Certificate& certificate) const {
  PathFit fit{lambda, std::move(beta), std::move(flow), {}, certificate};
  if (!loss_.loss->has_identity_link()) {
    fit.beta_in_range = fit.beta;
    loss_.loss->from_solved(fit.beta_in_range, loss_.unit);
    keep_inside(*loss_.loss, loss_.total_weight, fit.beta_in_range);
  }
  return fit;
}

GridPathSolver::GridPathSolver(TvProblem problem, const SolvedLoss& loss)
    : StatisticsPathSolver(loss, problem.weight), solver_(std::move(problem)) {}

PathFit GridPathSolver::solve_unchecked(double lambda) {
  Solution solution = solver_.solve(drop_negligible(lambda));
  const Certificate certificate = certify(solver_.problem(), solution, loss());
  return publish(solution.lambda, std::move(solution.beta), std::move(solution.flow), certificate);
}

GraphPathSolver::GraphPathSolver(GraphProblem problem, const SolvedLoss& loss, const GraphPathOptions& options)
    : StatisticsPathSolver(loss, problem.weight), options_(options), problem_(std::move(problem)) {
  if (!options_.is_grid) along_ = find_chain_weights(problem_);
  if (!along_) solver();
}

GraphSolver& GraphPathSolver::solver() {
  if (!solver_) solver_.emplace(std::move(problem_), options_.threads, options_.first_lambda);
  return *solver_;
}

double GraphPathSolver::lambda_max() {
  return along_ ? find_lambda_max_of_pieces(problem(), *along_) : solver().lambda_max();
}

PathFit GraphPathSolver::solve_unchecked(double lambda) {
  const double solved = options_.is_grid ? drop_negligible(lambda) : lambda;
  if (along_ && needs_flow(solved)) {
    GraphSolution solution = solve_as_chain(problem(), *along_, solved);
    const Certificate certificate = certify(problem(), solution, loss());
    return publish(solved, std::move(solution.beta), std::move(solution.flow), certificate);
  }
  auto [solution, certificate] = solver().solve_certified(solved);
  // The solution is the same for every loss with a link, its proof is not.
  if (!loss().has_identity_link()) certificate = certify(problem(), solution, loss());
  return publish(solved, std::move(solution.beta), std::move(solution.flow), certificate);
}

OutcomePathSolver::OutcomePathSolver(OutcomeProblem problem) : solver_(std::move(problem)) {}

PathFit OutcomePathSolver::solve_unchecked(double lambda) {
  GraphSolution solution = solver_.solve(lambda);
  const Certificate certificate = certify(solver_.problem(), solution);
  return {lambda, std::move(solution.beta), std::move(solution.flow), {}, certificate};
}

}  // namespace gaptv::tv
