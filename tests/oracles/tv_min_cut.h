// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

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

#include "gaptv/tv/problem.h"
#include "tests/oracles/tv_oracles.h"

namespace gaptv::testing {

// The smallest and the largest set S that minimises sum_(s in S) weight_s (level - mean_s) + lambda * cut(S). For every
// optimal beta, { beta > level } is such a set.
struct LevelSets {
  std::vector<bool> smallest;
  std::vector<bool> largest;
};

// By the Boost Graph Library's maximum flow, whose authors never heard of this project.
class MinimumCuts {
 public:
  MinimumCuts(GraphProblem problem, double lambda) : problem_(std::move(problem)), lambda_(lambda) {}
  MinimumCuts(const TvProblem& problem, double lambda) : MinimumCuts(as_graph(problem), lambda) {}

  LevelSets at(double level) const {
    const std::size_t cells = problem_.weight.size();
    const std::size_t source = cells;
    const std::size_t sink = cells + 1;
    Network graph(cells + 2);
    const std::vector<double> decisive = decisive_pulls();
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

 private:
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
  static constexpr Capacity units_per_lambda = Capacity{1} << 44U;

  static Capacity in_units(double amount) { return std::llround(amount * static_cast<double>(units_per_lambda)); }

  // A pull beyond all edges of a cell decides alone.
  std::vector<double> decisive_pulls() const {
    std::vector<double> pulls(problem_.weight.size(), 2.0);
    for (const auto& [from, to, weight] : problem_.graph.edges) {
      pulls[from] += weight;
      pulls[to] += weight;
    }
    return pulls;
  }

  static void add_arcs(Network& graph, std::size_t from, std::size_t to, Capacity there, Capacity back) {
    const auto forward = boost::add_edge(from, to, graph).first;
    const auto backward = boost::add_edge(to, from, graph).first;
    boost::put(boost::edge_capacity, graph, forward, there);
    boost::put(boost::edge_capacity, graph, backward, back);
    boost::put(boost::edge_reverse, graph, forward, backward);
    boost::put(boost::edge_reverse, graph, backward, forward);
  }

  // The vertices that can be reached from the start (or that can reach it) along arcs that are not full.
  static std::vector<bool> reached(const Network& graph, std::size_t start, bool is_forward) {
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

  GraphProblem problem_;
  double lambda_;
};

// The lowest and the highest optimal value of every cell (equal where there are data), by halving levels.
struct OptimalIntervals {
  std::vector<double> lowest;
  std::vector<double> highest;
  double accuracy;  // of both
};

inline OptimalIntervals optimal_intervals(const GraphProblem& problem, double lambda) {
  const std::size_t cells = problem.weight.size();
  double bottom = INFINITY;
  double top = -INFINITY;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (problem.weight[cell] <= 0) continue;
    bottom = std::min(bottom, problem.mean[cell]);
    top = std::max(top, problem.mean[cell]);
  }
  const MinimumCuts cuts(problem, lambda);
  constexpr int halvings = 34;
  const auto search = [&](bool wants_lowest) {
    std::vector<std::pair<double, double>> bounds(cells, {bottom, top});
    for (int i = 0; i < halvings; ++i) {
      std::map<double, LevelSets> sets;
      for (std::size_t cell = 0; cell < cells; ++cell) {
        auto& [below, above] = bounds[cell];
        const double middle = below + (above - below) / 2;
        if (!sets.contains(middle)) sets[middle] = cuts.at(middle);
        const LevelSets& found = sets[middle];
        const bool is_above = wants_lowest ? found.smallest[cell] : found.largest[cell];
        (is_above ? below : above) = middle;
      }
    }
    std::vector<double> values;
    for (const auto& [below, above] : bounds) values.push_back(below + (above - below) / 2);
    return values;
  };
  return {search(true), search(false), (top - bottom) * std::ldexp(1.0, -halvings)};
}
inline OptimalIntervals optimal_intervals(const TvProblem& problem, double lambda) {
  return optimal_intervals(as_graph(problem), lambda);
}

}  // namespace gaptv::testing
