// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/collect_rows.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace gaptv {
namespace {

void append(const ColumnView& from, std::vector<double>& to) {
  if (from.stride == 1) {
    to.insert(to.end(), from.data, from.data + from.size);
  } else {
    for (std::size_t row = 0; row < from.size; ++row) to.push_back(from[row]);
  }
}

// Adds the rows of a batch that have all values. Returns how many have not.
std::size_t append_complete_rows(const RowBatch& batch, const std::vector<std::vector<double>*>& columns) {
  std::size_t dropped = 0;
  for (std::size_t row = 0; row < batch.rows(); ++row) {
    const bool is_complete =
        std::ranges::all_of(batch.columns, [row](const ColumnView& column) { return std::isfinite(column[row]); });
    dropped += is_complete ? 0 : 1;
    for (std::size_t i = 0; is_complete && i < columns.size(); ++i) columns[i]->push_back(batch.columns[i][row]);
  }
  return dropped;
}

}  // namespace

Dataset collect_rows(RowBatches& rows, MissingRule missing, Progress& progress) {
  const BatchColumns& names = rows.columns();
  Dataset data;
  data.feature_names = names.features;
  data.outcome_name = names.outcome;
  data.weight_name = names.weight;
  data.exposure_name = names.exposure;
  data.classes = names.classes;
  data.features.resize(names.features.size());
  std::vector<std::vector<double>*> columns;
  for (std::vector<double>& feature : data.features) columns.push_back(&feature);
  columns.push_back(&data.outcome);
  if (!names.weight.empty()) columns.push_back(&data.weight);
  if (!names.exposure.empty()) columns.push_back(&data.exposure);
  for (std::vector<double>* const column : columns) column->reserve(rows.expected_rows());

  const std::unique_ptr<BatchReader> reader = rows.read();
  for (RowBatch batch; reader->next(batch); batch = {}) {
    progress.check();
    if (missing == MissingRule::drop) {
      data.dropped_rows += append_complete_rows(batch, columns);
    } else {
      for (std::size_t i = 0; i < columns.size(); ++i) append(batch.columns[i], *columns[i]);
    }
    if (rows.expected_rows() > 0) {
      progress.advance(std::min(1.0, static_cast<double>(data.rows()) / static_cast<double>(rows.expected_rows())));
    }
  }
  return data;
}

}  // namespace gaptv
