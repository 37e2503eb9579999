// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "gaptv/data/csv/csv.h"
#include "gaptv/data/dataset.h"
#include "gaptv/data/observations.h"
#include "gaptv/model/outcome.h"
#include "gaptv/scan/row_batches.h"

namespace gaptv {

// Says how rows are brought to what a fit counts.
struct RowPreparation {
  MissingRule missing = MissingRule::error;
  std::string loss = "auto";  // a name without its parameter; "auto" as long as the loss is not known
  bool takes_fractions = false;
  // What weights mean, once it is known; automatic before, and while there are none.
  WeightKind weight_kind = WeightKind::automatic;
  bool ignores_weights = false;               // they are like none
  std::optional<PrecisionScale> precision{};  // for weights of the kind precision
};

// Holds the rows of a batch as a fit counts them: without those that are left out, outcomes divided by exposures, and
// weights as observations. It must not outlive the batch.
class PreparedRows {
 public:
  // Throws InvalidInput, with the row, where a value cannot be used. first_row is the number of the batch's first row.
  PreparedRows(const RowBatch& batch, const BatchColumns& columns, const RowPreparation& how, std::size_t first_row);
  PreparedRows(const PreparedRows&) = delete;
  PreparedRows& operator=(const PreparedRows&) = delete;

  // Returns the rows; it may have none.
  const DataView& view() const { return view_; }
  // Returns the outcomes before they are divided by exposures.
  const ColumnView& outcome_as_given() const { return given_.outcome; }
  std::size_t dropped() const { return given_.dropped_rows; }

 private:
  void leave_out_missing();
  void scale_weights(const PrecisionScale& scale);

  DataView given_;
  Dataset kept_;  // copies, where rows were left out
  std::unique_ptr<OutcomeData> outcome_;
  std::vector<double> weight_;
  DataView view_;
};

}  // namespace gaptv
