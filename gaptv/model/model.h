// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/data/dataset.h"
#include "gaptv/data/observations.h"
#include "gaptv/gap/gap_curve.h"
#include "gaptv/grid/axis.h"
#include "gaptv/grid/cell_table.h"
#include "gaptv/loss/loss.h"
#include "gaptv/select/cross_validation.h"
#include "gaptv/tv/certificate.h"

namespace gaptv {

// A region of constant value: connected cells with equal beta.
struct Plateau {
  std::size_t id = 0;  // its place in Model::plateaus
  double value = 0;    // predicted: on the scale of the outcome
  double weight = 0;   // observations in it (the exposure, if there is any)
  double mean = 0;     // of their outcomes (before shrinkage); equals value where there are none
  std::size_t cells = 0;
  // The bins that it spans on each axis, first and last: its bounding box.
  std::vector<std::size_t> first_bin;
  std::vector<std::size_t> last_bin;
};

// How regions were made of fitted cells (RegionOptions), and of which grid.
struct RegionRecord {
  std::size_t shifts = 1;
  double relax = 0;
  double border = 0;
  std::vector<std::size_t> bins;       // of the grid that was shifted, as asked for
  std::vector<std::size_t> bins_kept;  // and those that repeated values leave
  double noise = 0;  // the variance of an outcome that borders were priced by, over what the loss says of it
};

// Everything needed to repeat the fit and to explain each choice. A function of data and options: no times, no dates,
// no thread counts.
struct FitRecord {
  std::string version;
  // Every option that decides about the result, resolved, as texts by name (gaptv/model/option_table.h).
  std::vector<std::pair<std::string, std::string>> options;
  std::string method = "gaptv";
  std::string loss = "gaussian";         // the user's own: "custom:" and its name
  std::optional<double> loss_parameter;  // of losses that have one
  std::string outcome;
  std::string weight;                // the name of its column; empty without, or if it is not known
  std::string exposure;              // the name of its column; empty without
  std::vector<std::string> classes;  // of labels: predicted is the probability of the second one
  std::size_t rows = 0;
  std::size_t dropped_rows = 0;
  std::string weight_kind;  // "copies" or "precision"; empty without weights
  double observations = 0;  // rows, copies, or what weights of the kind precision are worth
  double total_weight = 0;  // the same; with exposures the sum of these
  std::string input_hash;   // of the rows that were used, whatever their order
  std::uint64_t seed = 0;
  std::string bins_rule;
  std::string edges = "rank";  // or "metric"
  GapCurve gap;
  std::string lambda_rule;
  double lambda = 0;
  double lambda_max = 0;
  std::size_t folds = 0;
  CrossValidation cv;  // empty curves when lambda was not chosen by cross-validation
  std::string empty_cell_rule;
  std::optional<RegionRecord> regions;  // of fits that went on after the plain one
  std::optional<std::size_t> leaves;    // of a tree; neighbouring leaves of equal value are one plateau
  Certificate certificate;              // the objective is in the units of the outcome; a tree has no proof: NaN
  double train_rmse = 0;
  double train_deviance = 0;
  std::vector<std::string> notes;  // what the user should know: collapsed edges, a constant feature, ...
};

// Takes what the weights mean and how many observations there are.
void record_observations(const Observations& observations, FitRecord& record);

// The loss that was fitted, of whichever family, to be asked how it describes outcomes and errors.
std::shared_ptr<const Loss> loss_of(const FitRecord& record);

// What the predicted values are: "Probability of y = yes", "Rate of y per unit of days", "Median of y", or "y" alone.
GAPTV_API std::string describe_outcome(const FitRecord& record);

// Larger grids are refused: they would not fit into memory.
inline constexpr double most_cells = 2e7;

// A fitted model: constant on every cell of a grid.
struct GAPTV_API Model {
  Grid grid;
  std::vector<double> beta;       // by cell, on the scale of the penalty: a logit, the logarithm of a rate
  std::vector<CellStats> cells;   // of the training rows, in the units of the outcome
  std::vector<Plateau> plateaus;  // the largest first (observations, then cells)
  std::vector<std::size_t> plateau_of_cell;
  FitRecord record;

  std::size_t cell_of(std::span<const double> x) const;
};

// The predicted value of every cell, on the scale of the outcome: a probability, a rate.
GAPTV_API std::vector<double> fitted_values(const Model& model);

// Connected cells of equal value, the largest first; fills plateaus and plateau_of_cell from grid, beta and cells.
void find_plateaus(Model& model);

}  // namespace gaptv
