// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/prepared_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/mention.h"

namespace gaptv {
namespace {

// The text with row numbers counted from the first row of all.
std::string count_rows_from(std::size_t first_row, const std::string& text) {
  return render_mentions(text,
                         {[](const std::string& name, const std::string& value) { return mention_option(name, value); },
                          [first_row](std::size_t row) { return mention_row(first_row + row); }});
}

DataView name_columns(const RowBatch& batch, const BatchColumns& columns) {
  DataView view;
  view.feature_names = columns.features;
  view.outcome_name = columns.outcome;
  view.weight_name = columns.weight;
  view.exposure_name = columns.exposure;
  view.classes = columns.classes;
  const std::size_t features = columns.features.size();
  view.features.assign(batch.columns.begin(), batch.columns.begin() + static_cast<std::ptrdiff_t>(features));
  std::size_t next = features;
  view.outcome = batch.columns.at(next++);
  if (!columns.weight.empty()) view.weight = batch.columns.at(next++);
  if (!columns.exposure.empty()) view.exposure = batch.columns.at(next++);
  return view;
}

// Successes among trials would be two rows each, which nobody can tell from a part of the rows.
void refuse_trials(const DataView& data, const std::string& loss) {
  if (data.weight.empty() || !loss_with_link_of(loss).accepts().are_two_classes || !data.classes.empty()) return;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    if (data.outcome[row] == 0 || data.outcome[row] == 1) continue;
    throw InvalidInput("outcome '" + data.outcome_name + "', " + mention_row(row) +
                       ": successes among trials (the weight) are taken from rows in memory only; give each row an "
                       "outcome of 0 or 1, and how often it occurred as its weight");
  }
}

}  // namespace

PreparedRows::PreparedRows(const RowBatch& batch, const BatchColumns& columns, const RowPreparation& how,
                           std::size_t first_row)
    : given_(name_columns(batch, columns)) {
  given_.weight_kind = how.weight_kind;
  if (how.missing == MissingRule::drop) leave_out_missing();
  if (given_.rows() == 0) {
    view_ = given_;
    return;
  }
  try {
    check(given_);
    const std::string loss = how.loss != "auto"         ? how.loss
                             : !given_.classes.empty()  ? "auto"
                             : !given_.exposure.empty() ? "auto"
                                                        : std::string(squared_loss().name());
    refuse_trials(given_, loss);
    outcome_ = std::make_unique<OutcomeData>(given_, loss, how.takes_fractions);
  } catch (const InvalidInput& error) {
    throw InvalidInput(count_rows_from(first_row, error.what()));
  }
  view_ = outcome_->view();
  if (how.ignores_weights) {
    view_.weight = {};
  } else if (how.precision) {
    scale_weights(*how.precision);
  }
}

void PreparedRows::leave_out_missing() {
  std::vector<const ColumnView*> used = {&given_.outcome};
  for (const ColumnView& feature : given_.features) used.push_back(&feature);
  if (!given_.weight.empty()) used.push_back(&given_.weight);
  if (!given_.exposure.empty()) used.push_back(&given_.exposure);
  std::vector<std::size_t> kept;
  for (std::size_t row = 0; row < given_.rows(); ++row) {
    if (std::ranges::all_of(used, [row](const ColumnView* column) { return std::isfinite((*column)[row]); })) {
      kept.push_back(row);
    }
  }
  given_.dropped_rows = given_.rows() - kept.size();
  if (given_.dropped_rows == 0) return;
  const auto copy = [&kept](const ColumnView& column) {
    std::vector<double> values;
    if (column.empty()) return values;
    values.reserve(kept.size());
    for (const std::size_t row : kept) values.push_back(column[row]);
    return values;
  };
  for (ColumnView& feature : given_.features) {
    kept_.features.push_back(copy(feature));
    feature = kept_.features.back();
  }
  kept_.outcome = copy(given_.outcome);
  kept_.weight = copy(given_.weight);
  kept_.exposure = copy(given_.exposure);
  given_.outcome = kept_.outcome;
  given_.weight = kept_.weight;
  given_.exposure = kept_.exposure;
}

void PreparedRows::scale_weights(const PrecisionScale& scale) {
  weight_.reserve(view_.rows());
  for (std::size_t row = 0; row < view_.rows(); ++row) weight_.push_back(scale.scaled(view_.weight[row]));
  view_.weight = weight_;
}

}  // namespace gaptv
