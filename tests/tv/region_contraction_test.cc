// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/tv/flow/graph_layout.h"
#include "gaptv/tv/partition/region_partition.h"
#include "tests/oracles/solve_certified.h"

namespace gaptv::testing {
namespace {

using Partition = tv::RegionPartition<tv::GraphNetwork>;

// An image of two halves with noise; its nodes keep their order in the network's layout.
class Contraction : public ::testing::Test {
 protected:
  static constexpr std::uint32_t side = 20;
  static constexpr double lambda = 0.4;

  Contraction() {
    Random random(95);
    problem_.graph.nodes = side * side;
    for (std::uint32_t v = 0; v < side * side; ++v) {
      problem_.weight.push_back(0.5 + random.uniform());
      problem_.mean.push_back((2 * v < side * side ? 2.0 : 0.0) + random.normal());
      if ((v + 1) % side != 0) problem_.graph.edges.push_back({v, v + 1, 0.5 + random.uniform()});
      if (v + side < side * side) problem_.graph.edges.push_back({v, v + side, 0.5 + random.uniform()});
    }
    layout_.node.resize(problem_.graph.nodes);
    std::iota(layout_.node.begin(), layout_.node.end(), 0U);
    layout_.component.assign(problem_.graph.nodes, 0);
    // Four blocks of whole rows.
    for (std::uint32_t v = 0; v < side * side; ++v) layout_.block.push_back(static_cast<int>(4 * v / (side * side)));
    layout_.components = 1;
    layout_.blocks = 4;
  }

  Partition refined_blocks() const {
    const EdgesByNode edges = edges_by_node(problem_.graph);
    const double infinity = std::numeric_limits<double>::infinity();
    Partition partition(tv::GraphNetwork(problem_.graph, edges, layout_, infinity, 1), problem_.weight, problem_.mean);
    partition.start_from_flow(std::vector<double>(problem_.graph.edges.size(), 0.0));
    EXPECT_EQ(partition.count_regions(), 4U);
    EXPECT_TRUE(partition.refine_regions(lambda));
    return partition;
  }

  // By node; regions are numbered by their first nodes, as in the contracted problem.
  static std::vector<std::size_t> region_numbers(const Partition& partition) {
    std::vector<std::size_t> numbers;
    std::vector<std::int32_t> seen;
    for (const tv::Node v : partition.network().nodes()) {
      auto found = std::find(seen.begin(), seen.end(), partition.network().region(v));
      if (found == seen.end()) found = seen.insert(seen.end(), partition.network().region(v));
      numbers.push_back(static_cast<std::size_t>(found - seen.begin()));
    }
    return numbers;
  }

  GraphProblem problem_;
  tv::GraphLayout layout_;
};

TEST_F(Contraction, KeepsWeightsMeansAndTheEdgesBetweenRegions) {
  const Partition partition = refined_blocks();
  const Partition::Contraction contraction = partition.contract();
  const GraphProblem& contracted = contraction.problem;
  EXPECT_GT(partition.count_regions(), 8U);
  ASSERT_EQ(contracted.graph.nodes, partition.count_regions());
  std::vector<double> weight(contracted.graph.nodes, 0.0);
  std::vector<double> pull(contracted.graph.nodes, 0.0);
  const std::vector<std::size_t> number = region_numbers(partition);
  for (std::size_t v = 0; v < number.size(); ++v) {
    weight[number[v]] += problem_.weight[v];
    pull[number[v]] += problem_.weight[v] * problem_.mean[v];
  }
  for (std::size_t i = 0; i < weight.size(); ++i) {
    EXPECT_NEAR(contracted.weight[i], weight[i], 1e-12) << "region " << i;
    EXPECT_NEAR(contracted.weight[i] * contracted.mean[i], pull[i], 1e-12) << "region " << i;
  }
  double between = 0;
  std::size_t edges_between = 0;
  for (const auto& [from, to, edge_weight] : problem_.graph.edges) {
    if (number[from] == number[to]) continue;
    between += edge_weight;
    ++edges_between;
  }
  double contracted_between = 0;
  for (const Graph::Edge& edge : contracted.graph.edges) contracted_between += edge.weight;
  EXPECT_NEAR(contracted_between, between, 1e-12 * between);
  EXPECT_EQ(contraction.rims.size(), edges_between);
}

// The flow between the regions is then that of the smaller problem, so every region that stays apart has its value.
TEST_F(Contraction, HandsItsFlowBackToTheRegions) {
  Partition partition = refined_blocks();
  const std::size_t before = partition.count_regions();
  const Partition::Contraction contraction = partition.contract();
  const GraphSolution solution = solve_graph_certified(contraction.problem, lambda);
  const std::vector<std::size_t> number = region_numbers(partition);
  partition.take_over(contraction, solution.flow);
  EXPECT_LT(partition.count_regions(), before);
  const std::vector<double> values = partition.values();
  for (std::size_t v = 0; v < values.size(); ++v) {
    // Whole units of flow, of which there are 2^38 and more to an edge.
    EXPECT_NEAR(values[v], solution.beta[number[v]], 1e-9) << "node " << v;
  }
}

TEST_F(Contraction, LeadsToTheSolution) {
  Partition partition = refined_blocks();
  const Partition::Contraction contraction = partition.contract();
  partition.take_over(contraction, solve_graph_certified(contraction.problem, lambda).flow);
  ASSERT_TRUE(partition.solve(lambda));
  const std::vector<double> values = partition.values();
  const std::vector<double> expected = solve_graph_certified(problem_, lambda).beta;
  for (std::size_t v = 0; v < values.size(); ++v) EXPECT_NEAR(values[v], expected[v], 1e-10) << "node " << v;
}

}  // namespace
}  // namespace gaptv::testing
