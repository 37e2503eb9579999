// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/total_variation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/tv/chain/chain_solver.h"
#include "gaptv/tv/proof/outcome_certificate.h"
#include "gaptv/tv/solve/outcome_solver.h"
#include "tests/oracles/random_outcomes.h"
#include "tests/oracles/random_problems.h"
#include "tests/oracles/solve_certified.h"
#include "tests/oracles/tv_oracles.h"

namespace gaptv::testing {
namespace {

// Two exact solvers differ by the rounding of flows, 2^-40 of lambda, over a weight.
constexpr double rounding = 1e-9;

NodeStatistics statistics_of(const TvProblem& problem) {
  return {problem.weight, problem.mean};
}

void expect_same_values(const std::vector<double>& found, const std::vector<double>& expected, double accuracy) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t node = 0; node < found.size(); ++node) {
    EXPECT_NEAR(found[node], expected[node], accuracy) << "node " << node;
  }
}

// Solves and lets certify() judge the fit anew.
PathFit solve_proven(const TotalVariation& problem, double lambda) {
  PathFit fit = make_tv_solver(problem)->solve(lambda);
  const Certificate again = certify(problem, fit);
  EXPECT_EQ(again.objective, fit.certificate.objective);
  EXPECT_LE(again.relative_gap, promised_relative_gap);
  EXPECT_TRUE(again.is_balanced);
  return fit;
}

TEST(TotalVariation, OnAGridIsWhatTheGridSolverFinds) {
  Random random(501);
  for (const Kind kind : all_kinds) {
    for (const Shape& shape : {Shape{{15}}, Shape{{6, 7}}, Shape{{3, 4, 3}}}) {
      TvProblem direct = random_problem(shape, kind, random);
      for (const EmptyCellRule rule : {EmptyCellRule::nearest_to_mean, EmptyCellRule::middle}) {
        direct.empty_cells = rule;
        GridSolver solver(direct);
        const TotalVariation problem{GridTopology{shape}, statistics_of(direct), rule};
        EXPECT_EQ(make_tv_solver(problem)->lambda_max(), solver.lambda_max());
        for (const double lambda : {0.0, 0.05, 0.7}) {
          solver.reset();
          const Solution expected = solver.solve(lambda);
          const PathFit fit = solve_proven(problem, lambda);
          EXPECT_EQ(fit.beta, expected.beta) << name_of(kind);
          EXPECT_EQ(fit.flow, expected.flow) << name_of(kind);
        }
      }
    }
  }
}

TEST(TotalVariation, OnAGridWithEdgeWeightsOfOneIsThatWithout) {
  Random random(502);
  for (const Shape& shape : {Shape{{17}}, Shape{{6, 7}}, Shape{{3, 4, 3}}}) {
    const TvProblem data = random_problem(shape, Kind::with_empty_cells, random);
    std::vector<std::vector<double>> ones;
    for (const std::size_t bins : shape.bins) ones.emplace_back(bins - 1, 1.0);
    for (const EmptyCellRule rule : {EmptyCellRule::nearest_to_mean, EmptyCellRule::middle}) {
      const TotalVariation plain{GridTopology{shape}, statistics_of(data), rule};
      const TotalVariation weighted{GridTopology{shape, ones}, statistics_of(data), rule};
      const double lambda_max = make_tv_solver(plain)->lambda_max();
      EXPECT_NEAR(make_tv_solver(weighted)->lambda_max(), lambda_max, rounding * lambda_max);
      for (const double lambda : {0.05, 0.5, 3.0}) {
        const PathFit expected = solve_proven(plain, lambda);
        const PathFit found = solve_proven(weighted, lambda);
        expect_same_values(found.beta, expected.beta, rounding);
        // Either flow proves either fit: they lie in the same order.
        PathFit crossed = expected;
        crossed.flow = found.flow;
        EXPECT_LE(certify(plain, crossed).relative_gap, promised_relative_gap);
      }
    }
  }
}

// On two cells with data the optimum is known: each mean moves by lambda * weight of the edge.
TEST(TotalVariation, ChargesADifferenceTheWeightOfItsEdge) {
  const NodeStatistics data{{1, 1}, {0, 10}};
  const TvTopology topologies[] = {ChainTopology{{2.5}}, GridTopology{Shape{{2}}, {{2.5}}}, Graph{2, {{1, 0, 2.5}}}};
  for (const TvTopology& topology : topologies) {
    const PathFit fit = solve_proven({topology, data}, 0.4);
    EXPECT_DOUBLE_EQ(fit.beta[0], 1);
    EXPECT_DOUBLE_EQ(fit.beta[1], 9);
  }
}

