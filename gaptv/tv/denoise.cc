// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/denoise.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/loss/noise_scale.h"
#include "gaptv/tv/solve/path_solvers.h"
#include "gaptv/tv/union_find.h"

namespace gaptv {
namespace {

void check_means(const GraphProblem& problem, const CellLoss& loss) {
  const Interval possible = loss.possible_means();
  for (std::size_t node = 0; node < problem.mean.size(); ++node) {
    const double mean = problem.mean[node];
    if (problem.weight[node] <= 0 || (mean >= possible.lowest && mean <= possible.highest)) continue;
    throw InvalidInput("node " + std::to_string(node) + ": the mean " + std::to_string(mean) +
                       " cannot be one of the loss " + std::string(loss.name()));
  }
}

// Connected nodes of equal value get one number, in the order of the first nodes.
void number_plateaus(const Graph& graph, Denoised& result) {
  // A forest in which every root is the first node of its plateau.
  std::vector<std::uint32_t> parent(graph.nodes);
  std::iota(parent.begin(), parent.end(), 0U);
  const auto root = [&parent](std::uint32_t node) { return tv::find_root(parent.data(), node); };
  for (const auto& [from, to, weight] : graph.edges) {
    if (weight <= 0 || result.value[from] != result.value[to]) continue;
    const std::uint32_t one = root(from);
    const std::uint32_t other = root(to);
    parent[std::max(one, other)] = std::min(one, other);
  }
  result.plateau.resize(graph.nodes);
  for (std::uint32_t node = 0; node < graph.nodes; ++node) {
    result.plateau[node] = parent[node] == node ? result.plateaus++ : result.plateau[root(node)];
  }
}

// The plateaus are those of the minimiser, the values those that are published.
Denoised find_plateaus_of(PathFit fit, const Graph& graph) {
  Denoised result;
  result.certificate = fit.certificate;
  result.value = std::move(fit.beta);
  number_plateaus(graph, result);
  if (!fit.beta_in_range.empty()) result.value = std::move(fit.beta_in_range);
  return result;
}

// A number near most values.
double middle_value(const GraphProblem& problem) {
  std::vector<double> values;
  for (std::size_t node = 0; node < problem.mean.size(); ++node) {
    if (problem.weight[node] > 0) values.push_back(problem.mean[node]);
  }
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

void check_lambda(double lambda) {
  if (!(lambda >= 0)) throw InvalidInput("lambda must not be negative");
}

}  // namespace

Denoised denoise(GraphProblem problem, double lambda, const CellLoss& loss, std::size_t threads) {
  check_lambda(lambda);
  check(problem);
  check_means(problem, loss);
  const tv::SolvedLoss solved = tv::turn_into_solved(loss, problem.weight, problem.mean);
  problem.lowest_mean = loss.solved_as().possible_means().lowest;
  problem.highest_mean = loss.solved_as().possible_means().highest;
  tv::GraphPathSolver solver(std::move(problem), solved, {threads, lambda});
  PathFit fit = solver.solve(lambda);
  return find_plateaus_of(std::move(fit), solver.problem().graph);
}

Denoised denoise(const GraphProblem& problem, double lambda, std::shared_ptr<const OutcomeLoss> loss) {
  check_lambda(lambda);
  check(problem);
  std::vector<CellSamples::Entry> entries;
  for (std::size_t node = 0; node < problem.graph.nodes; ++node) {
    if (problem.weight[node] > 0) entries.push_back({node, problem.mean[node], problem.weight[node]});
  }
  tv::OutcomePathSolver solver(
      {problem.graph, CellSamples(problem.graph.nodes, entries, middle_value(problem)), std::move(loss)});
  return find_plateaus_of(solver.solve(lambda), problem.graph);
}

Denoised denoise(GraphProblem problem, double lambda, const LossChoice& loss, std::size_t threads) {
  const double noise = needs_noise_scale(loss) ? noise_scale_of_neighbours(problem) : 1.0;
  const std::shared_ptr<const OutcomeLoss> of_outcomes = make_outcome_loss(loss, noise);
  if (!of_outcomes) return denoise(std::move(problem), lambda, loss_with_link_of(loss.name), threads);
  Denoised result = denoise(problem, lambda, of_outcomes);
  result.loss_parameter = of_outcomes->parameter();
  return result;
}

double noise_scale_of_neighbours(const GraphProblem& problem) {
  check(problem);
  std::vector<CellSamples::Entry> ends;
  std::size_t pairs = 0;
  for (const auto& [from, to, weight] : problem.graph.edges) {
    if (!(weight > 0) || !(problem.weight[from] > 0) || !(problem.weight[to] > 0)) continue;
    ends.push_back({pairs, problem.mean[from], 1.0});
    ends.push_back({pairs, problem.mean[to], 1.0});
    ++pairs;
  }
  return noise_scale(CellSamples(std::max<std::size_t>(pairs, 1), ends, middle_value(problem)));
}

}  // namespace gaptv
