// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/table.h"

#include <algorithm>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/utf8.h"
#include "gaptv/data/csv/message.h"

namespace gaptv::csv {

Table::Table(const std::string& path, const CsvOptions& options, const Limits& limits)
    : source_(path, options.progress), reader_(source_, limits), progress_(options.progress) {
  const std::string candidates = delimiter_candidates(options.delimiter);
  header_ = parse_header(source_.name(), reader_.read_header(candidates), candidates);
  layout_.delimiter = header_.delimiter;
  layout_.column_of_field.assign(header_.names.size(), Layout::unused);
  for (const std::string& name : options.features) features_.push_back(use_column(name));
  for (const std::string& name : options.optional_features) {
    if (std::ranges::find(header_.names, name) != header_.names.end()) features_.push_back(use_column(name));
  }
  if (!options.outcome.empty()) outcome_ = use_column(options.outcome);
  if (!options.weight.empty()) weight_ = use_column(options.weight);
  if (!options.exposure.empty()) exposure_ = use_column(options.exposure);
  if (weight_) layout_.columns[*weight_].kind = UsedColumn::Kind::weight;
  if (exposure_) layout_.columns[*exposure_].kind = UsedColumn::Kind::exposure;
  if (outcome_ && options.outcome_kind != OutcomeKind::number) read_labels(options);
}

void Table::read_labels(const CsvOptions& options) {
  UsedColumn& column = layout_.columns[*outcome_];
  if (options.outcome_kind != OutcomeKind::label) {
    const std::size_t field = find_column(source_.name(), header_, options.outcome);
    if (!holds_labels(reader_.peek(header_.delimiter), field, header_.delimiter)) return;
  }
  column.kind = UsedColumn::Kind::label;
  column.known_labels = options.classes;
  column.label_kind = options.outcome_kind;
}

void Table::refuse(const Place& place, const std::string& message) const {
  throw InvalidInput(source_.name() + ", row " + std::to_string(place.row + 1) + " (line " +
                     std::to_string(place.line + 1) + ")" + message);
}

std::optional<TextBlock> Table::next(TextBlock recycled) {
  if (progress_ != nullptr) progress_->check();
  std::optional<TextBlock> block = reader_.next(std::move(recycled), header_.delimiter);
  if (progress_ != nullptr && source_.fraction_done() > 0) progress_->advance(source_.fraction_done());
  return block;
}

void Table::count_rows(const ParsedBlock& block) {
  if (block.error) {
    const Place& within = block.error->place;
    refuse({place().row + within.row, place().line + within.line}, block.error->message);
  }
  rows_ += block.rows + block.dropped_rows;
  dropped_rows_ += block.dropped_rows;
  lines_ += block.lines;
}

void Table::check_has_rows() const {
  if (rows_ == 0) throw InvalidInput(source_.name() + ": there are no rows below the header; at least one is needed");
  if (rows_ > dropped_rows_) return;
  throw InvalidInput(source_.name() + ": no row is left: " + std::to_string(rows_) + " of " + std::to_string(rows_) +
                     " were dropped for a missing value in a used column; name other columns");
}

void Table::check_labels(const LabelSet& labels) const {
  if (!outcome_ || !layout_.columns[*outcome_].known_labels.empty()) return;
  const UsedColumn& column = layout_.columns[*outcome_];
  if (const std::optional<RefusedLabel> refused = find_refused_label(labels, column.label_kind)) {
    refuse(refused->place, ", column " + quote_for_message(column.name) + ": " + refused->message);
  }
}

Dataset Table::make_dataset(std::vector<std::vector<double>> columns, std::vector<std::string> labels) const {
  std::vector<std::size_t> uses(columns.size(), 0);
  for (const std::size_t column : features_) ++uses[column];
  if (outcome_) ++uses[*outcome_];
  if (weight_) ++uses[*weight_];
  if (exposure_) ++uses[*exposure_];
  // Only a column with several roles is copied.
  const auto take = [&](std::size_t column) {
    return --uses[column] == 0 ? std::move(columns[column]) : columns[column];
  };
  Dataset data;
  for (const std::size_t column : features_) {
    data.feature_names.push_back(layout_.columns[column].name);
    data.features.push_back(take(column));
  }
  if (outcome_) data.outcome_name = layout_.columns[*outcome_].name;
  if (outcome_) data.outcome = take(*outcome_);
  if (weight_) data.weight = take(*weight_);
  if (weight_) data.weight_name = layout_.columns[*weight_].name;
  if (exposure_) data.exposure_name = layout_.columns[*exposure_].name;
  if (exposure_) data.exposure = take(*exposure_);
  if (outcome_ && layout_.columns[*outcome_].kind == UsedColumn::Kind::label) {
    // Given classes keep their order, which a model may have stored.
    if (layout_.columns[*outcome_].known_labels.empty()) {
      remove_unused_labels(labels, data.outcome);
      const std::vector<double> rank = sort_labels(labels);
      for (double& value : data.outcome) value = rank[static_cast<std::size_t>(value)];
    }
    data.classes = std::move(labels);
  }
  data.dropped_rows = dropped_rows_;
  return data;
}

std::size_t Table::use_column(const std::string& wanted) {
  const std::size_t field = find_column(source_.name(), header_, wanted);
  int& column = layout_.column_of_field[field];
  // Names of columns go into models and reports, which are UTF-8; better to hear of it before the work.
  if (!is_utf8(header_.names[field])) {
    throw InvalidInput(source_.name() + ", header: the name of column #" + std::to_string(field + 1) + ", " +
                       quote_for_message(header_.names[field]) + ", is not UTF-8 text; " + std::string(utf8_remedy));
  }
  if (column == Layout::unused) {
    column = static_cast<int>(layout_.columns.size());
    layout_.columns.push_back({.name = column_name(header_, field)});
  }
  return static_cast<std::size_t>(column);
}

}  // namespace gaptv::csv
