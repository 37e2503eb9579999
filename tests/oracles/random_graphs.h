// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/tv/graph_problem.h"
#include "tests/oracles/random_problems.h"

namespace gaptv::testing {

// The kinds of graphs on which a solver is likely to go wrong. Scattered: several components, some of them single
// nodes. Multigraph: parallel edges, some of weight 0.
enum class Topology { tree, star, cycle, complete, multigraph, scattered };

inline constexpr Topology all_topologies[] = {Topology::tree,     Topology::star,       Topology::cycle,
                                              Topology::complete, Topology::multigraph, Topology::scattered};

inline std::string name_of(Topology topology) {
  constexpr const char* names[] = {"Tree", "Star", "Cycle", "Complete", "Multigraph", "Scattered"};
  return names[static_cast<std::size_t>(topology)];
}
inline void PrintTo(Topology topology, std::ostream* out) {
  *out << name_of(topology);
}

inline Graph random_graph(Topology topology, std::uint32_t nodes, Random& random) {
  Graph graph{nodes, {}};
  const auto below = [&](std::uint32_t bound) { return static_cast<std::uint32_t>(random.below(bound)); };
  const auto join = [&](std::uint32_t from, std::uint32_t to) {
    if (from != to) graph.edges.push_back({from, to, 0.1 + 2 * random.uniform()});
  };
  switch (topology) {
    case Topology::tree:
      for (std::uint32_t v = 1; v < nodes; ++v) join(below(v), v);
      break;
    case Topology::star:
      for (std::uint32_t v = 1; v < nodes; ++v) join(v, 0);
      break;
    case Topology::cycle:
      for (std::uint32_t v = 0; v < nodes; ++v) join(v, (v + 1) % nodes);
      break;
    case Topology::complete:
      for (std::uint32_t v = 1; v < nodes; ++v) {
        for (std::uint32_t u = 0; u < v; ++u) join(u, v);
      }
      break;
    case Topology::multigraph:
      for (std::uint32_t v = 1; v < nodes; ++v) join(v, v - 1);
      for (std::uint32_t i = 0; i < 2 * nodes; ++i) join(below(nodes), below(nodes));
      for (std::uint32_t i = 0; i < nodes; ++i) {
        const Graph::Edge copied =
            graph.edges.empty() ? Graph::Edge{0, 0, 0} : graph.edges[random.below(graph.edges.size())];
        if (copied.from != copied.to) graph.edges.push_back({copied.to, copied.from, i % 3 == 0 ? 0.0 : copied.weight});
      }
      break;
    case Topology::scattered:
      for (std::uint32_t i = 0; i < nodes * 3 / 4; ++i) join(below(nodes), below(nodes));
      break;
  }
  return graph;
}

inline GraphProblem random_graph_problem(Topology topology, std::uint32_t nodes, Kind kind, Random& random) {
  TvProblem data = random_problem({{nodes}}, kind, random);
  return {random_graph(topology, nodes, random), std::move(data.weight), std::move(data.mean)};
}

// Weights of nodes and edges over twelve orders of magnitude each, any number of components, many nodes without data.
inline GraphProblem random_extreme_problem(std::uint32_t nodes, Random& random) {
  const auto extreme = [&] { return std::pow(10.0, 12 * random.uniform() - 6); };
  GraphProblem problem = random_graph_problem(all_topologies[random.below(std::size(all_topologies))], nodes,
                                              all_kinds[random.below(std::size(all_kinds))], random);
  for (Graph::Edge& edge : problem.graph.edges) edge.weight *= extreme();
  if (random.below(2) == 0) {
    for (double& weight : problem.weight) weight *= extreme();
  }
  return problem;
}

inline double range_of_means(const GraphProblem& problem) {
  return range_of_means(TvProblem{{{problem.weight.size()}}, problem.weight, problem.mean});
}

inline std::vector<std::uint32_t> random_order(std::size_t count, Random& random) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

// The same problem with node v renamed new_name[v], the edges in another order and some of them turned round.
inline GraphProblem renamed(const GraphProblem& problem, const std::vector<std::uint32_t>& new_name, Random& random) {
  GraphProblem other = problem;
  for (std::size_t node = 0; node < new_name.size(); ++node) {
    other.weight[new_name[node]] = problem.weight[node];
    other.mean[new_name[node]] = problem.mean[node];
  }
  const std::vector<std::uint32_t> order = random_order(problem.graph.edges.size(), random);
  for (std::size_t e = 0; e < order.size(); ++e) {
    const auto& [from, to, weight] = problem.graph.edges[e];
    other.graph.edges[order[e]] = {new_name[from], new_name[to], weight};
    if (random.below(2) == 0) std::swap(other.graph.edges[order[e]].from, other.graph.edges[order[e]].to);
  }
  return other;
}

}  // namespace gaptv::testing
