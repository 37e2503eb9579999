// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/flow/flow_polish.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "gaptv/tv/union_find.h"

namespace gaptv::tv {
namespace {

class Polisher {
 public:
  Polisher(const GraphProblem& problem, GraphSolution& solution)
      : problem_(problem), solution_(solution), parent_(problem.graph.nodes) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }

  void polish() {
    fill_borders();
    grow_trees();
    set_constants();
    send_along_trees();
  }

 private:
  const Graph::Edge& edge(std::size_t e) const { return problem_.graph.edges[e]; }
  double room(std::uint32_t e) const { return edge(e).weight - std::abs(solution_.flow[e]); }

  std::uint32_t root(std::uint32_t node) { return find_root(parent_.data(), node); }

  void fill_borders() {
    for (std::uint32_t e = 0; e < problem_.graph.edges.size(); ++e) {
      const double difference = solution_.beta[edge(e).from] - solution_.beta[edge(e).to];
      if (difference != 0) {
        solution_.flow[e] = std::copysign(edge(e).weight, difference);
      } else if (edge(e).weight > 0) {
        tree_.push_back(e);
      }
    }
  }

  // Keeps of the edges within plateaus those of a spanning forest with the most room (Kruskal's method).
  void grow_trees() {
    std::stable_sort(tree_.begin(), tree_.end(),
                     [this](std::uint32_t a, std::uint32_t b) { return room(a) > room(b); });
    std::erase_if(tree_, [this](std::uint32_t e) {
      const std::uint32_t a = root(edge(e).from);
      const std::uint32_t b = root(edge(e).to);
      parent_[a] = b;
      return a == b;
    });
  }

  // What a node with the plateau's value still has to send, in units of lambda.
  void find_left_over() {
    left_over_.assign(problem_.graph.nodes, 0.0);
    for (std::size_t node = 0; node < left_over_.size(); ++node) {
      const double weight = problem_.weight[node];
      if (weight > 0) left_over_[node] = weight * (problem_.mean[node] - solution_.beta[node]) / solution_.lambda;
    }
    for (std::size_t e = 0; e < solution_.flow.size(); ++e) {
      left_over_[edge(e).from] -= solution_.flow[e];
      left_over_[edge(e).to] += solution_.flow[e];
    }
  }

  // Moves each plateau with data by what is left over in it.
  void set_constants() {
    find_left_over();
    std::vector<double> weight(left_over_.size(), 0.0);
    std::vector<double> left_over(left_over_.size(), 0.0);
    for (std::uint32_t node = 0; node < left_over_.size(); ++node) {
      weight[root(node)] += problem_.weight[node];
      left_over[root(node)] += left_over_[node];
    }
    for (std::uint32_t node = 0; node < left_over_.size(); ++node) {
      const std::uint32_t plateau = root(node);
      if (weight[plateau] > 0) solution_.beta[node] += solution_.lambda * left_over[plateau] / weight[plateau];
    }
  }

  // The node with the most data of each plateau (by its root in the union), where a rest does the least harm.
  std::vector<std::uint32_t> heaviest_nodes() {
    std::vector<std::uint32_t> heaviest(parent_.size());
    std::iota(heaviest.begin(), heaviest.end(), 0U);
    for (std::uint32_t node = 0; node < parent_.size(); ++node) {
      std::uint32_t& best = heaviest[root(node)];
      if (problem_.weight[node] > problem_.weight[best]) best = node;
    }
    return heaviest;
  }

  // From the leaves to the heaviest node, as far as the edges take it.
  void send_along_trees() {
    find_left_over();
    Graph forest{problem_.graph.nodes, {}};
    for (const std::uint32_t e : tree_) forest.edges.push_back(edge(e));
    const EdgesByNode edges = edges_by_node(forest);
    constexpr auto none = static_cast<std::uint32_t>(-1);
    std::vector<std::uint32_t> way_up(forest.nodes, none);  // a position in tree_
    const std::vector<std::uint32_t> heaviest = heaviest_nodes();
    std::vector<std::uint32_t> order;
    for (std::uint32_t plateau = 0; plateau < forest.nodes; ++plateau) {
      if (root(plateau) != plateau) continue;
      order.push_back(heaviest[plateau]);
      for (std::size_t head = order.size() - 1; head < order.size(); ++head) {
        const std::uint32_t v = order[head];
        for (std::uint32_t i = edges.first[v]; i < edges.first[v + 1]; ++i) {
          if (edges.edge[i] == way_up[v]) continue;
          const std::uint32_t u = other_end(forest.edges[edges.edge[i]], v);
          way_up[u] = edges.edge[i];
          order.push_back(u);
        }
      }
    }
    for (std::size_t i = order.size(); i-- > 0;) {
      if (way_up[order[i]] != none) send_up(order[i], tree_[way_up[order[i]]]);
    }
  }

  void send_up(std::uint32_t node, std::uint32_t e) {
    const double capacity = edge(e).weight;
    const double sign = edge(e).from == node ? 1 : -1;
    const double before = solution_.flow[e];
    solution_.flow[e] = std::clamp(before + sign * left_over_[node], -capacity, capacity);
    const double sent = sign * (solution_.flow[e] - before);
    left_over_[node] -= sent;
    left_over_[other_end(edge(e), node)] += sent;
  }

  const GraphProblem& problem_;
  GraphSolution& solution_;
  std::vector<std::uint32_t> parent_;  // of the plateaus, by union of their nodes
  std::vector<std::uint32_t> tree_;    // edges
  std::vector<double> left_over_;      // by node
};

}  // namespace

GraphSolution polish_flow(const GraphProblem& problem, GraphSolution solution) {
  Polisher(problem, solution).polish();
  return solution;
}

}  // namespace gaptv::tv
