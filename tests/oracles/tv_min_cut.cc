// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "tests/oracles/tv_min_cut.h"

#include <cstdint>

// The compiler cannot see that the library's own edge iterators are set before use.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

namespace gaptv::testing {
namespace {

using Capacity = std::int64_t;
using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
using Network = boost::adjacency_list<
    boost::vecS, boost::vecS, boost::directedS,
    boost::property<
        boost::vertex_index_t, std::size_t,
        boost::property<boost::vertex_color_t, boost::default_color_type,
                        boost::property<boost::vertex_distance_t, std::int64_t,
                                        boost::property<boost::vertex_predecessor_t, Traits::edge_descriptor>>>>,
    boost::property<boost::edge_capacity_t, Capacity,
                    boost::property<boost::edge_residual_capacity_t, Capacity,
                                    boost::property<boost::edge_reverse_t, Traits::edge_descriptor>>>>;

// Whole units, so that "full" is not a matter of rounding.
constexpr Capacity units_per_lambda = Capacity{1} << 44U;

Capacity in_units(double amount) {
  return std::llround(amount * static_cast<double>(units_per_lambda));
}

// A pull beyond all edges of a cell decides alone.
std::vector<double> decisive_pulls(const GraphProblem& problem) {
  std::vector<double> pulls(problem.weight.size(), 2.0);
  for (const auto& [from, to, weight] : problem.graph.edges) {
    pulls[from] += weight;
    pulls[to] += weight;
  }
  return pulls;
}

void add_arcs(Network& graph, std::size_t from, std::size_t to, Capacity there, Capacity back) {
  const auto forward = boost::add_edge(from, to, graph).first;
  const auto backward = boost::add_edge(to, from, graph).first;
  boost::put(boost::edge_capacity, graph, forward, there);
  boost::put(boost::edge_capacity, graph, backward, back);
  boost::put(boost::edge_reverse, graph, forward, backward);
  boost::put(boost::edge_reverse, graph, backward, forward);
}

// The vertices that can be reached from the start (or that can reach it) along arcs that are not full.
std::vector<bool> reached(const Network& graph, std::size_t start, bool is_forward) {
  std::vector<bool> seen(boost::num_vertices(graph), false);
  std::vector<std::size_t> stack = {start};
  seen[start] = true;
  while (!stack.empty()) {
    const std::size_t vertex = stack.back();
    stack.pop_back();
    const auto [begin, end] = boost::out_edges(vertex, graph);
    for (auto arc = begin; arc != end; ++arc) {
      const auto used = is_forward ? *arc : boost::get(boost::edge_reverse, graph, *arc);
      const std::size_t other = boost::target(*arc, graph);
      if (seen[other] || boost::get(boost::edge_residual_capacity, graph, used) <= 0) continue;
      seen[other] = true;
      stack.push_back(other);
    }
  }
  return seen;
}

}  // namespace

LevelSets MinimumCuts::at(double level) const {
  const std::size_t cells = problem_.weight.size();
  const std::size_t source = cells;
  const std::size_t sink = cells + 1;
  Network graph(cells + 2);
  const std::vector<double> decisive = decisive_pulls(problem_);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const double surplus = problem_.weight[cell] > 0 ? problem_.weight[cell] * (problem_.mean[cell] - level) : 0.0;
    const Capacity pull = in_units(std::clamp(surplus / lambda_, -decisive[cell], decisive[cell]));
    add_arcs(graph, source, cell, std::max<Capacity>(pull, 0), 0);
    add_arcs(graph, cell, sink, std::max<Capacity>(-pull, 0), 0);
  }
  for (const auto& [from, to, weight] : problem_.graph.edges) {
    add_arcs(graph, from, to, in_units(weight), in_units(weight));
  }
  boost::boykov_kolmogorov_max_flow(graph, source, sink);
  const std::vector<bool> from_source = reached(graph, source, true);
  const std::vector<bool> to_sink = reached(graph, sink, false);
  LevelSets sets;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    sets.smallest.push_back(from_source[cell]);
    sets.largest.push_back(!to_sink[cell]);
  }
  return sets;
}

}  // namespace gaptv::testing
