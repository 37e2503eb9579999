// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/solve/outcome_solver.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/tv/proof/outcome_certificate.h"
#include "gaptv/tv/solve/graph_solver.h"
#include "tests/oracles/level_cuts.h"
#include "tests/oracles/random_outcomes.h"
#include "tests/oracles/solve_certified.h"

namespace gaptv::testing {
namespace {

GraphSolution solve_outcomes_certified(const OutcomeProblem& problem, double lambda) {
  OutcomeSolver solver(problem);
  return solve_certified(solver, lambda);
}

class OutcomeTv : public ::testing::TestWithParam<NamedLoss> {
 protected:
  const NamedLoss& named() const { return GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(Losses, OutcomeTv, ::testing::ValuesIn(losses_of_outcomes()), name_of_loss);

TEST_P(OutcomeTv, AgreesWithMinimumCutsAtEveryLevel) {
  Random random(401);
  // Both know values to about 1e-12 of their range, and the objective is flat there.
  constexpr double accuracy_of_objective = 1e-9;
  for (const Kind kind : all_kinds) {
    if (kind == Kind::extreme_weights) continue;  // beyond what the units of the oracle can tell apart
    for (int trial = 0; trial < 4; ++trial) {
      const Shape shape = random_shape(1 + random.below(3), 4, 16, random);
      const OutcomeProblem problem = random_grid_problem(shape, kind, named(), random);
      for (const double lambda : {0.21, 0.9, 3.1}) {
        const OptimalIntervals expected = optimal_intervals(problem, lambda);
        const GraphSolution solution = solve_outcomes_certified(problem, lambda);
        const double best = objective(problem, lambda, expected.lowest);
        EXPECT_NEAR(objective(problem, lambda, solution.beta), best, accuracy_of_objective * (1 + best));
        for (std::size_t node = 0; node < solution.beta.size(); ++node) {
          // Halving stops somewhere inside of a flat piece whose slope is not quite 0; there the objective decides.
          EXPECT_GE(solution.beta[node], expected.lowest[node] - 1e-6) << "lambda " << lambda << " node " << node;
          EXPECT_LE(solution.beta[node], expected.highest[node] + 1e-6) << "lambda " << lambda << " node " << node;
        }
      }
    }
  }
}

TEST_P(OutcomeTv, IsCertifiedOnGridsOfEveryKind) {
  Random random(402);
  for (const Kind kind : all_kinds) {
    for (const Shape& shape : {Shape{{40}}, Shape{{12, 9}}, Shape{{5, 4, 6}}}) {
      OutcomeSolver solver(random_grid_problem(shape, kind, named(), random));
      const double lambda_max = solver.lambda_max();
      for (const double share : {0.0, 1e-9, 1e-6, 0.003, 0.02, 0.1, 0.4, 0.9, 1.0, 7.0, 1e9}) {
        const Certificate certificate = certify(solver.problem(), solver.solve(share * lambda_max));
        EXPECT_LE(certificate.relative_gap, promised_relative_gap) << name_of(kind) << " " << share;
        EXPECT_TRUE(std::isfinite(certificate.objective));
      }
    }
  }
}

TEST_P(OutcomeTv, IsCertifiedOnGraphsOfEveryKind) {
  Random random(403);
  for (const Topology topology : all_topologies) {
    for (const Kind kind : all_kinds) {
      OutcomeSolver solver(random_graph_problem(topology, 30, kind, named(), random));
      const double lambda_max = solver.lambda_max();
      for (const double lambda :
           {0.0, 1e-3 * lambda_max, 0.1 * lambda_max, 0.7 * lambda_max, 2 * lambda_max, HUGE_VAL}) {
        const Certificate certificate = certify(solver.problem(), solver.solve(lambda));
        EXPECT_LE(certificate.relative_gap, promised_relative_gap)
            << name_of(topology) << " " << name_of(kind) << " " << lambda;
      }
    }
  }
}

TEST_P(OutcomeTv, IsConstantFromLambdaMaxOnAndNotBefore) {
  Random random(404);
  for (const Kind kind : all_kinds) {
    const OutcomeProblem problem = random_grid_problem(Shape{{6, 5}}, kind, named(), random);
    OutcomeSolver solver(problem);
    const double lambda_max = solver.lambda_max();
    for (const double share : {1 + 1e-9, 1.5, 1e6}) {
      for (const double value : solver.solve(share * lambda_max).beta) {
        EXPECT_EQ(value, solver.constant()) << name_of(kind) << " " << share;
      }
    }
    if (lambda_max <= 0) continue;
    const std::vector<double> below = solver.solve((1 - 1e-6) * lambda_max).beta;
    EXPECT_TRUE(std::ranges::any_of(below, [&](double value) { return value != below.front(); })) << name_of(kind);
  }
}

TEST_P(OutcomeTv, WithoutAPenaltyIsTheBestValueOfEachNode) {
  Random random(405);
  const OutcomeProblem problem = random_grid_problem(Shape{{5, 4}}, Kind::plain, named(), random);
  const std::vector<double> beta = solve_outcomes_certified(problem, 0).beta;
  for (std::size_t node = 0; node < beta.size(); ++node) {
    const Slopes slopes = named().loss->slopes(problem.samples[node], beta[node]);
    EXPECT_LE(slopes.left, 1e-12);
    EXPECT_GE(slopes.right, -1e-12);
  }
}

TEST_P(OutcomeTv, DoesNotDependOnTheNamesOfTheNodes) {
  Random random(406);
  for (int trial = 0; trial < 10; ++trial) {
    const OutcomeProblem problem =
        random_graph_problem(all_topologies[random.below(6)], 25, all_kinds[random.below(5)], named(), random);
    const std::vector<std::uint32_t> name = random_order(25, random);
    OutcomeProblem other = problem;
    std::vector<CellSamples::Entry> entries = problem.samples.entries();
    for (CellSamples::Entry& entry : entries) entry.cell = name[entry.cell];
    other.samples = CellSamples(25, entries, 0);
    for (Graph::Edge& edge : other.graph.edges) edge = {name[edge.to], name[edge.from], edge.weight};
    const GraphSolution one = solve_outcomes_certified(problem, 0.4);
    const GraphSolution two = solve_outcomes_certified(other, 0.4);
    for (std::size_t node = 0; node < 25; ++node) EXPECT_NEAR(one.beta[node], two.beta[name[node]], 1e-9);
  }
}

TEST_P(OutcomeTv, CertificateSeesAWrongValue) {
  Random random(407);
  const OutcomeProblem problem = random_grid_problem(Shape{{6, 6}}, Kind::plain, named(), random);
  const GraphSolution solution = solve_outcomes_certified(problem, 0.7);
  const double best = objective(problem, 0.7, solution.beta);
  for (std::size_t node = 0; node < solution.beta.size(); ++node) {
    GraphSolution other = solution;
    other.beta[node] += other.beta[node] > 0 ? -0.1 : 0.1;
    const double worse = objective(problem, 0.7, other.beta) - best;
    const Certificate certificate = certify(problem, other);
    // The gap is at least what the value costs.
    EXPECT_GE(certificate.relative_gap * certificate.objective, worse * (1 - 1e-9) - 1e-12);
    EXPECT_GT(certificate.max_violation + certificate.relative_gap, 1e-9);
  }
}

TEST_P(OutcomeTv, CertificateSeesAFlowThatCannotBe) {
  Random random(408);
  const OutcomeProblem problem = random_grid_problem(Shape{{3, 3}}, Kind::plain, named(), random);
  GraphSolution solution = solve_outcomes_certified(problem, 0.5);
  solution.flow[0] = 1.5;
  EXPECT_EQ(certify(problem, solution).relative_gap, HUGE_VAL);
  GraphSolution outside = solve_outcomes_certified(problem, 0.5);
  outside.beta[0] = 1e6;
  EXPECT_EQ(certify(problem, outside).relative_gap, HUGE_VAL);
}

// Losses of the residual alone: shifting and negating outcomes does the same to the fit.
class RobustTv : public OutcomeTv {};
INSTANTIATE_TEST_SUITE_P(Losses, RobustTv, ::testing::ValuesIn(losses_of_outcomes()), name_of_loss);

TEST_P(RobustTv, ShiftedOutcomesShiftTheFit) {
  Random random(409);
  for (const Kind kind : {Kind::plain, Kind::tied_with_empty_cells}) {
    const OutcomeProblem problem = random_grid_problem(Shape{{5, 5}}, kind, named(), random);
    const OutcomeProblem shifted{problem.graph, mapped(problem.samples, 1, 1e8), problem.loss};
    const GraphSolution one = solve_outcomes_certified(problem, 0.37);
    const GraphSolution two = solve_outcomes_certified(shifted, 0.37);
    // Outcomes near 1e8 are themselves known to 1e-8.
    for (std::size_t node = 0; node < 25; ++node) EXPECT_NEAR(one.beta[node], two.beta[node] - 1e8, 1e-6);
  }
}

class SymmetricTv : public ::testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, SymmetricTv, ::testing::ValuesIn(all_kinds),
                         [](const auto& tested) { return name_of(tested.param); });

TEST_P(SymmetricTv, NegatedOutcomesNegateTheFit) {
  Random random(410);
  struct Pair {
    std::shared_ptr<const OutcomeLoss> loss;
    std::shared_ptr<const OutcomeLoss> mirrored;
  };
  for (const Pair& pair : {Pair{huber_loss(0.6), huber_loss(0.6)}, Pair{quantile_loss(0.5), quantile_loss(0.5)},
                           Pair{quantile_loss(0.8), quantile_loss(1 - 0.8)}}) {
    for (int trial = 0; trial < 10; ++trial) {
      const OutcomeProblem problem = random_grid_problem(Shape{{4, 6}}, GetParam(), {"", pair.loss}, random);
      const OutcomeProblem negated{problem.graph, mapped(problem.samples, -1, 0), pair.mirrored};
      for (const double lambda : {0.0, 0.25, 0.5, 0.9, 30.0}) {
        const GraphSolution one = solve_outcomes_certified(problem, lambda);
        const GraphSolution two = solve_outcomes_certified(negated, lambda);
        for (std::size_t node = 0; node < 24; ++node) EXPECT_NEAR(one.beta[node], -two.beta[node], 1e-9);
      }
    }
  }
}

TEST(HuberTv, ScalesWithOutcomesAndDelta) {
  Random random(411);
  const OutcomeProblem problem =
      random_grid_problem(Shape{{6, 4}}, Kind::with_empty_cells, {"", huber_loss(0.6)}, random);
  const OutcomeProblem scaled{problem.graph, mapped(problem.samples, 1e-9, 0), huber_loss(0.6e-9)};
  const GraphSolution one = solve_outcomes_certified(problem, 0.8);
  const GraphSolution two = solve_outcomes_certified(scaled, 0.8e-9);
  for (std::size_t node = 0; node < 24; ++node) EXPECT_NEAR(one.beta[node], two.beta[node] * 1e9, 1e-9);
}

TEST(HuberTv, IsTheSquaredLossForALargeDelta) {
  Random random(412);
  for (const Kind kind : {Kind::plain, Kind::with_empty_cells, Kind::extreme_weights}) {
    const OutcomeProblem problem = random_grid_problem(Shape{{7, 6}}, kind, {"", huber_loss(1e6)}, random);
    GraphProblem squared{problem.graph, {}, {}};
    for (std::size_t node = 0; node < 42; ++node) {
      const Sample sample = problem.samples[node];
      squared.weight.push_back(sample.total_weight());
      squared.mean.push_back(
          sample.is_empty() ? 0.0 : sample.moment_about(0, 0, sample.outcome.size()) / sample.total_weight());
    }
    GraphSolver solver(squared);
    OutcomeSolver robust(problem);
    EXPECT_NEAR(robust.lambda_max(), solver.lambda_max(), 1e-9 * solver.lambda_max());
    for (const double lambda : {0.1, 1.0, 4.0}) {
      const GraphSolution one = solve_certified(robust, lambda);
      const GraphSolution two = solve_certified(solver, lambda);
      for (std::size_t node = 0; node < 42; ++node) EXPECT_NEAR(one.beta[node], two.beta[node], 1e-8);
    }
  }
}

TEST(QuantileTv, AnOutlierDoesNotMoveTheFit) {
  Random random(413);
  const OutcomeProblem problem = random_grid_problem(Shape{{6, 6}}, Kind::plain, {"", quantile_loss(0.5)}, random);
  std::vector<CellSamples::Entry> entries = problem.samples.entries();
  const auto largest = std::ranges::max_element(entries, {}, &CellSamples::Entry::outcome);
  largest->outcome = 1e12;
  const OutcomeProblem spoilt{problem.graph, CellSamples(36, entries, 0), problem.loss};
  // Nothing but the order of the outcomes matters as long as the largest is above the fit.
  const GraphSolution one = solve_outcomes_certified(problem, 2.3);
  const GraphSolution two = solve_outcomes_certified(spoilt, 2.3);
  EXPECT_EQ(one.beta, two.beta);
}

TEST(QuantileTv, TakesValuesThatAreOutcomesOrMiddlesOfTwo) {
  Random random(414);
  const OutcomeProblem problem = random_grid_problem(Shape{{6, 6}}, Kind::plain, {"", quantile_loss(0.3)}, random);
  const CellSamples pool = pool_samples(problem.samples);
  for (const double value : solve_outcomes_certified(problem, 0.77).beta) {
    EXPECT_TRUE(std::ranges::binary_search(pool[0].outcome, value)) << value;
  }
}

TEST(OutcomeSolver, RefusesALossThatFallsBeyondAllOutcomes) {
  class Falling : public LogCoshLoss {
   public:
    Slopes slopes(const Sample&, double) const override { return {-1, -1, 0}; }
  };
  Random random(415);
  OutcomeProblem problem = random_grid_problem(Shape{{2, 2}}, Kind::plain, {"", std::make_shared<Falling>()}, random);
  EXPECT_THROW(OutcomeSolver{problem}, InvalidInput);
  problem.samples = CellSamples(4, {}, 0);
  EXPECT_THROW(OutcomeSolver{problem}, InvalidInput);
  problem.samples = CellSamples(3, {}, 0);
  EXPECT_THROW(OutcomeSolver{problem}, InvalidInput);
}

}  // namespace
}  // namespace gaptv::testing