TEST(TotalVariation, OnAChainIsWhatTheChainSolverFinds) {
  Random random(503);
  for (const Kind kind : {Kind::plain, Kind::tied}) {
    const TvProblem data = random_problem(Shape{{60}}, kind, random);
    ChainTopology chain;
    for (std::size_t i = 0; i + 1 < data.weight.size(); ++i) chain.edge_weights.push_back(0.1 + random.uniform());
    const TotalVariation problem{chain, statistics_of(data)};
    const double lambda_max = find_chain_lambda_max(data.weight, data.mean, chain.edge_weights);
    EXPECT_EQ(make_tv_solver(problem)->lambda_max(), lambda_max);
    for (const double lambda : {0.01 * lambda_max, 0.3 * lambda_max}) {
      std::vector<double> capacity = chain.edge_weights;
      for (double& amount : capacity) amount *= lambda;
      EXPECT_EQ(solve_proven(problem, lambda).beta, solve_chain(data.weight, data.mean, capacity).beta);
    }
  }
}

TEST(TotalVariation, OnAChainWithEmptyNodesOrGapsIsThatOfItsGraph) {
  Random random(504);
  for (const Kind kind : all_kinds) {
    if (kind == Kind::extreme_weights) continue;  // rounding over a tiny weight is large
    const TvProblem data = random_problem(Shape{{30}}, kind, random);
    ChainTopology chain{std::vector<double>(data.weight.size() - 1, 1.0)};
    chain.edge_weights[11] = 0;
    const Graph graph = make_graph(chain);
    const GraphProblem direct{graph, data.weight, data.mean};
    GraphSolver solver(direct);
    const double lambda_max = solver.lambda_max();
    for (const TvTopology& topology : {TvTopology{chain}, TvTopology{graph}}) {
      const TotalVariation problem{topology, statistics_of(data)};
      EXPECT_NEAR(make_tv_solver(problem)->lambda_max(), lambda_max, rounding * lambda_max) << name_of(kind);
      for (const double lambda : {0.0, 0.2, 0.9, HUGE_VAL}) {
        expect_same_values(solve_proven(problem, lambda).beta, solve_graph_certified(direct, lambda).beta, rounding);
      }
    }
  }
}

TEST(TotalVariation, OnAGraphIsWhatTheGraphSolverFinds) {
  Random random(505);
  for (const Topology topology : all_topologies) {
    for (const Kind kind : all_kinds) {
      const GraphProblem direct = random_graph_problem(topology, 25, kind, random);
      GraphSolver solver(direct, 1);
      const TotalVariation problem{direct.graph, NodeStatistics{direct.weight, direct.mean}};
      EXPECT_EQ(make_tv_solver(problem)->lambda_max(), solver.lambda_max());
      for (const double lambda : {0.0, 0.3, HUGE_VAL}) {
        solver.reset();
        const GraphSolution expected = solver.solve(lambda);
        const PathFit fit = solve_proven(problem, lambda);
        EXPECT_EQ(fit.beta, expected.beta) << name_of(topology) << " " << name_of(kind);
        EXPECT_EQ(fit.flow, expected.flow) << name_of(topology) << " " << name_of(kind);
      }
    }
  }
}

TEST(TotalVariation, OfSamplesIsWhatTheOutcomeSolverFindsOnEveryTopology) {
  Random random(506);
  const ChainTopology chain{{1, 0.5, 2, 0, 1, 1, 3}};
  const GridTopology grid{Shape{{4, 2}}};
  const GridTopology weighted{Shape{{2, 4}}, {{2}, {0.5, 1, 3}}};
  const Graph cycle = random_graph(gaptv::testing::Topology::cycle, 8, random);
  for (const NamedLoss& named : losses_of_outcomes()) {
    for (const Kind kind : {Kind::plain, Kind::with_empty_cells, Kind::tied}) {
      const NodeSamples data{random_samples(8, kind, random), named.loss};
      const std::pair<TvTopology, Graph> cases[] = {{chain, make_graph(chain)},
                                                    {grid, make_graph(grid, EdgeOrder::by_axis)},
                                                    {weighted, make_graph(weighted, EdgeOrder::by_axis)},
                                                    {cycle, cycle}};
      for (const auto& [topology, graph] : cases) {
        OutcomeSolver solver({graph, data.samples, data.loss});
        const TotalVariation problem{topology, data};
        EXPECT_EQ(make_tv_solver(problem)->lambda_max(), solver.lambda_max());
        for (const double lambda : {0.0, 0.3, 1.1}) {
          EXPECT_EQ(solve_proven(problem, lambda).beta, solver.solve(lambda).beta) << named.name;
        }
      }
    }
  }
}

