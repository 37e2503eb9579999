// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gaptv/base/progress.h"
#include "gaptv/cells/counted_rows.h"
#include "gaptv/grid/quantiles.h"
#include "gaptv/select/table_source.h"

namespace gaptv {

// Says into which cells rows are to be counted.
struct CountRequest {
  std::vector<std::vector<double>> edges = {};  // per axis, increasing; an axis without edges is one bin
  bool by_fold = false;                         // a list of cells for each fold, or one for all rows
  bool by_exposure = true;                      // a row counts as much as its exposure, or only once for each copy
};

// Holds values of an axis that are neighbours: stretches that need no closer look, or one that needs it.
struct ValueRun {
  double lowest = 0;
  double highest = 0;
  bool is_unclear = false;
};

// Says what will be counted once the edges are known exactly, so that the look that finds them can do it too.
struct CountAhead {
  std::vector<std::vector<ValueRun>> runs = {};  // of all values, per axis; none: nothing is to be counted
  bool by_fold = false;                          // as in CountRequest
  bool by_exposure = true;
};

// Looks through all rows, wherever they are (batches of a file, a database), and counts what it is asked for. Each call
// that is given a progress may be a look at every row, so that whoever asks puts its questions together. Whatever is
// asked for is exact, but for the rounding of sums.
class RowCounter {
 public:
  RowCounter() = default;
  RowCounter(const RowCounter&) = delete;
  RowCounter& operator=(const RowCounter&) = delete;
  virtual ~RowCounter() = default;

  // Returns what a first look at all rows told.
  virtual const SourceSummary& summary() const = 0;
  virtual std::size_t automatic_bins_max() const = 0;
  virtual NullSample null_sample(std::uint64_t seed) const = 0;
  // Tells whether rows tell more or less by weights of the kind precision that are not all the same.
  virtual bool has_precision_weights() const = 0;
  // Returns the scales that rows are dealt to folds with (fold_rule.h); empty with one fold.
  virtual const std::vector<int>& fold_scales() const = 0;

  // Hands over for each axis the stretches of values that the first look told apart; together they are all rows. To be
  // asked once.
  virtual std::vector<std::vector<ValueStretch>> take_stretches() = 0;
  // Divides stretches that hold several values, per axis, into smaller ones or single values, in increasing order. What
  // is said to be counted next may be counted at the same look; whether it was, only the time tells.
  virtual std::vector<std::vector<ValueStretch>> look_into(const std::vector<std::vector<ValueStretch>>& unclear,
                                                           const CountAhead& ahead, Progress& progress) = 0;
  // Returns for each request one list of cells, or with by_fold one for each fold, in scaled outcomes.
  virtual std::vector<std::vector<CountedCells>> count(const std::vector<CountRequest>& requests,
                                                       Progress& progress) = 0;
  // Finds what the rows of each fold say beyond their cells; empty where the cells say all.
  virtual std::vector<RowDeviance> row_deviances(Progress& progress) = 0;
};

}  // namespace gaptv
