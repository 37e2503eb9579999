// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/chain/chain_sweeps.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

#include "gaptv/base/parallel.h"
#include "gaptv/tv/chain/chain_solver.h"
#include "gaptv/tv/chain/taut_string.h"
#include "gaptv/tv/flow/tasks.h"

namespace gaptv::tv {
namespace {

// Lengths of steps: two in an image, three in a cube, four with the diagonals of an image.
constexpr std::size_t most_lengths = 4;

// Turns of all lengths. On images of a million pixels, at lambdas of 0.3 to 1 standard deviations of the noise, six to
// ten take about the same time in all.
constexpr int turns = 8;

// Consecutive nodes of a chain, all joined: first, first + length, first + 2 * length, ...
struct Piece {
  std::size_t first;
  std::size_t count;
};

// All steps of one length.
struct Direction {
  std::size_t length;
  std::vector<double> capacity;  // by the node with the smaller number; 0 where there is no edge
  std::vector<double> flow;      // what that node sends to the other
  std::vector<Piece> pieces;
  // Where flow runs ahead of the best one: that best one, and by how much of its last change flow runs ahead.
  std::vector<double> best = {};
  double lead = 0;
};

std::size_t length_of(const Graph::Edge& edge) {
  return std::max(edge.from, edge.to) - std::min(edge.from, edge.to);
}

std::vector<Piece> find_pieces(const Direction& direction) {
  std::vector<Piece> pieces;
  const std::size_t nodes = direction.capacity.size();
  for (std::size_t start = 0; start < std::min(direction.length, nodes); ++start) {
    Piece piece{start, 1};
    for (std::size_t node = start; node < nodes; node += direction.length) {
      if (direction.capacity[node] > 0) {
        ++piece.count;
        continue;
      }
      if (piece.count > 1) pieces.push_back(piece);
      piece = {node + direction.length, 1};
    }
  }
  return pieces;
}

// The edges by the length of their steps; empty if there are too many lengths.
std::vector<Direction> find_directions(const Graph& graph, double lambda) {
  std::vector<Direction> directions;
  for (const Graph::Edge& edge : graph.edges) {
    if (edge.weight <= 0) continue;
    const std::size_t length = length_of(edge);
    auto found = std::find_if(directions.begin(), directions.end(),
                              [&](const Direction& direction) { return direction.length == length; });
    if (found == directions.end()) {
      if (directions.size() == most_lengths) return {};
      directions.push_back({length, std::vector<double>(graph.nodes, 0.0), std::vector<double>(graph.nodes, 0.0), {}});
      found = directions.end() - 1;
    }
    found->capacity[std::min(edge.from, edge.to)] += lambda * edge.weight;
  }
  for (Direction& direction : directions) direction.pieces = find_pieces(direction);
  return directions;
}

// Runs of pieces that are worth a task, cut by the size of the data alone.
std::vector<std::span<const Piece>> tasks_of_pieces(const std::vector<Piece>& pieces) {
  std::vector<std::span<const Piece>> tasks;
  std::size_t first = 0;
  std::size_t size = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    size += pieces[i].count;
    if (size < nodes_per_task && i + 1 < pieces.size()) continue;
    tasks.push_back(std::span(pieces).subspan(first, i + 1 - first));
    first = i + 1;
    size = 0;
  }
  return tasks;
}

class Sweeper {
 public:
  Sweeper(const GraphProblem& problem, std::vector<Direction> directions, std::size_t threads)
      : problem_(problem), directions_(std::move(directions)), threads_(threads), left_(problem.graph.nodes) {
    for (std::size_t node = 0; node < left_.size(); ++node) left_[node] = problem.weight[node] * problem.mean[node];
  }

  // Of two directions the second runs ahead, by more and more of its last change, so that twice as many turns would be
  // needed without (Chambolle and Pock, A remark on accelerated block coordinate descent, 2015). The last turn ends
  // with the best flow itself, which is within the capacities.
  void take_turns() {
    const bool runs_ahead = directions_.size() == 2;
    if (runs_ahead) directions_.back().best.assign(problem_.graph.nodes, 0.0);
    double momentum = 1;
    for (int turn = 0; turn < turns; ++turn) {
      const double next_momentum = (1 + std::sqrt(1 + 4 * momentum * momentum)) / 2;
      if (runs_ahead) directions_.back().lead = turn + 1 < turns ? (momentum - 1) / next_momentum : 0.0;
      momentum = next_momentum;
      for (Direction& direction : directions_) {
        const std::vector<std::span<const Piece>> tasks = tasks_of_pieces(direction.pieces);
        parallel_for(tasks.size(), threads_, [&](std::size_t task) { balance(direction, tasks[task]); });
      }
    }
  }

