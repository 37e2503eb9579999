// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/table.h"

#include <algorithm>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/utf8.h"
#include "gaptv/data/csv/field.h"
#include "gaptv/data/csv/message.h"
#include "gaptv/data/csv/number.h"
#include "gaptv/data/csv/row_walk.h"
#include "gaptv/data/csv/title_lines.h"
#include "gaptv/data/text_parts.h"
#include "gaptv/data/written_number.h"

namespace gaptv::csv {

namespace {

// Returns the names of the columns that have to be there, but for positions ("#1"), which every header has.
std::vector<std::string> wanted_names(const CsvOptions& options) {
  std::vector<std::string> names = options.features;
  for (const std::string& name : {options.outcome, options.weight, options.exposure}) {
    if (!name.empty()) names.push_back(name);
  }
  std::erase_if(names, [](const std::string& name) { return name.starts_with('#'); });
  return names;
}

bool has_all(const Header& header, const std::vector<std::string>& names) {
  return std::ranges::all_of(names, [&header](const std::string& name) {
    return std::ranges::find(header.names, trim(name, header.delimiter)) != header.names.end() ||
           std::ranges::find(header.names, name) != header.names.end();
  });
}

// The delimiter in a line such as "sep=;", which spreadsheets understand; 0 in any other.
char find_named_delimiter(std::string_view line) {
  if (line.starts_with('"') && line.ends_with('"') && line.size() > 1) line = line.substr(1, line.size() - 2);
  return line.size() == 5 && equals_ignoring_case(line.substr(0, 4), "sep=") ? line[4] : '\0';
}

}  // namespace

Table::Table(Source& source, const CsvOptions& options, const Limits& limits, std::span<const NumberStyle> styles)
    : source_(source), reader_(source_, limits), progress_(options.progress) {
  find_header(options);
  layout_.delimiter = header_.delimiter;
  layout_.column_of_field.assign(header_.names.size(), Layout::unused);
  layout_.may_change_encoding = options.encoding == TextEncoding::automatic && source.kind() == ByteKind::utf_8;
  layout_.missing_texts = options.missing_texts;
  for (const std::string& text : options.missing_texts) {
    const Number number = read_number(text);
    if (number.kind == Number::Kind::finite) layout_.missing_numbers.push_back(number.value);
  }
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
  set_styles(styles);
  if (styles.empty() && options.decimal == '\0' && header_.delimiter != ',') find_doubtful_points();
}

void Table::find_doubtful_points() {
  constexpr std::size_t rows_looked_at = 100;
  enum class Points { none, doubtful, certain };
  std::vector<Points> points(layout_.columns.size(), Points::none);
  walk_rows(reader_.peek({&header_.delimiter, 1}), header_.delimiter, [&](const WalkedRow& row) {
    for (std::size_t field = 0; field < std::min(row.fields.size(), header_.names.size()); ++field) {
      const int column = layout_.column_of_field[field];
      if (column == Layout::unused || row.fields[field].find('.') == std::string_view::npos) continue;
      const std::optional<WrittenNumber> number = read_written_number(row.fields[field]);
      if (!number) continue;
      Points& known = points[static_cast<std::size_t>(column)];
      if (known != Points::certain) known = number->by_comma ? Points::doubtful : Points::certain;
    }
    return row.row + 1 < rows_looked_at;
  });
  for (std::size_t column = 0; column < points.size(); ++column) {
    const bool is_label = layout_.columns[column].kind == UsedColumn::Kind::label;
    if (points[column] == Points::doubtful && !is_label) doubtful_.push_back(column);
  }
}

void Table::find_header(const CsvOptions& options) {
  std::string candidates = delimiter_candidates(options.delimiter);
  std::string text = reader_.read_header(candidates);
  if (const char named = find_named_delimiter(text); named != '\0') {
    if (options.delimiter == '\0') candidates = delimiter_candidates(named);
    text = reader_.read_header(candidates);
  }
  const std::vector<std::string> names = wanted_names(options);
  const auto is_header = [&names](const Header& header) { return has_all(header, names); };
  std::string_view looked_at = text;
  if (!is_header_line(text, candidates, is_header)) {
    looked_at = reader_.peek(candidates);
    if (const std::optional<TitleLines> title = find_title_lines(text, looked_at, candidates, is_header)) {
      for (std::size_t line = 0; line < title->lines; ++line) text = reader_.read_header(candidates);
      looked_at = text;
      notes_.push_back("the header is in line " + std::to_string(reader_.header_lines()) +
                       "; what stands above it is skipped: " + quote_for_message(title->first) +
                       (title->lines > 1 ? " and more" : ""));
    } else {
      looked_at = looked_at.substr(0, looked_at.rfind('\n') + 1);
    }
  }
  const bool may_change_encoding = options.encoding == TextEncoding::automatic && source_.kind() == ByteKind::utf_8;
  if (may_change_encoding && (!is_utf8(text) || !is_utf8(looked_at))) {
    throw NeedsSecondLook{RowError::Cause::encoding, source_.name() + ", header: " + quote_for_message(text) +
                                                         " is not UTF-8 text; " + std::string(utf8_remedy)};
  }
  header_ = parse_header(source_.name(), std::move(text), candidates);
}

void Table::set_styles(std::span<const NumberStyle> styles) {
  for (std::size_t column = 0; column < styles.size(); ++column) {
    layout_.columns[column].decimal = styles[column].decimal;
    layout_.columns[column].is_looked_at = true;
  }
}

void Table::read_labels(const CsvOptions& options) {
  UsedColumn& column = layout_.columns[*outcome_];
  if (options.outcome_kind != OutcomeKind::label) {
    const LabelQuestion question = {.field = find_column(source_.name(), header_, options.outcome),
                                    .delimiter = header_.delimiter,
                                    .kind = options.outcome_kind,
                                    .missing_texts = options.missing_texts};
    const std::optional<std::string> first = find_first_label(reader_.peek({&header_.delimiter, 1}), question);
    if (!first) return;
    column.first_label = *first;
  }
  column.kind = UsedColumn::Kind::label;
  column.known_labels = options.classes;
  column.label_kind = options.outcome_kind;
}

std::string Table::describe_error(const Place& place, const std::string& message) const {
  return source_.name() + ", row " + std::to_string(place.row + 1) + " (line " + std::to_string(place.line + 1) + ")" +
         message;
}

void Table::refuse(const Place& place, const std::string& message) const {
  throw InvalidInput(describe_error(place, message));
}

void Table::refuse_size(std::size_t bytes, const MemoryForRows& memory) const {
  throw InvalidInput(describe_too_many(source_.name(), bytes, memory));
}

std::optional<TextBlock> Table::next(TextBlock recycled) {
  if (progress_ != nullptr) progress_->check();
  std::optional<TextBlock> block = reader_.next(std::move(recycled), header_.delimiter);
  if (progress_ != nullptr && source_.fraction_done() > 0) progress_->advance(source_.fraction_done());
  return block;
}

void Table::count_rows(const ParsedBlock& block) {
  if (block.error) {
    const Place place_in_file = add_places(place(), block.error->place);
    if (block.error->cause == RowError::Cause::refusal) refuse(place_in_file, block.error->message);
    throw NeedsSecondLook{block.error->cause, describe_error(place_in_file, block.error->message)};
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
  if (const std::optional<RefusedLabel> refused = find_refused_label(labels, column.label_kind, column.first_label)) {
    refuse(refused->place, ", column " + quote_for_message(column.name) + ": " + refused->message);
  }
}

std::vector<std::size_t> Table::column_of_role() const {
  std::vector<std::size_t> columns = features_;
  for (const std::optional<std::size_t>& column : {outcome_, weight_, exposure_}) {
    if (column) columns.push_back(*column);
  }
  return columns;
}

Dataset Table::describe() const {
  Dataset data;
  for (const std::size_t column : features_) data.feature_names.push_back(layout_.columns[column].name);
  if (outcome_) data.outcome_name = layout_.columns[*outcome_].name;
  if (weight_) data.weight_name = layout_.columns[*weight_].name;
  if (exposure_) data.exposure_name = layout_.columns[*exposure_].name;
  data.notes = notes_;
  data.dropped_rows = dropped_rows_;
  return data;
}

Dataset Table::make_dataset(std::vector<std::vector<double>> columns, const std::vector<std::string>& labels) const {
  std::vector<std::size_t> uses(columns.size(), 0);
  for (const std::size_t column : column_of_role()) ++uses[column];
  // Only a column with several roles is copied.
  const auto take = [&](std::size_t column) {
    return --uses[column] == 0 ? std::move(columns[column]) : columns[column];
  };
  Dataset data = describe();
  for (const std::size_t column : features_) data.features.push_back(take(column));
  if (outcome_) data.outcome = take(*outcome_);
  if (weight_) data.weight = take(*weight_);
  if (exposure_) data.exposure = take(*exposure_);
  if (!has_labels()) return data;
  std::vector<std::size_t> counts;
  count_labels(data.outcome, counts);
  NamedLabels named = name_labels(labels, counts);
  for (double& number : data.outcome) number = named.number[static_cast<std::size_t>(number)];
  data.classes = std::move(named.labels);
  data.notes.insert(data.notes.end(), named.notes.begin(), named.notes.end());
  return data;
}

StoredRows Table::describe_stored(const std::vector<std::string>& labels,
                                  const std::vector<std::size_t>& rows_of_label) const {
  StoredRows stored;
  stored.data = describe();
  stored.column_of_role = column_of_role();
  if (!has_labels()) return stored;
  NamedLabels named = name_labels(labels, rows_of_label);
  stored.outcome_of_label = std::move(named.number);
  stored.data.classes = std::move(named.labels);
  stored.data.notes.insert(stored.data.notes.end(), named.notes.begin(), named.notes.end());
  return stored;
}

NamedLabels Table::name_labels(const std::vector<std::string>& met, const std::vector<std::size_t>& counts) const {
  const UsedColumn& column = layout_.columns[*outcome_];
  // Given classes keep their order, which a model may have stored.
  if (!column.known_labels.empty()) return name_known_labels(column.known_labels, met);
  return csv::name_labels(met, counts, column.label_kind, column.name);
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
