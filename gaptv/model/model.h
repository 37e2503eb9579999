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
#include "gaptv/regions/held_out.h"
#include "gaptv/select/cross_validation.h"
#include "gaptv/tv/certificate.h"

namespace gaptv {

// Describes a region of constant value: connected cells with equal beta.
struct Region {
  std::size_t id = 0;  // its place in Surface::regions
  double value = 0;    // predicted: on the scale of the outcome
  double weight = 0;   // observations in it (the exposure, if there is any)
  double rows = 0;     // the same, but with exposures the rows
  double mean = 0;     // of their outcomes (before shrinkage); equals value where there are none
  std::size_t cells = 0;
  // These are the first and the last bin that it spans on each axis: its bounding box.
  std::vector<std::size_t> first_bin;
  std::vector<std::size_t> last_bin;
};

// Records how regions were made of fitted cells (RegionOptions), and of which grid.
struct RegionRecord {
  std::size_t shifts = 1;
  double relax = 0;
  double border = 0;
  std::vector<std::size_t> bins;       // of the grid that was shifted, as asked for
  std::vector<std::size_t> bins_kept;  // and those that repeated values leave
  double noise = 0;  // the variance of an outcome that borders were priced by, over what the loss says of it
};

// Records how the features got numbers of bins of their own (FitOptions::axis_bins). Grids are written as their numbers
// of bins, "24,6".
struct AxisBinsRecord {
  std::vector<std::size_t> start;          // what the rule chose for all features
  std::vector<std::size_t> chosen;         // 1 for a feature that is not used
  std::vector<std::string> tried;          // the first is the start
  std::vector<std::string> compared_with;  // by grid that was tried; empty for the first
  std::vector<double> error;               // the mean held-out deviance of an observation, before cells are joined
  std::vector<double> standard_error_of_difference;  // of the errors of these two, from the same rows
};

// Records what was chosen for one surface, and why. A field that is added here must be added to visit_fields()
// (gaptv/model/record_fields.h) too, or it does not compile; the model file then has it.
struct SurfaceRecord {
  std::string input_hash;  // of the rows that were used, whatever their order
  GapCurve gap;
  std::optional<AxisBinsRecord> axis_bins;  // none where all features have the number that the rule chose
  double lambda = 0;
  double lambda_max = 0;
  CrossValidation cv;                   // empty curves when lambda was not chosen by cross-validation
  std::optional<HeldOut> held_out;      // of the regions that are returned; none where it was not measured
  std::optional<RegionRecord> regions;  // of fits that went on after the plain one
  std::optional<std::size_t> leaves;    // of a tree; neighbouring leaves of equal value are one region
  Certificate certificate;              // the objective is in the units of the outcome; a tree has no proof: NaN
  double train_rmse = 0;
  double train_deviance = 0;
};

// Holds a function that is constant on every cell of a grid.
struct GAPTV_API Surface {
  std::string label;  // the class whose probability it is, if there are three classes or more
  Grid grid;
  std::vector<double> beta;      // by cell, on the scale of the penalty: a logit, the logarithm of a rate
  std::vector<CellStats> cells;  // of the training rows, in the units of the outcome
  std::vector<double> rows;      // by cell, counting copies; empty if that is the weight of the cells (no exposures)
  double rows_outside_mask = 0;  // in cells that no polygon of its mask overlaps, and that stay nevertheless
  std::vector<Region> regions;   // the largest first (observations, then cells)
  // By cell. Cells that a mask left out (Grid::left_out) have the region and the value of the nearest cell that stays,
  // which are what is predicted there, and count nowhere else.
  std::vector<std::size_t> region_of_cell;
  SurfaceRecord record;

  std::size_t cell_of(std::span<const double> x) const;
};

// Records what a whole fit has in common: everything needed to repeat it and to explain each choice. It is a function
// of data and options, and holds no times, no dates and no thread counts. record_fields.h lists its fields, as it does
// those of SurfaceRecord.
struct FitRecord {
  std::string version;
  // These are all options that decide about the result, resolved, as texts by name (gaptv/model/option_table.h).
  std::vector<std::pair<std::string, std::string>> options;
  std::string method = "gaptv";
  std::string loss = "gaussian";         // of each surface; the user's own: "custom:" and its name
  std::optional<double> loss_parameter;  // of losses that have one
  std::string outcome;
  std::string weight;    // the name of its column; empty without, or if it is not known
  std::string exposure;  // the name of its column; empty without
  // These are the labels: of two, the probability of the second one is predicted; of three or more, that of each.
  std::vector<std::string> classes;
  std::size_t rows = 0;
  std::size_t dropped_rows = 0;
  GivenReading reading = {};  // how the file of the rows was to be read
  std::string weight_kind;    // "copies" or "precision"; empty without weights
  double observations = 0;    // rows, copies, or what weights of the kind precision are worth
  double total_weight = 0;    // the same; with exposures the sum of these
  std::string bins_rule;
  std::string lambda_rule;
  std::size_t folds = 0;  // of the cross-validation; 0 without
  std::string empty_cell_rule;
  // These are the errors of the predictions on the training rows; for several classes those of their probabilities.
  double train_rmse = 0;
  double train_deviance = 0;
  std::optional<HeldOut> held_out;  // of all classes together; none of one surface, whose record has it
  std::vector<std::string> notes;   // what the user should know: collapsed edges, a constant feature, ...
};

// Holds a fitted model: one surface, or for three classes or more one for each, the probability of this class against
// all others; the probability of class k is then p_k / (p_1 + ... + p_K).
struct GAPTV_API Model {
  FitRecord record;
  std::vector<Surface> surfaces;  // never empty

  bool has_classes() const { return surfaces.size() > 1; }
};

// The method of models that were made for the public (gaptv/areas/released_model.h): they predict and know no rows.
inline constexpr const char* released_method = "release";
GAPTV_API bool is_released(const Model& model);

// Throws InvalidInput for a model that was made for the public, saying that what was asked for needs rows.
void check_knows_rows(const Model& model, std::string_view what);

// Records what the weights mean and how many observations there are.
void record_observations(const Observations& observations, FitRecord& record);

// Returns the text of a recorded option; an empty one if it is not recorded.
std::string recorded_option(const FitRecord& record, std::string_view name);

// Returns the loss that was fitted, of whichever family, to be asked how it describes outcomes and errors: that of each
// surface.
std::shared_ptr<const Loss> loss_of(const FitRecord& record);

// Says what the values of a surface are: "Probability of y = yes", "Rate of y per unit of days", "Median of y", or "y"
// alone.
GAPTV_API std::string describe_outcome(const FitRecord& record, const Surface& surface);

// Larger grids are refused: they would not fit into memory.
inline constexpr double most_cells = 2e7;

// Returns the predicted value of every cell, on the scale of the outcome: a probability, a rate.
GAPTV_API std::vector<double> fitted_values(const Surface& surface);

// Connects cells of equal beta to regions, the largest first; fills regions and region_of_cell from the rest. "loss" is
// the name of the loss whose link leads from beta to values.
void find_regions(Surface& surface, std::string_view loss);

// Counts the regions of all surfaces.
GAPTV_API std::size_t count_regions(const Model& model);

// Returns the certificate of the sum of the problems of all surfaces: their objectives are added up, and no part of the
// sum is further from its minimum than the worst one.
GAPTV_API Certificate joint_certificate(const Model& model);

// Returns the names of the features, which all surfaces share.
GAPTV_API std::vector<std::string> feature_names(const Model& model);

}  // namespace gaptv