  // By edge: parallel edges share what their step carries.
  std::vector<double> flow() const {
    std::vector<double> flow;
    flow.reserve(problem_.graph.edges.size());
    for (const Graph::Edge& edge : problem_.graph.edges) {
      const auto direction = std::find_if(directions_.begin(), directions_.end(),
                                          [&](const Direction& one) { return one.length == length_of(edge); });
      const std::size_t node = std::min(edge.from, edge.to);
      const bool is_used = direction != directions_.end() && direction->capacity[node] > 0;
      const double share = is_used ? direction->flow[node] / direction->capacity[node] : 0.0;
      // Weights of extreme sizes may have overflown on the way.
      const double usable = std::isfinite(share) ? share : 0.0;
      flow.push_back((edge.from < edge.to ? usable : -usable) * edge.weight);
    }
    return flow;
  }

 private:
  // Pieces side by side, so that what is read and written together lies together in memory.
  struct Batch {
    std::size_t first;
    std::size_t pieces;
    std::size_t count;  // nodes in each
  };
  // One after the other, piece by piece.
  struct Space {
    std::vector<double> weight;
    std::vector<double> pull;
    std::vector<double> capacity;
    std::vector<double> flow;
  };

  void balance(Direction& direction, std::span<const Piece> pieces) {
    constexpr std::size_t most_side_by_side = 8;  // a line of the cache
    Space space;
    for (std::size_t i = 0; i < pieces.size();) {
      Batch batch{pieces[i].first, 1, pieces[i].count};
      const auto is_next = [&](const Piece& piece) {
        return piece.first == batch.first + batch.pieces && piece.count == batch.count;
      };
      while (batch.pieces < most_side_by_side && i + batch.pieces < pieces.size() &&
             is_next(pieces[i + batch.pieces])) {
        ++batch.pieces;
      }
      balance(direction, batch, space);
      i += batch.pieces;
    }
  }

  // Sets the flow along each piece to the best one, given all other flow, or lets it run ahead.
  void balance(Direction& direction, const Batch& batch, Space& space) {
    const std::size_t count = batch.count;
    for (std::vector<double>* values : {&space.weight, &space.pull, &space.capacity, &space.flow}) {
      values->resize(batch.pieces * count);
    }
    const auto for_each_node = [&](const auto& visit) {
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t node = batch.first + i * direction.length;
        for (std::size_t piece = 0; piece < batch.pieces; ++piece) visit(i, node + piece, piece * count + i);
      }
    };
    for_each_node([&](std::size_t i, std::size_t node, std::size_t place) {
      // What other directions do not carry away.
      const double received = i > 0 ? direction.flow[node - direction.length] : 0.0;
      space.weight[place] = problem_.weight[node];
      space.pull[place] = left_[node] + direction.flow[node] - received;
      space.capacity[place] = direction.capacity[node];
    });
    for (std::size_t piece = 0; piece < batch.pieces; ++piece) solve(space, piece * count, count);
    if (!direction.best.empty()) {
      for_each_node([&](std::size_t /*i*/, std::size_t node, std::size_t place) {
        const double best = space.flow[place];
        space.flow[place] += direction.lead * (best - std::exchange(direction.best[node], best));
      });
    }
    for_each_node([&](std::size_t i, std::size_t node, std::size_t place) {
      const double received = i > 0 ? space.flow[place - 1] : 0.0;
      left_[node] = space.pull[place] - space.flow[place] + received;
      direction.flow[node] = space.flow[place];
    });
  }

  static void solve(Space& space, std::size_t begin, std::size_t count) {
    const std::span<const double> weight = std::span(space.weight).subspan(begin, count);
    const std::span<const double> capacity = std::span(space.capacity).subspan(begin, count - 1);
    const std::span<double> pull = std::span(space.pull).subspan(begin, count);
    const std::span<double> flow = std::span(space.flow).subspan(begin, count);
    flow.back() = 0;
    if (pull_string_taut(weight, pull, capacity, flow.first(count - 1))) return;
    std::vector<double> mean(count);
    for (std::size_t i = 0; i < count; ++i) mean[i] = pull[i] / weight[i];
    const ChainSolution solution = solve_chain(weight, mean, capacity);
    std::copy(solution.flow.begin(), solution.flow.end(), flow.begin());
  }

  const GraphProblem& problem_;
  std::vector<Direction> directions_;
  std::size_t threads_;
  std::vector<double> left_;  // by node: what its edges do not carry away of weight * mean
};

}  // namespace

std::optional<std::vector<double>> guess_flow_by_chains(const GraphProblem& problem, double lambda,
                                                        std::size_t threads) {
  if (std::any_of(problem.weight.begin(), problem.weight.end(), [](double weight) { return weight <= 0; })) {
    return std::nullopt;
  }
  std::vector<Direction> directions = find_directions(problem.graph, lambda);
  if (directions.empty()) return std::nullopt;
  Sweeper sweeper(problem, std::move(directions), threads);
  sweeper.take_turns();
  return sweeper.flow();
}

}  // namespace gaptv::tv
