// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/proof/graph_certificate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "tests/oracles/random_graphs.h"
#include "tests/oracles/solve_certified.h"
#include "tests/oracles/tv_oracles.h"

namespace gaptv::testing {
namespace {

// A net is only worth something if it can catch: each test spoils one thing in a right solution.
class GraphCertificateOfASpoiltSolution : public ::testing::Test {
 protected:
  GraphCertificateOfASpoiltSolution() {
    Random random(81);
    problem_ = random_graph_problem(Topology::multigraph, 30, Kind::plain, random);
    problem_.weight[problem_.graph.edges[0].from] = 0;
    solution_ = solve_graph_certified(problem_, 0.3);
  }
  Certificate certificate() const { return certify(problem_, solution_); }

  GraphProblem problem_;
  GraphSolution solution_;
};

TEST_F(GraphCertificateOfASpoiltSolution, IsFineBeforeItIsSpoilt) {
  EXPECT_LE(certificate().relative_gap, 1e-12);
  EXPECT_LE(certificate().max_violation, 1e-10);
}

TEST_F(GraphCertificateOfASpoiltSolution, SeesAValueThatIsOff) {
  for (std::size_t node = 0; node < 30; ++node) {
    const double value = std::exchange(solution_.beta[node], solution_.beta[node] + 1e-3);
    if (problem_.weight[node] > 0) {
      EXPECT_GT(certificate().relative_gap, 1e-9) << node;
    }
    solution_.beta[node] = value;
  }
}

TEST_F(GraphCertificateOfASpoiltSolution, SeesAFlowThatIsOff) {
  for (std::size_t e = 0; e < solution_.flow.size(); ++e) {
    if (problem_.graph.edges[e].weight <= 0) continue;
    const double flow = std::exchange(solution_.flow[e], solution_.flow[e] - std::copysign(0.02, solution_.flow[e]));
    EXPECT_FALSE(certificate().relative_gap <= 1e-9) << e;
    solution_.flow[e] = flow;
  }
}

TEST_F(GraphCertificateOfASpoiltSolution, SeesAFlowBeyondItsCapacity) {
  const double weight = problem_.graph.edges[3].weight;
  solution_.flow[3] = std::nextafter(weight, 2 * weight);
  EXPECT_TRUE(std::isinf(certificate().relative_gap));
  EXPECT_GT(certificate().max_violation, 0);
}

TEST_F(GraphCertificateOfASpoiltSolution, SeesFlowThatEndsInANodeWithoutData) {
  solution_.flow[0] *= 1 - 1e-5;
  solution_.flow[0] -= solution_.flow[0] == 0 ? 1e-5 : 0.0;
  EXPECT_FALSE(certificate().relative_gap <= 1e-9);
}

TEST_F(GraphCertificateOfASpoiltSolution, SeesValuesThatAreNoNumbers) {
  const double flow = std::exchange(solution_.flow[2], NAN);
  EXPECT_FALSE(certificate().relative_gap <= 1e-9);
  solution_.flow[2] = flow;
  solution_.beta[2] = NAN;
  EXPECT_FALSE(certificate().relative_gap <= 1e-9);
}

TEST_F(GraphCertificateOfASpoiltSolution, SeesTheSolutionOfAnotherPenaltyOfOtherDataAndOfOtherEdges) {
  GraphSolution other = solution_;
  other.lambda *= 1.01;
  EXPECT_FALSE(certify(problem_, other).relative_gap <= 1e-9);
  GraphProblem moved = problem_;
  moved.mean[problem_.graph.edges[0].to] += 0.01;
  EXPECT_FALSE(certify(moved, solution_).relative_gap <= 1e-9);
  GraphProblem stronger = problem_;
  for (Graph::Edge& edge : stronger.graph.edges) edge.weight *= 1.01;
  EXPECT_FALSE(certify(stronger, solution_).relative_gap <= 1e-9);
}

TEST_F(GraphCertificateOfASpoiltSolution, SeesAWrongConstantAndASecondValueAtAnInfinitePenalty) {
  solution_ = solve_graph_certified(problem_, INFINITY);
  GraphSolution shifted = solution_;
  for (double& value : shifted.beta) value += 1e-3;
  EXPECT_GT(certify(problem_, shifted).relative_gap, 1e-9);
  solution_.beta[3] = std::nextafter(solution_.beta[3], 1.0);
  EXPECT_TRUE(std::isinf(certificate().relative_gap));
}

// The objective of any beta is above the minimum by at most the gap of any flow within its capacity, nodes without data
// included.
TEST(GraphCertificate, BoundsTheDistanceFromTheMinimumOfAnyFeasiblePair) {
  Random random(82);
  for (int trial = 0; trial < 200; ++trial) {
    const Kind kind = trial % 2 == 0 ? Kind::plain : Kind::with_empty_cells;
    const GraphProblem problem = random_graph_problem(all_topologies[trial % 6], 12, kind, random);
    const double minimum = objective(problem, 0.6, solve_graph_certified(problem, 0.6).beta);
    GraphSolution guess = solve_graph_certified(problem, 0.6 * std::exp(random.normal()));
    guess.lambda = 0.6;
    for (double& flow : guess.flow) flow *= 1 - 0.1 * random.uniform();
    const double mean = mean_of_data({{{12}}, problem.weight, problem.mean});
    for (double& beta : guess.beta) beta += 0.3 * random.uniform() * (mean - beta);  // stays in the range of the means
    const Certificate certificate = certify(problem, guess);
    const double value = objective(problem, 0.6, guess.beta);
    EXPECT_NEAR(certificate.objective, value, 1e-12 * value);
    EXPECT_GE(certificate.relative_gap * value, (value - minimum) * (1 - 1e-9)) << "trial " << trial;
    EXPECT_TRUE(std::isfinite(certificate.relative_gap));
  }
}

}  // namespace
}  // namespace gaptv::testing
