// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gaptv/base/progress.h"
#include "gaptv/data/dataset.h"
#include "gaptv/data/outcome_scale.h"
#include "gaptv/gap/gap_curve.h"
#include "gaptv/grid/axis.h"
#include "gaptv/grid/cell_samples.h"
#include "gaptv/grid/cell_table.h"
#include "gaptv/loss/cell_loss.h"

namespace gaptv {

// Says what the rows are as a whole: what a fit decides by, and what its record tells of them.
struct SourceSummary {
  std::vector<std::string> feature_names = {};
  std::string outcome_name = {};
  std::string weight_name = {};
  std::string exposure_name = {};
  std::vector<std::string> classes = {};  // of labels: what the outcomes 0, 1, ... stand for
  std::size_t rows = 0;
  std::size_t dropped_rows = 0;
  bool has_weights = false;
  WeightKind weight_kind = WeightKind::automatic;  // what the weights mean; automatic if there are none
  double observations = 0;                         // rows, copies, or what weights of the kind precision are worth
  double total_weight = 0;                         // the same, added up weight by weight
  std::size_t folds = 1;
  std::uint64_t content_hash = 0;    // the hash of all rows and weights, whatever their order
  const CellLoss* loss = nullptr;    // of the means of the outcomes (OutcomeData::loss())
  OutcomeScale scale = {};           // the units of the outcomes in all tables
  std::vector<std::string> notes{};  // what the user should know of the rows
  GivenReading reading = {};         // how their file was to be read

  std::size_t dimensions() const { return feature_names.size(); }
};

// Answers for rows that are cut along each axis at the quantiles of several numbers of bins.
class CutTables {
 public:
  CutTables() = default;
  CutTables(const CutTables&) = delete;
  CutTables& operator=(const CutTables&) = delete;
  virtual ~CutTables() = default;

  // Makes the grid with that many bins on each axis; they must be among those that the rows were cut for.
  virtual Grid grid(const std::vector<std::size_t>& bins_per_axis) const = 0;
  // Computes W of every candidate of the gap statistic, in scaled outcomes.
  virtual std::vector<double> sum_within_candidates(const GapOptions& options, Progress& progress) const = 0;
  // Makes one table per fold, with what the rows say beyond their cells where the loss needs it.
  virtual std::vector<CellTable> fold_tables(const Grid& grid, Progress& progress) const = 0;
  // Makes one table of all rows in which each row counts once for each copy, whatever its exposure.
  virtual CellTable counted_table(const Grid& grid) const = 0;
  // Returns what the user should know of a grid that could not be cut as it was asked for.
  virtual std::vector<std::string> notes_on(const Grid& /*grid*/) const { return {}; }

  // Collect the outcomes themselves, for losses of single outcomes: one table per fold, or one of all rows. base is a
  // number near most of them. Throw InvalidInput where only the statistics of cells are known.
  virtual std::vector<CellSamples> sample_folds(const Grid& grid, const OutcomeScale& scale, double base) const = 0;
  virtual CellSamples samples(const Grid& grid, const OutcomeScale& scale, double base) const = 0;
};

// Answers all that the method needs to know about the rows, wherever they are: in memory (gaptv/model/row_source.h), or
// counted into a file of cells. Everything from the choice of the grid on asks here.
class TableSource {
 public:
  TableSource() = default;
  TableSource(const TableSource&) = delete;
  TableSource& operator=(const TableSource&) = delete;
  virtual ~TableSource() = default;

  virtual const SourceSummary& summary() const = 0;
  // Returns the most bins that a rule tries where no number is given (automatic_bins_max()).
  virtual std::size_t automatic_bins_max() const = 0;
  // Returns what the null model of the gap statistic needs to know of the outcomes.
  virtual NullSample null_sample(std::uint64_t seed) const = 0;
  // Cuts the rows for every number of bins that will be asked for, per axis. The source must outlive the result.
  virtual std::unique_ptr<CutTables> cut(const std::vector<std::vector<std::size_t>>& bins,
                                         Progress& progress) const = 0;
  // Does the same where the folds will be asked for once, on the common refinement of all these grids
  // (refine_all() of gaptv/select/grid_comparison.h): whoever looks through rows can count them in the same look.
  virtual std::unique_ptr<CutTables> cut_for_refinement(const std::vector<std::vector<std::size_t>>& bins,
                                                        Progress& progress) const {
    return cut(bins, progress);
  }
  // Returns the same rows, in the same folds, with one feature less. This source must outlive the result.
  virtual std::unique_ptr<TableSource> leave_out(std::size_t feature) const = 0;

  // Return the rows outside a fold, dealt to folds anew, and the statistics of the rows of a fold on any grid, in any
  // units. Throw InvalidInput where the rows themselves are not known.
  virtual std::unique_ptr<TableSource> leave_out_fold(std::size_t fold, Progress& progress) const;
  virtual CellTable tabulate_fold(std::size_t fold, const Grid& grid, const OutcomeScale& scale) const;
};

}  // namespace gaptv
