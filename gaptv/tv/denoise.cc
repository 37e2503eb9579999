// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/denoise.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/loss/noise_scale.h"
#include "gaptv/tv/chain_solver.h"
#include "gaptv/tv/graph_certificate.h"
#include "gaptv/tv/graph_solver.h"
#include "gaptv/tv/outcome_certificate.h"
#include "gaptv/tv/outcome_solver.h"
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

// The weights of the edges between the nodes i and i + 1, if there are no others; an edge that is missing has weight 0.
std::optional<std::vector<double>> weights_along_chain(const GraphProblem& problem) {
  if (problem.graph.nodes == 0) return std::nullopt;
  if (std::ranges::any_of(problem.weight, [](double weight) { return weight <= 0; })) return std::nullopt;
  std::vector<double> along(problem.graph.nodes - 1, 0.0);
  for (const auto& [from, to, weight] : problem.graph.edges) {
    if (std::max(from, to) - std::min(from, to) != 1) return std::nullopt;
    along[std::min(from, to)] += weight;
  }
  return along;
}

// Each connected piece on its own, with sums around a centre of its own: what is far away costs it no digits.
ChainSolution solve_pieces(const GraphProblem& problem, const std::vector<double>& capacity) {
  const std::span<const double> weight = problem.weight;
  const std::span<const double> mean = problem.mean;
  const std::span<const double> along = capacity;
  std::optional<double> center;
  if (std::isfinite(problem.lowest_mean)) center = problem.lowest_mean;  // small means keep their digits
  ChainSolution whole;
  for (std::size_t begin = 0; begin < weight.size();) {
    std::size_t end = begin + 1;
    while (end < weight.size() && along[end - 1] > 0) ++end;
    const std::size_t nodes = end - begin;
    const ChainSolution piece =
        solve_chain(weight.subspan(begin, nodes), mean.subspan(begin, nodes), along.subspan(begin, nodes - 1), center);
    whole.beta.insert(whole.beta.end(), piece.beta.begin(), piece.beta.end());
    whole.flow.insert(whole.flow.end(), piece.flow.begin(), piece.flow.end());
    if (end < weight.size()) whole.flow.push_back(0);
    begin = end;
  }
  return whole;
}

GraphSolution solve_as_chain(const GraphProblem& problem, std::vector<double> capacity, double lambda) {
  for (double& amount : capacity) amount *= lambda;
  const ChainSolution chain = solve_pieces(problem, capacity);
  GraphSolution solution{lambda, chain.beta, {}};
  solution.flow.reserve(problem.graph.edges.size());
  // Parallel edges share what the chain carries; a full edge carries its weight without rounding.
  for (const auto& [from, to, weight] : problem.graph.edges) {
    const std::size_t i = std::min(from, to);
    const double share = capacity[i] > 0 ? chain.flow[i] / capacity[i] : 0.0;
    solution.flow.push_back((from < to ? share : -share) * weight);
  }
  return solution;
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

// The plateaus of proven values.
Denoised denoised(const Graph& graph, GraphSolution solution, const Certificate& certificate) {
  require_optimal(certificate);
  Denoised result;
  result.certificate = certificate;
  result.value = std::move(solution.beta);
  number_plateaus(graph, result);
  return result;
}

// The same of a loss with a link, whose means are kept where they can be published.
Denoised conclude(const GraphProblem& problem, GraphSolution solution, const Certificate& certificate,
                  const CellLoss& loss, double unit) {
  Denoised result = denoised(problem.graph, std::move(solution), certificate);
  double total_weight = 0;
  for (const double weight : problem.weight) total_weight += weight;
  loss.from_solved(result.value, unit);
  keep_inside(loss, total_weight, result.value);
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
  const CellLoss& canonical = loss.solved_as();
  const double unit = loss.to_solved(problem.weight, problem.mean);
  problem.lowest_mean = canonical.possible_means().lowest;
  problem.highest_mean = canonical.possible_means().highest;
  if (lambda > 0 && std::isfinite(lambda)) {
    if (auto along = weights_along_chain(problem)) {
      GraphSolution solution = solve_as_chain(problem, std::move(*along), lambda);
      const Certificate certificate = certify(problem, solution, canonical);
      return conclude(problem, std::move(solution), certificate, loss, unit);
    }
  }
  GraphSolver solver(std::move(problem), threads, lambda);
  auto [solution, certificate] = solver.solve_certified(lambda);
  // The solution is the same for every loss with a link, its proof is not.
  if (!canonical.has_identity_link()) certificate = certify(solver.problem(), solution, canonical);
  return conclude(solver.problem(), std::move(solution), certificate, loss, unit);
}

Denoised denoise(const GraphProblem& problem, double lambda, std::shared_ptr<const OutcomeLoss> loss) {
  check_lambda(lambda);
  check(problem);
  std::vector<CellSamples::Entry> entries;
  for (std::size_t node = 0; node < problem.graph.nodes; ++node) {
    if (problem.weight[node] > 0) entries.push_back({node, problem.mean[node], problem.weight[node]});
  }
  OutcomeSolver solver(
      {problem.graph, CellSamples(problem.graph.nodes, entries, middle_value(problem)), std::move(loss)});
  GraphSolution solution = solver.solve(lambda);
  const Certificate certificate = certify(solver.problem(), solution);
  return denoised(problem.graph, std::move(solution), certificate);
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
