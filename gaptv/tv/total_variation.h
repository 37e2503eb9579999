// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

// The entry to total variation: whoever solves it outside of gaptv/tv includes this header and no other of the folder's
// solvers. A chain of four nodes, for example:
//   TotalVariation problem{ChainTopology{{1, 1, 1}}, NodeStatistics{{1, 1, 1, 1}, {0, 0, 5, 6}}};
//   const auto solver = make_tv_solver(problem);
//   const PathFit fit = solver->solve(0.1 * solver->lambda_max());
#include <cstddef>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "gaptv/grid/cell_samples.h"
#include "gaptv/grid/cell_table.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/loss/outcome_loss.h"
#include "gaptv/tv/empty_cell_rule.h"
#include "gaptv/tv/path_solver.h"
#include "gaptv/tv/topology.h"

namespace gaptv {

// The data where the weight and the mean of each node are enough for the loss: f_s(beta) is the loss of weight_s
// observations with the mean mean_s. A node without data has weight 0; its mean is ignored.
struct NodeStatistics {
  std::vector<double> weight;              // one per node, >= 0, at least one > 0
  std::vector<double> mean;                // one per node, finite where there are data
  const CellLoss* loss = &squared_loss();  // must outlive the solver
};

// Takes the statistics of the cells of a table as the loss wants them. The loss must outlive the solver.
NodeStatistics cell_statistics(const CellTable& table, const CellLoss& loss);

// The data where the loss looks at single outcomes: f_s(beta) is the loss of the outcomes of node s.
struct NodeSamples {
  CellSamples samples;                      // one list per node; at least one has outcomes
  std::shared_ptr<const OutcomeLoss> loss;  // never null
};

// Total variation:
//   minimise over beta:  sum_s f_s(beta_s)  +  lambda * sum_e c_e |beta_from - beta_to|
// with f_s from the data and the edges e, of weight c_e, from the topology. For a loss with a link the differences are
// those of the links (docs/theory/solver.md). Lambda is an argument of the solver, so that one problem serves a path.
struct TotalVariation {
  TvTopology topology;
  std::variant<NodeStatistics, NodeSamples> data;
  // Samples know nearest_to_mean only, where the best constant for all data stands for the mean. A connected component
  // without any data (a hole, too) has no optimum of its own: its value is the mean of all data, or that constant.
  EmptyCellRule empty_nodes = EmptyCellRule::nearest_to_mean;
};

struct TvSolverOptions {
  std::size_t threads = 1;  // for large graphs with statistics; 0: every core. The result does not depend on it.
  // If the first lambda to be solved is known already, work on it begins while the solver is set up.
  std::optional<double> first_lambda = {};
};

// Solves the problem exactly for a sequence of lambdas. Grids with statistics, equal edges and no holes have a network
// of their own; chains with statistics and without empty nodes, also as a Graph, take linear time; everything else is
// solved as a general graph. Throws InvalidInput if the topology is not valid (topology.h), if the data have not one
// entry per node, a weight is negative, a number is not finite, there are no data at all, a hole has data, or the
// rule for empty nodes is not one that the data know.
std::unique_ptr<PathSolver> make_tv_solver(TotalVariation problem, const TvSolverOptions& options = {});

// Proves a fit from nothing but the problem and the fit's lambda, values and flow; it looks neither at the solver nor
// at the certificate that the fit has (certificate.h says what is computed, and proof/ how). O(nodes + edges). Throws
// InvalidInput as make_tv_solver() does, and if the fit has not one value per node or not the flow of every edge.
Certificate certify(const TotalVariation& problem, const PathFit& fit);

}  // namespace gaptv
