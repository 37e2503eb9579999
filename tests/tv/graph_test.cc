// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/graph.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/tv/solve/graph_solver.h"

namespace gaptv::testing {
namespace {

struct Refusal {
  const char* name;
  GraphProblem problem;
  std::vector<std::string> words;  // what the message must say: what, where and the remedy
};

std::vector<Refusal> refusals() {
  const auto with_second_edge = [](Graph::Edge edge) {
    return GraphProblem{{3, {{0, 1, 1.0}, edge}}, {1, 1, 1}, {1, 2, 3}};
  };
  return {
      {"FromNoNode", with_second_edge({3, 1, 1.0}), {"edge 2", "no node 3", "0 to 2"}},
      {"ToNoNode", with_second_edge({1, 7, 1.0}), {"edge 2", "no node 7", "0 to 2"}},
      {"SelfLoop", with_second_edge({2, 2, 1.0}), {"edge 2", "node 2 to itself", "leave"}},
      {"NegativeEdge", with_second_edge({1, 2, -0.5}), {"edge 2", "-0.5", "0 or more"}},
      {"NanEdge", with_second_edge({1, 2, NAN}), {"edge 2", "nan", "finite"}},
      {"InfiniteEdge", with_second_edge({1, 2, double{INFINITY}}), {"edge 2", "inf", "finite"}},
      {"EdgeWithoutNodes", {{0, {{0, 1, 1.0}}}, {}, {}}, {"edge 1", "no node 0", "has no nodes"}},
      {"TooFewWeights", {{2, {}}, {1}, {1, 2}}, {"1 weights", "2 nodes", "one for each"}},
      {"TooManyMeans", {{2, {}}, {1, 1}, {1, 2, 3}}, {"3 means", "2 nodes", "one for each"}},
      {"NegativeNode", {{2, {}}, {1, -1}, {1, 2}}, {"node 1", "-1", "0 or more"}},
      {"NanNode", {{2, {}}, {NAN, 1}, {1, 2}}, {"node 0", "nan", "finite"}},
      {"NanMean", {{2, {}}, {1, 1}, {1, NAN}}, {"node 1", "mean is nan", "weight 0"}},
      {"NoData", {{2, {}}, {0, 0}, {1, 2}}, {"no node has data", "above 0"}},
  };
}

class GraphSolverRefuses : public ::testing::TestWithParam<Refusal> {};
INSTANTIATE_TEST_SUITE_P(Input, GraphSolverRefuses, ::testing::ValuesIn(refusals()),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST_P(GraphSolverRefuses, WithWhatWhereAndTheRemedy) {
  try {
    const GraphSolver solver(GetParam().problem);
    FAIL() << "was accepted";
  } catch (const InvalidInput& refusal) {
    for (const std::string& word : GetParam().words) {
      EXPECT_NE(std::string(refusal.what()).find(word), std::string::npos) << refusal.what() << " lacks " << word;
    }
  }
}

TEST(Graph, MayHaveParallelEdgesOfAnyWeightAndIsolatedNodes) {
  EXPECT_NO_THROW(check(Graph{4, {{0, 1, 1.0}, {1, 0, 0.0}, {0, 1, 1e300}, {2, 1, 1e-300}}}));
  EXPECT_NO_THROW(check(Graph{0, {}}));
}

TEST(Graph, ListsTheEdgesOfEveryNodeWithoutThoseOfWeightZero) {
  const EdgesByNode by_node = edges_by_node({4, {{2, 0, 1.0}, {0, 1, 0.0}, {1, 2, 3.0}, {0, 2, 2.0}}});
  EXPECT_EQ(by_node.first, (std::vector<std::uint32_t>{0, 2, 3, 6, 6}));
  EXPECT_EQ(by_node.edge, (std::vector<std::uint32_t>{0, 3, 2, 0, 2, 3}));
}

TEST(Graph, AMeanWithoutDataMayBeAnything) {
  GraphSolver solver(GraphProblem{{2, {{0, 1, 1.0}}}, {0, 2}, {NAN, 3}});
  for (const double lambda : {0.0, 1.0, double{INFINITY}})
    EXPECT_EQ(solver.solve(lambda).beta, (std::vector<double>{3, 3}));
}

}  // namespace
}  // namespace gaptv::testing