TEST(TotalVariation, PublishesMeansWithinTheRangeOfTheLoss) {
  const NodeStatistics data{{5, 5, 5, 5}, {0, 0, 1, 1}, &binomial_loss()};
  const TvTopology topologies[] = {ChainTopology{{1, 1, 1}}, GridTopology{Shape{{4}}},
                                   GridTopology{Shape{{4}}, {{1, 1, 1}}}, Graph{4, {{0, 1, 1}, {1, 2, 1}, {2, 3, 1}}}};
  for (const TvTopology& topology : topologies) {
    const PathFit fit = solve_proven({topology, data}, 0);
    EXPECT_EQ(fit.beta, data.mean);
    EXPECT_EQ(fit.published().front(), binomial_loss().lowest_mean(20));
    EXPECT_EQ(fit.published().back(), binomial_loss().highest_mean(20));
  }
}

TEST(TotalVariation, CertificateRefusesAWrongAnswer) {
  Random random(507);
  const Shape shape{{4, 3}};
  const TvProblem data = random_problem(shape, Kind::plain, random);
  const NodeSamples samples{random_samples(12, Kind::plain, random), huber_loss(0.8)};
  std::vector<bool> left_out(12, false);
  left_out[5] = true;
  NodeStatistics with_hole = statistics_of(data);
  with_hole.weight[5] = 0;
  const TotalVariation problems[] = {
      {ChainTopology{std::vector<double>(11, 1.0)}, statistics_of(data)},
      {GridTopology{shape}, statistics_of(data)},
      {GridTopology{shape, {{1, 2, 1}, {2, 1}}}, statistics_of(data)},
      {GridTopology{shape, {}, left_out}, with_hole},
      {random_graph(gaptv::testing::Topology::complete, 12, random), statistics_of(data)},
      {ChainTopology{std::vector<double>(11, 1.0)}, samples},
      {GridTopology{shape}, samples},
  };
  for (const TotalVariation& problem : problems) {
    const PathFit fit = make_tv_solver(problem)->solve(0.1);
    EXPECT_NO_THROW(require_optimal(certify(problem, fit)));
    PathFit other_value = fit;
    other_value.beta[0] += 0.01;
    EXPECT_THROW(require_optimal(certify(problem, other_value)), std::logic_error);
    PathFit other_lambda = fit;
    other_lambda.lambda = 0.11;
    EXPECT_THROW(require_optimal(certify(problem, other_lambda)), std::logic_error);
    PathFit no_flow = fit;
    no_flow.flow.assign(fit.flow.size(), 0.0);
    EXPECT_THROW(require_optimal(certify(problem, no_flow)), std::logic_error);
    PathFit too_short = fit;
    too_short.flow.pop_back();
    EXPECT_THROW(certify(problem, too_short), InvalidInput);
  }
}

TEST(TotalVariation, RefusesWhatItCannotSolve) {
  const NodeStatistics four{{1, 1, 1, 1}, {0, 1, 2, 3}};
  const Shape square{{2, 2}};
  const auto expect_refused = [](const TotalVariation& problem) {
    EXPECT_THROW(make_tv_solver(problem), InvalidInput);
    EXPECT_THROW(certify(problem, {}), InvalidInput);
  };
  expect_refused({ChainTopology{{1, 1}}, four});
  expect_refused({ChainTopology{{1, -1, 1}}, four});
  expect_refused({GridTopology{Shape{{3}}}, four});
  expect_refused({GridTopology{square, {{1}}}, four});
  expect_refused({GridTopology{square, {{1}, {1, 1}}}, four});
  expect_refused({GridTopology{square, {{1}, {std::nan("")}}}, four});
  expect_refused({GridTopology{square, {}, {true}}, four});
  expect_refused({GridTopology{square, {}, {true, false, false, false}}, four});
  expect_refused({GridTopology{square}, NodeStatistics{{1, 1, -1, 1}, {0, 1, 2, 3}}});
  expect_refused({GridTopology{square}, NodeStatistics{{0, 0, 0, 0}, {0, 1, 2, 3}}});
  expect_refused({Graph{4, {{0, 4, 1}}}, four});
  const CellSamples::Entry entries[] = {{0, 1.0, 1.0}, {3, 2.0, 1.0}};
  const NodeSamples samples{CellSamples(4, entries, 0), huber_loss(1)};
  expect_refused({GridTopology{Shape{{5}}}, samples});
  expect_refused({GridTopology{square, {}, {true, false, false, false}}, samples});
  expect_refused({GridTopology{square}, samples, EmptyCellRule::middle});
}

}  // namespace
}  // namespace gaptv::testing
