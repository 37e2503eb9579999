// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// The smaller problem in which regions keep one value each, and how its solution comes back.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "gaptv/tv/partition/region_partition.h"

namespace gaptv::tv {

template <typename Network>
typename RegionPartition<Network>::Contraction RegionPartition<Network>::contract() const {
  Contraction contraction;
  GraphProblem& problem = contraction.problem;
  constexpr auto none = static_cast<std::uint32_t>(-1);
  std::vector<std::uint32_t> number(regions_.size(), none);
  const auto number_of = [&](Node v) { return number[static_cast<std::size_t>(network_.region(v))]; };
  for (const Node v : network_.nodes()) {
    if (number_of(v) != none) continue;
    number[static_cast<std::size_t>(network_.region(v))] = static_cast<std::uint32_t>(problem.weight.size());
    problem.weight.push_back(region_of(v).weight);
    problem.mean.push_back(region_of(v).weighted_sum / region_of(v).weight);
  }
  problem.graph.nodes = problem.weight.size();
  struct BorderArc {
    std::uint32_t first;
    std::uint32_t second;
    Node from;
    std::uint32_t arc;
    double weight;
  };
  std::vector<BorderArc> borders;
  if constexpr (Network::drains_region_by_region) {
    collect(borders, [&](Node v, std::vector<BorderArc>& found) {
      network_.for_each_arc(v, [&](auto arc, Node u) {
        if (number_of(v) < number_of(u)) found.push_back({number_of(v), number_of(u), v, arc, network_.weight(arc)});
      });
    });
  }
  std::sort(borders.begin(), borders.end(), [](const BorderArc& a, const BorderArc& b) {
    return std::tie(a.first, a.second, a.arc) < std::tie(b.first, b.second, b.arc);
  });
  std::vector<Graph::Edge>& edges = problem.graph.edges;
  for (const BorderArc& border : borders) {
    if (edges.empty() || edges.back().from != border.first || edges.back().to != border.second) {
      edges.push_back({border.first, border.second, 0.0});
    }
    edges.back().weight += border.weight;
    contraction.rims.push_back({static_cast<std::uint32_t>(edges.size() - 1), border.from, border.arc});
  }
  return contraction;
}

// Lets the arcs between two regions together carry this share of what they can. All move towards full, one way or the
// other, by the same part of their room, so that those that are full and need not change stay full.
template <typename Network>
void RegionPartition<Network>::carry(std::span<const typename Contraction::Rim> rims, double share) {
  if constexpr (Network::drains_region_by_region) {
    double capacity = 0;
    double carried = 0;
    for (const auto& rim : rims) {
      capacity += static_cast<double>(network_.capacity(rim.arc));
      carried += static_cast<double>(network_.flow(rim.from, rim.arc));
    }
    const double change = share * capacity - carried;
    const double direction = share >= 1 || (share > -1 && change > 0) ? 1 : -1;
    const double room = capacity - direction * carried;
    const bool is_full = std::abs(share) >= 1;
    const double part = room > 0 ? std::clamp(direction * change / room, 0.0, 1.0) : 0.0;
    for (const auto& rim : rims) {
      const Amount end = direction > 0 ? network_.capacity(rim.arc) : -network_.capacity(rim.arc);
      const Amount way = end - network_.flow(rim.from, rim.arc);
      network_.send(rim.from, rim.arc, is_full ? way : static_cast<Amount>(part * static_cast<double>(way)));
    }
  }
}

template <typename Network>
void RegionPartition<Network>::take_over(const Contraction& contraction, const std::vector<double>& flow) {
  const std::span<const typename Contraction::Rim> rims = contraction.rims;
  for (std::size_t begin = 0; begin < rims.size();) {
    const std::uint32_t edge = rims[begin].edge;
    std::size_t end = begin;
    while (end < rims.size() && rims[end].edge == edge) ++end;
    carry(rims.subspan(begin, end - begin), flow[edge] / contraction.problem.graph.edges[edge].weight);
    begin = end;
  }
  join_over_loose_edges();
}

template class RegionPartition<FlowNetwork<2>>;
template class RegionPartition<FlowNetwork<3>>;
template class RegionPartition<GraphNetwork>;

}  // namespace gaptv::tv
