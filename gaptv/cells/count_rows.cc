// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/mention.h"
#include "gaptv/cells/count_source.h"
#include "gaptv/grid/bin_locator.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/row_source.h"

namespace gaptv {
namespace {

// Counts rows into cells of which most are empty.
class CellCounter {
 public:
  void add(std::uint64_t cell, double value, double weight) { cells_[cell].add(value, weight); }
  CountedCells take() {
    CountedCells list;
    list.reserve(cells_.size());
    for (const auto& [number, stats] : cells_) list.push_back({number, stats});
    cells_.clear();
    std::ranges::sort(list, {}, &CountedCell::number);
    return list;
  }

 private:
  std::unordered_map<std::uint64_t, CellStats> cells_;
};

class RowsInMemory final : public CountableRows {
 public:
  RowsInMemory(const DataView& data, const FitOptions& options, Progress& progress, std::vector<int> fold_scales = {})
      : source_(data, options, progress, std::move(fold_scales)) {}

  const TableSource& source() const override { return source_; }
  std::vector<int> fold_scales() const override { return source_.folds().scales; }
  std::vector<RowDeviance> deviances() const override { return source_.deviances(); }
  void count_cells(CountedRows& counted, Progress& progress) override {
    const DataView& data = source_.view();
    if (!counted.folds.empty() && data.exposure.empty()) return;
    const FoldAssignment& folds = source_.folds();
    const Shape shape = counted.shape();
    std::vector<BinLocator> locators;
    for (const CountedAxis& axis : counted.axes) locators.emplace_back(axis.edges);
    std::vector<CellCounter> of_folds(folds.folds);
    CellCounter of_copies;
    constexpr std::size_t rows_between_checks = 65536;
    for (std::size_t row = 0; row < data.rows(); ++row) {
      if (row % rows_between_checks == 0) progress.check();
      std::uint64_t cell = 0;
      for (std::size_t axis = 0; axis < locators.size(); ++axis) {
        cell = cell * shape.bins[axis] + locators[axis].bin_of(data.features[axis][row]);
      }
      const double value = counted.summary.scale.to_scaled(data.outcome[row]);
      const double weight = data.weight_of(row);
      for (std::size_t fold = 0; fold < folds.folds; ++fold) {
        const double part = folds.weight_in_fold(row, weight, fold);
        if (part > 0) of_folds[fold].add(cell, value, part * data.exposure_of(row));
      }
      if (!data.exposure.empty()) of_copies.add(cell, value, weight);
    }
    counted.copies = of_copies.take();
    if (!counted.folds.empty()) return;  // counted exactly already
    for (CellCounter& fold : of_folds) counted.folds.push_back(fold.take());
  }

 private:
  RowSource source_;
};

std::string name_of_folds(std::size_t folds) {
  return folds > 1 ? std::to_string(folds) + " folds" : "no folds";
}

}  // namespace

void check_needs_cells_only(const FitOptions& options) {
  if (has_loss_of_outcomes(options)) {
    throw InvalidInput("the loss " + (options.own_loss ? "of your own" : options.loss) +
                       " needs every single outcome, and here rows are only counted into cells; fit the rows "
                       "themselves in memory, or use a loss of means (`loss=gaussian`)");
  }
  if (options.method != "gaptv") {
    throw InvalidInput(
        "the method " + options.method +
        " is fitted to rows, and here they are only counted into cells; fit the rows themselves in memory, or use "
        "`method=gaptv`");
  }
  if (is_one_vs_rest(options.loss)) {
    throw InvalidInput(
        "cells are counted for one outcome, and the loss one-vs-rest has one for each class; fit the rows themselves "
        "in "
        "memory, or count each class by itself, with an outcome of 0 and 1");
  }
}

CountedRows count_rows(const DataView& data, const FitOptions& given, Progress* progress_or_null) {
  Progress silent;
  Progress& progress = progress_or_null != nullptr ? *progress_or_null : silent;
  check_needs_cells_only(given);
  check(given, data.features.size());
  progress.begin(Stage::grid);
  check(data, given.threads);
  const FitOptions options = resolve(given);
  RowsInMemory rows(data, options, progress);
  return count_source(rows, options, progress);
}

CountedRows count_rows_on(const CountedRows& other, const DataView& data, const FitOptions& given,
                          Progress* progress_or_null) {
  Progress silent;
  Progress& progress = progress_or_null != nullptr ? *progress_or_null : silent;
  check_needs_cells_only(given);
  check(given, data.features.size());
  progress.begin(Stage::grid);
  check(data, given.threads);
  FitOptions options = given;
  if (options.loss == "auto") options.loss = other.summary.loss->name();
  if (other.summary.folds > 1 && !other.fold_scales) {
    throw InvalidInput(
        "the table whose edges are taken was made by an older version, which dealt rows to folds by another rule; make "
        "it anew");
  }
  RowsInMemory rows(data, resolve(options), progress, other.fold_scales.value_or(std::vector<int>{}));
  const SourceSummary& summary = rows.source().summary();
  if (summary.feature_names != other.summary.feature_names) {
    throw InvalidInput("the features are not those of the table whose edges are taken; name the same columns");
  }
  if (summary.folds != other.summary.folds) {
    throw InvalidInput("the options ask for " + name_of_folds(summary.folds) +
                       " where the table whose edges are taken has " + name_of_folds(other.summary.folds) +
                       "; use the same (`folds`, `lambda`)");
  }
  if (summary.folds > 1 && rows.fold_scales() != other.fold_scales) {
    throw InvalidInput("the exposure is not that of the table whose edges are taken; name the same columns");
  }
  CountedRows counted = describe_rows(rows, options.seed);
  counted.axes = other.axes;
  for (std::size_t axis = 0; axis < counted.axes.size(); ++axis) {
    const ColumnView& column = data.features[axis];
    counted.axes[axis].lowest = counted.axes[axis].highest = column[0];
    for (std::size_t row = 0; row < column.size; ++row) {
      counted.axes[axis].lowest = std::min(counted.axes[axis].lowest, column[row]);
      counted.axes[axis].highest = std::max(counted.axes[axis].highest, column[row]);
    }
  }
  rows.count_cells(counted, progress);
  return counted;
}

}  // namespace gaptv
