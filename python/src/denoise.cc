// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "denoise.h"

#include <limits>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/tv/denoise.h"
#include "gaptv/tv/node_means.h"

namespace gaptv::python {
namespace {

std::uint32_t node_number(std::int64_t number, std::size_t nodes, std::size_t edge) {
  if (number >= 0 && static_cast<std::uint64_t>(number) < nodes) return static_cast<std::uint32_t>(number);
  throw InvalidInput("edges, at index " + std::to_string(edge) + ": there is no node " + std::to_string(number) +
                     "; nodes are numbered 0 to " + std::to_string(nodes - 1));
}

void add_edges(const EdgeArray& edges, Graph& graph) {
  graph.edges.reserve(edges.shape(0));
  for (std::size_t edge = 0; edge < edges.shape(0); ++edge) {
    const std::int64_t* const ends = edges.data() + 2 * edge;
    graph.edges.push_back({node_number(ends[0], graph.nodes, edge), node_number(ends[1], graph.nodes, edge), 1.0});
  }
}

// Of an array whose last axis runs fastest.
void add_neighbours(const std::vector<std::size_t>& shape, Graph& graph) {
  std::size_t step = 1;
  for (std::size_t axis = shape.size(); axis-- > 0; step *= shape[axis]) {
    for (std::size_t node = 0; node < graph.nodes; ++node) {
      if (node / step % shape[axis] + 1 == shape[axis]) continue;
      graph.edges.push_back({static_cast<std::uint32_t>(node), static_cast<std::uint32_t>(node + step), 1.0});
    }
  }
}

}  // namespace

nanobind::tuple denoise_array(const Column& values, const std::optional<Column>& weights,
                              const std::optional<EdgeArray>& edges, const std::optional<Column>& edge_weights,
                              const std::vector<std::size_t>& shape, double lambda, const std::string& loss,
                              std::size_t threads) {
  GraphProblem problem;
  problem.graph.nodes = values.shape(0);
  if (problem.graph.nodes == 0) throw InvalidInput("values: there are none");
  if (problem.graph.nodes > std::numeric_limits<std::uint32_t>::max()) throw InvalidInput("values: too many");
  Denoised result;
  {
    const nanobind::gil_scoped_release released;
    const LossChoice choice = parse_loss(loss);
    problem.weight = weights ? to_vector(*weights) : std::vector<double>(problem.graph.nodes, 1.0);
    problem.mean = node_means(to_vector(values), problem.weight, loss_with_link_of(choice.name));
    edges ? add_edges(*edges, problem.graph) : add_neighbours(shape, problem.graph);
    if (edge_weights) {
      for (std::size_t i = 0; i < problem.graph.edges.size(); ++i) {
        problem.graph.edges[i].weight = edge_weights->data()[static_cast<std::ptrdiff_t>(i) * edge_weights->stride(0)];
      }
    }
    result = denoise(std::move(problem), lambda, choice, threads);
  }
  std::vector<double> plateau(result.plateau.begin(), result.plateau.end());
  return nanobind::make_tuple(to_numpy(std::move(result.value)), to_numpy(std::move(plateau)),
                              result.certificate.objective, result.certificate.relative_gap,
                              result.certificate.max_violation);
}

}  // namespace gaptv::python
