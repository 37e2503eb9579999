// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Certificates must not be fooled: whatever values and flow they are shown, they may not promise more than is true.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "gaptv/base/infinity.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/tv/certificate.h"
#include "gaptv/tv/proof/graph_certificate.h"
#include "gaptv/tv/proof/outcome_certificate.h"
#include "gaptv/tv/solve/graph_solver.h"
#include "gaptv/tv/solve/outcome_solver.h"
#include "gaptv/tv/topology.h"
#include "tests/oracles/random_graphs.h"
#include "tests/oracles/random_outcomes.h"
#include "tests/oracles/tv_min_cut.h"

namespace gaptv::testing {
namespace {

// Near the fitted value divergences are quadratic up to this share.
constexpr double rounding_of_terms = 1e-6;

double link_of(const CellLoss& loss, double mean) {
  if (&loss == &squared_loss()) return mean;
  return &loss == &poisson_loss() ? std::log(mean) : std::log(mean) - std::log1p(-mean);
}

// From the definition; D(a, b) of one observation.
double divergence(const CellLoss& loss, double mean, double fitted) {
  const auto term = [](double a, double b) { return a > 0 ? a * std::log(a / b) : 0.0; };
  if (&loss == &squared_loss()) return (mean - fitted) * (mean - fitted) / 2;
  if (&loss == &poisson_loss()) return term(mean, fitted) - mean + fitted;
  return term(mean, fitted) + term(1 - mean, 1 - fitted);
}

double objective_of(const GraphProblem& problem, const CellLoss& loss, double lambda, const std::vector<double>& beta) {
  double sum = 0;
  for (std::size_t node = 0; node < beta.size(); ++node) {
    if (problem.weight[node] > 0) sum += problem.weight[node] * divergence(loss, problem.mean[node], beta[node]);
  }
  for (const auto& [from, to, weight] : problem.graph.edges) {
    if (weight <= 0 || beta[from] == beta[to]) continue;
    sum += lambda * weight * std::abs(link_of(loss, beta[from]) - link_of(loss, beta[to]));
  }
  return sum;
}

// Counts among trials, many of them 0 or all, and nodes without data.
GraphProblem random_counts(const Graph& graph, Random& random) {
  GraphProblem problem{graph, {}, {}};
  const double share_pure = random.below(3) == 0 ? 0.9 : 0.3;
  const double pure = random.below(3) == 0 ? 1.0 : 0.0;
  for (std::size_t node = 0; node < graph.nodes; ++node) {
    const double size = 1 + static_cast<double>(random.below(12));
    problem.weight.push_back(node > 0 && random.uniform() < 0.4 ? 0.0 : size);
    problem.mean.push_back(random.uniform() < share_pure ? pure : std::floor((size + 1) * random.uniform()) / size);
  }
  return problem;
}

// A flow that explains the values of as many nodes with data as the capacities allow, at the cost of those without.
std::vector<double> excusing_flow(const GraphProblem& problem, double lambda, const std::vector<double>& beta,
                                  std::vector<double> flow, Random& random) {
  const std::vector<Graph::Edge>& edges = problem.graph.edges;
  for (std::size_t i = 0; i < 20 * edges.size(); ++i) {
    const std::size_t e = random.below(edges.size());
    const bool is_from = random.below(2) == 0;
    const std::uint32_t node = is_from ? edges[e].from : edges[e].to;
    if (problem.weight[node] <= 0) continue;
    double left_over = problem.weight[node] * (problem.mean[node] - beta[node]) / lambda;
    for (std::size_t k = 0; k < edges.size(); ++k) {
      left_over -= edges[k].from == node ? flow[k] : edges[k].to == node ? -flow[k] : 0.0;
    }
    flow[e] = std::clamp(flow[e] + (is_from ? left_over : -left_over), -edges[e].weight, edges[e].weight);
  }
  return flow;
}

std::vector<double> random_flow(const Graph& graph, const std::vector<double>& right, Random& random) {
  std::vector<double> flow = right;
  const std::uint64_t kind = random.below(5);
  for (std::size_t e = 0; e < flow.size(); ++e) {
    const double capacity = graph.edges[e].weight;
    if (kind == 1) flow[e] = 0;
    if (kind == 2) flow[e] = capacity * (2 * random.uniform() - 1);
    if (kind == 3) flow[e] = random.below(2) == 0 ? capacity : -capacity;
    if (kind == 4) flow[e] *= random.uniform();
  }
  return flow;
}

std::vector<double> random_values(const std::vector<double>& right, double lowest, double highest, Random& random) {
  std::vector<double> beta = right;
  const double level = lowest + (highest - lowest) * random.uniform();
  const std::uint64_t kind = random.below(5);
  for (double& value : beta) {
    if (kind == 0) value = level;
    if (kind == 1) value = lowest + (highest - lowest) * random.uniform();
    if (kind == 2) value += 0.2 * (level - value);
    if (kind == 3 && random.below(3) == 0) value = random.below(2) == 0 ? lowest : level;
    if (kind == 4 && random.below(4) == 0) value = level;
  }
  return beta;
}

// What the certificate promises against what is known: some values with that smaller objective.
void expect_honest(const Certificate& certificate, double value, double smaller, const std::string& what) {
  if (!std::isfinite(value)) {
    EXPECT_FALSE(certificate.relative_gap <= 1) << what;
    return;
  }
  const double excess = value - smaller;
  if (certificate.relative_gap <= 1) {
    EXPECT_NEAR(certificate.objective, value, 1e-9 * (1 + value)) << what;
    EXPECT_GE(certificate.relative_gap * value, excess * (1 - rounding_of_terms) - 1e-13 * (1 + value)) << what;
  }
  if (excess > 1e-6 * (1 + value)) {
    EXPECT_FALSE(certificate.max_violation <= 0) << what;
    EXPECT_THROW(require_optimal(certificate), std::logic_error) << what;
  }
}

class CertificateWith : public ::testing::TestWithParam<const CellLoss*> {
 protected:
  const CellLoss& loss() const { return *GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(Losses, CertificateWith, ::testing::Values(&squared_loss(), &binomial_loss(), &poisson_loss()),
                         [](const auto& tested) { return std::string(tested.param->name()); });

TEST_P(CertificateWith, OfAnyGraphPromisesNoMoreThanIsTrue) {
  Random random(1201);
  for (int trial = 0; trial < 150; ++trial) {
    const auto nodes = static_cast<std::uint32_t>(1 + random.below(7));
    const GraphProblem problem = random_counts(random_graph(all_topologies[trial % 6], nodes, random), random);
    const double lambda = std::pow(10.0, 3 * random.uniform() - 1.5);
    const auto [lowest_mean, highest_mean] = std::ranges::minmax(problem.mean);
    const GraphSolution right = GraphSolver(problem, 1).solve(lambda);
    const OptimalIntervals oracle = optimal_intervals(problem, lambda);
    const double minimum = std::min({objective_of(problem, loss(), lambda, right.beta),
                                     objective_of(problem, loss(), lambda, oracle.lowest),
                                     objective_of(problem, loss(), lambda, oracle.highest)});
    for (int candidate = 0; candidate < 40; ++candidate) {
      GraphSolution tried{lambda, random_values(right.beta, lowest_mean, highest_mean, random),
                          random_flow(problem.graph, right.flow, random)};
      if (!tried.flow.empty() && candidate % 2 == 0) {
        tried.flow = excusing_flow(problem, lambda, tried.beta, tried.flow, random);
      }
      expect_honest(certify(problem, tried, loss()), objective_of(problem, loss(), lambda, tried.beta), minimum,
                    "trial " + std::to_string(trial) + ", candidate " + std::to_string(candidate));
    }
  }
}

TEST_P(CertificateWith, OfAGridPromisesNoMoreThanIsTrue) {
  Random random(1202);
  for (int trial = 0; trial < 100; ++trial) {
    const Shape shape = random_shape(1 + random.below(3), 3, 9, random);
    const Graph graph = make_graph(GridTopology{shape}, EdgeOrder::by_axis);
    const GraphProblem problem = random_counts(graph, random);
    const TvProblem on_grid{shape, problem.weight, problem.mean};
    const double lambda = std::pow(10.0, 3 * random.uniform() - 1.5);
    const auto [lowest_mean, highest_mean] = std::ranges::minmax(problem.mean);
    const GraphSolution right = GraphSolver(problem, 1).solve(lambda);
    const double minimum = objective_of(problem, loss(), lambda, right.beta);
    for (int candidate = 0; candidate < 40; ++candidate) {
      GraphSolution tried{lambda, random_values(right.beta, lowest_mean, highest_mean, random),
                          random_flow(graph, right.flow, random)};
      if (!tried.flow.empty() && candidate % 2 == 0) {
        tried.flow = excusing_flow(problem, lambda, tried.beta, tried.flow, random);
      }
      Solution solution{lambda, tried.beta, std::vector<double>(shape.cells() * shape.dimensions(), 0.0)};
      for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        const auto& [from, to, weight] = graph.edges[e];
        std::size_t axis = 0;
        while (shape.stride(axis) != to - from || shape.bin_of(from, axis) == shape.bin_of(to, axis)) ++axis;
        solution.flow[axis * shape.cells() + from] = tried.flow[e];
      }
      expect_honest(certify(on_grid, solution, loss()), objective_of(problem, loss(), lambda, tried.beta), minimum,
                    "trial " + std::to_string(trial) + ", candidate " + std::to_string(candidate));
    }
  }
}

class OutcomeCertificateOf : public ::testing::TestWithParam<NamedLoss> {};
INSTANTIATE_TEST_SUITE_P(Losses, OutcomeCertificateOf, ::testing::ValuesIn(losses_of_outcomes()), name_of_loss);

TEST_P(OutcomeCertificateOf, PromisesNoMoreThanIsTrue) {
  Random random(1203);
  for (int trial = 0; trial < 60; ++trial) {
    const auto nodes = static_cast<std::uint32_t>(1 + random.below(7));
    const Kind kind = trial % 2 == 0 ? Kind::with_empty_cells : Kind::tied_with_empty_cells;
    const OutcomeProblem problem = random_graph_problem(all_topologies[trial % 6], nodes, kind, GetParam(), random);
    const double lambda = std::pow(10.0, 3 * random.uniform() - 1.5);
    OutcomeSolver solver(problem);
    const GraphSolution right = solver.solve(lambda);
    const double minimum = objective(problem, lambda, right.beta);
    const Interval range = range_of_outcomes(problem.samples);
    for (int candidate = 0; candidate < 40; ++candidate) {
      const GraphSolution tried{lambda, random_values(right.beta, range.lowest, range.highest, random),
                                random_flow(problem.graph, right.flow, random)};
      expect_honest(certify(problem, tried), objective(problem, lambda, tried.beta), minimum,
                    "trial " + std::to_string(trial) + ", candidate " + std::to_string(candidate));
    }
  }
}

// The values are all the same, so that their own range would make the flow that ends in the empty node cost nothing.
TEST(CertificateSoundness, SeesAWrongConstantAroundANodeWithoutData) {
  const GraphProblem problem{{3, {{0, 1, 1.0}, {1, 2, 1.0}}}, {10, 0, 10}, {0.2, 0, 0.8}};
  const GraphSolution wrong{10, {0.75, 0.75, 0.75}, {-0.55, -0.05}};
  const Certificate certificate = certify(problem, wrong, binomial_loss());
  EXPECT_NEAR(certificate.objective, 6.73, 0.01);
  EXPECT_GE(certificate.relative_gap, (6.73 - 3.86) / 6.73);
  EXPECT_GT(certificate.max_violation, 0.1);
  EXPECT_FALSE(certificate.is_balanced);
}

TEST_P(CertificateWith, SeesValuesThatAreNoNumbersOrNotPossible) {
  for (const double value : {std::nan(""), infinity, -infinity, -0.5}) {
    if (value == -0.5 && &loss() == &squared_loss()) continue;
    for (const double lambda : {0.0, 1.0}) {
      const Certificate of_cell = certify(TvProblem{{{1}}, {2}, {0.5}}, Solution{lambda, {value}, {0}}, loss());
      EXPECT_THROW(require_optimal(of_cell), std::logic_error) << value;
      const GraphProblem nodes{{2, {{0, 1, 1.0}}}, {2, 2}, {0, 0.5}};
      const Certificate of_nodes = certify(nodes, GraphSolution{lambda, {0.2, value}, {0}}, loss());
      EXPECT_THROW(require_optimal(of_nodes), std::logic_error) << value;
    }
  }
}

}  // namespace
}  // namespace gaptv::testing
