// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Grids with holes.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "gaptv/tv/proof/outcome_certificate.h"
#include "gaptv/tv/solve/outcome_solver.h"
#include "gaptv/tv/total_variation.h"
#include "tests/oracles/random_outcomes.h"
#include "tests/oracles/solve_certified.h"
#include "tests/oracles/tv_min_cut.h"
#include "tests/oracles/tv_oracles.h"

namespace gaptv::testing {
namespace {

std::vector<bool> random_mask(std::size_t cells, Random& random) {
  std::vector<bool> left_out(cells);
  for (std::size_t cell = 0; cell < cells; ++cell) left_out[cell] = random.below(4) == 0;
  left_out[random.below(cells)] = false;
  return left_out;
}

// The neighbours from their definition, without those of holes.
GraphProblem with_holes(const TvProblem& data, const std::vector<bool>& left_out) {
  GraphProblem problem{{data.shape.cells(), {}}, data.weight, data.mean};
  for (const Graph::Edge& edge : edges_of(data.shape)) {
    if (!left_out[edge.from] && !left_out[edge.to]) problem.graph.edges.push_back(edge);
  }
  return problem;
}

TvProblem without_data_in_holes(TvProblem data, const std::vector<bool>& left_out) {
  bool has_data = false;
  for (std::size_t cell = 0; cell < left_out.size(); ++cell) {
    if (left_out[cell]) data.weight[cell] = 0;
    has_data |= data.weight[cell] > 0;
  }
  for (std::size_t cell = 0; cell < left_out.size() && !has_data; ++cell) {
    if (left_out[cell]) continue;
    data.weight[cell] = 1;
    has_data = true;
  }
  return data;
}

TEST(MaskedGrid, AgreesWithMinimumCutsAtEveryLevel) {
  Random random(511);
  for (const Kind kind : all_kinds) {
    if (kind == Kind::extreme_weights) continue;  // beyond what the units of the oracle can tell apart
    for (int trial = 0; trial < 4; ++trial) {
      const Shape shape = random_shape(1 + random.below(3), 5, 24, random);
      const std::vector<bool> left_out = random_mask(shape.cells(), random);
      const TvProblem data = without_data_in_holes(random_problem(shape, kind, random), left_out);
      const GraphProblem graph = with_holes(data, left_out);
      const TotalVariation problem{GridTopology{shape, {}, left_out}, NodeStatistics{data.weight, data.mean}};
      const auto solver = make_tv_solver(problem);
      for (const double lambda : {0.13, 0.8}) {
        const PathFit fit = solver->solve(lambda);
        EXPECT_LE(certify(problem, fit).relative_gap, promised_relative_gap);
        const OptimalIntervals expected = optimal_intervals(graph, lambda);
        for (std::size_t cell = 0; cell < fit.beta.size(); ++cell) {
          EXPECT_GE(fit.beta[cell], expected.lowest[cell] - 2 * expected.accuracy - 1e-9) << name_of(kind);
          EXPECT_LE(fit.beta[cell], expected.highest[cell] + 2 * expected.accuracy + 1e-9) << name_of(kind);
        }
      }
    }
  }
}

TEST(MaskedGrid, HasTheLambdaMaxOfAllSubsets) {
  Random random(512);
  for (int trial = 0; trial < 6; ++trial) {
    const Shape shape{{3, 4}};
    const std::vector<bool> left_out = random_mask(shape.cells(), random);
    const TvProblem data = without_data_in_holes(random_problem(shape, Kind::with_empty_cells, random), left_out);
    const double expected = lambda_max_by_all_subsets(with_holes(data, left_out));
    const TotalVariation problem{GridTopology{shape, {}, left_out}, NodeStatistics{data.weight, data.mean}};
    EXPECT_NEAR(make_tv_solver(problem)->lambda_max(), expected, 1e-9 * (1 + expected));
  }
}

TEST(MaskedGrid, FitsEachIslandAsIfItWereAlone) {
  // Two islands of two columns each, with a column of holes between them.
  const Shape shape{{3, 5}};
  Random random(513);
  TvProblem data = random_problem(shape, Kind::plain, random);
  std::vector<bool> left_out(15, false);
  TvProblem islands[2] = {{Shape{{3, 2}}, {}, {}}, {Shape{{3, 2}}, {}, {}}};
  for (std::size_t cell = 0; cell < 15; ++cell) {
    const std::size_t column = shape.bin_of(cell, 1);
    if (column == 2) {
      left_out[cell] = true;
      data.weight[cell] = 0;
      continue;
    }
    islands[column > 2 ? 1 : 0].weight.push_back(data.weight[cell]);
    islands[column > 2 ? 1 : 0].mean.push_back(data.mean[cell]);
  }
  const TotalVariation problem{GridTopology{shape, {}, left_out}, NodeStatistics{data.weight, data.mean}};
  for (const double lambda : {0.0, 0.2, 1.0, 1e6}) {
    const PathFit fit = make_tv_solver(problem)->solve(lambda);
    const std::vector<double> expected[2] = {solve_certified(islands[0], lambda).beta,
                                             solve_certified(islands[1], lambda).beta};
    std::size_t next[2] = {0, 0};
    for (std::size_t cell = 0; cell < 15; ++cell) {
      if (left_out[cell]) {
        EXPECT_NEAR(fit.beta[cell], mean_of_data(data), 1e-12);
        continue;
      }
      const std::size_t island = shape.bin_of(cell, 1) > 2 ? 1 : 0;
      EXPECT_NEAR(fit.beta[cell], expected[island][next[island]++], 1e-9) << "cell " << cell << " at " << lambda;
    }
  }
}

TEST(MaskedGrid, WithoutHolesIsThePlainGrid) {
  Random random(514);
  const Shape shape{{5, 4}};
  const TvProblem data = random_problem(shape, Kind::with_empty_cells, random);
  const NodeStatistics statistics{data.weight, data.mean};
  for (const double lambda : {0.1, 0.6}) {
    const PathFit plain = make_tv_solver({GridTopology{shape}, statistics})->solve(lambda);
    const PathFit masked =
        make_tv_solver({GridTopology{shape, {}, std::vector<bool>(20, false)}, statistics})->solve(lambda);
    for (std::size_t cell = 0; cell < 20; ++cell) EXPECT_NEAR(masked.beta[cell], plain.beta[cell], 1e-9);
  }
}

TEST(MaskedGrid, OfSamplesIsWhatTheOutcomeSolverFindsOnItsGraph) {
  Random random(515);
  const Shape shape{{4, 4}};
  std::vector<bool> left_out(16, false);
  left_out[1] = left_out[4] = left_out[10] = true;  // cell 0 becomes an island
  for (const NamedLoss& named : losses_of_outcomes()) {
    std::vector<CellSamples::Entry> entries;
    for (const CellSamples::Entry& entry : random_samples(16, Kind::plain, random).entries()) {
      if (!left_out[entry.cell]) entries.push_back(entry);
    }
    const CellSamples samples(16, entries, 0);
    const GraphProblem graph =
        with_holes({shape, std::vector<double>(16, 1.0), std::vector<double>(16, 0.0)}, left_out);
    OutcomeSolver solver({graph.graph, samples, named.loss});
    const TotalVariation problem{GridTopology{shape, {}, left_out}, NodeSamples{samples, named.loss}};
    EXPECT_NEAR(make_tv_solver(problem)->lambda_max(), solver.lambda_max(), 1e-9);
    for (const double lambda : {0.3, 1.7}) {
      const PathFit fit = make_tv_solver(problem)->solve(lambda);
      EXPECT_LE(certify(problem, fit).relative_gap, promised_relative_gap);
      const std::vector<double> expected = solver.solve(lambda).beta;
      EXPECT_NEAR(certify(problem, fit).objective, certify(solver.problem(), solver.solve(lambda)).objective, 1e-9);
      for (std::size_t cell = 0; cell < 16; ++cell) EXPECT_NEAR(fit.beta[cell], expected[cell], 1e-6) << named.name;
    }
  }
}

}  // namespace
}  // namespace gaptv::testing
