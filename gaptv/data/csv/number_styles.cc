// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/number_styles.h"

#include <algorithm>
#include <optional>

#include "gaptv/base/number_text.h"
#include "gaptv/data/csv/message.h"
#include "gaptv/data/csv/number.h"
#include "gaptv/data/csv/row_walk.h"
#include "gaptv/data/written_number.h"

namespace gaptv::csv {
namespace {

std::string show_row(const Place& place) {
  return "row " + std::to_string(place.row + 1);
}

}  // namespace

NumberStyleScan::NumberStyleScan(const Layout& layout, char decimal)
    : layout_(layout), decimal_(decimal), evidence_(layout.columns.size()) {}

bool NumberStyleScan::look_at(std::string_view rows, Place& start) {
  const WalkedText walked = walk_rows(rows, layout_.delimiter, [&](const WalkedRow& row) {
    if (row.fields.size() != layout_.column_of_field.size()) return false;
    for (std::size_t field = 0; field < row.fields.size(); ++field) {
      const int column = layout_.column_of_field[field];
      if (column == Layout::unused) continue;
      const auto used = static_cast<std::size_t>(column);
      if (layout_.columns[used].kind == UsedColumn::Kind::label) continue;
      if (is_known(evidence_[used], row.fields[field])) continue;
      add(evidence_[used], {std::string(row.fields[field]), {start.row + row.row, start.line + row.line}});
    }
    return true;
  });
  start.row += walked.rows;
  start.line += walked.lines;
  return walked.is_done;
}

bool NumberStyleScan::is_known(const Evidence& evidence, std::string_view text) {
  if (!evidence.no_percent.is_seen()) return false;
  const std::size_t first = text.starts_with('-') ? 1 : 0;
  const std::size_t mark = std::min(text.find_first_not_of("0123456789", first), text.size());
  if (mark == first) return false;
  if (mark == text.size()) return true;
  const bool is_decimals = text.find_first_not_of("0123456789", mark + 1) == std::string_view::npos;
  const std::size_t decimals = text.size() - mark - 1;
  if (!is_decimals || decimals == 0) return false;
  const bool is_comma = text[mark] == ',';
  if (!is_comma && text[mark] != '.') return false;
  const Sight& only = is_comma ? evidence.comma_only : evidence.point_only;
  const Sight& either = is_comma ? evidence.either_with_comma : evidence.either_with_point;
  // Three digits could be thousands.
  return only.is_seen() && (!is_comma || evidence.disguised.is_seen()) && (decimals != 3 || either.is_seen());
}

void NumberStyleScan::add(Evidence& evidence, const Sight& sight) const {
  const std::string_view text = sight.text;
  const Number plain = read_number(text);
  if (plain.kind != Number::Kind::finite && plain.kind != Number::Kind::text) return;
  if (std::ranges::find(layout_.missing_texts, text) != layout_.missing_texts.end()) return;
  const std::optional<WrittenNumber> number = read_written_number(text);
  if (!number) return;
  const auto see = [&sight](Sight& first) {
    if (!first.is_seen()) first = sight;
  };
  if (plain.kind != Number::Kind::finite) see(evidence.disguised);
  if (number->has_thousands) see(evidence.thousands);
  if (!number->by_comma) see(evidence.point_only);
  if (!number->by_point) see(evidence.comma_only);
  if (number->by_point && number->by_comma && *number->by_point != *number->by_comma) {
    see(text.find(',') != std::string_view::npos ? evidence.either_with_comma : evidence.either_with_point);
  }
  const bool is_zero = number->by_point.value_or(number->by_comma.value_or(0)) == 0;
  if (number->percent.empty()) {
    if (!is_zero) see(evidence.no_percent);  // 0 is the same with and without
  } else {
    if (!evidence.percent.is_seen()) evidence.percent_sign = number->percent;
    see(number->percent == evidence.percent_sign ? evidence.percent : evidence.other_percent);
  }
  if (!number->currency.empty()) {
    if (!evidence.currency.is_seen()) evidence.currency_sign = number->currency;
    see(number->currency == evidence.currency_sign ? evidence.currency : evidence.other_currency);
  }
}

std::vector<NumberStyle> NumberStyleScan::decide() const {
  std::vector<NumberStyle> styles;
  for (std::size_t column = 0; column < evidence_.size(); ++column) {
    check_signs(column);
    const char decimal = decide_decimal(column);
    const bool has_points = evidence_[column].either_with_point.is_seen();
    styles.push_back({decimal, decimal == '.' || !has_points, describe(column, decimal)});
  }
  return styles;
}

void NumberStyleScan::check_signs(std::size_t column) const {
  const Evidence& evidence = evidence_[column];
  const auto refuse_later = [&](const Sight& a, const Sight& b, const std::string& problem) {
    const bool is_a_later = a.place.row > b.place.row;
    const Sight& later = is_a_later ? a : b;
    const Sight& earlier = is_a_later ? b : a;
    refuse(column, later,
           "is not written like " + quote_for_message(earlier.text) + " in " + show_row(earlier.place) + ": " +
               problem + "; write all numbers of a column alike");
  };
  if (evidence.percent.is_seen() && evidence.no_percent.is_seen()) {
    refuse_later(evidence.percent, evidence.no_percent, "one of them has a percent sign");
  }
  if (evidence.other_percent.is_seen()) {
    refuse_later(evidence.percent, evidence.other_percent, "their signs differ");
  }
  if (evidence.other_currency.is_seen()) {
    refuse_later(evidence.currency, evidence.other_currency, "they are in different currencies");
  }
  if (decimal_ == '\0' && evidence.point_only.is_seen() && evidence.comma_only.is_seen()) {
    refuse_later(evidence.point_only, evidence.comma_only, "one has a decimal point, the other a decimal comma");
  }
}

char NumberStyleScan::decide_decimal(std::size_t column) const {
  const Evidence& evidence = evidence_[column];
  if (decimal_ != '\0') {
    const Sight& other = decimal_ == '.' ? evidence.comma_only : evidence.point_only;
    if (other.is_seen()) {
      refuse(column, other,
             std::string("is no number with a decimal ") + (decimal_ == '.' ? "point" : "comma") +
                 ", which `decimal` asks for; leave that out, or correct the value");
    }
    return decimal_;
  }
  if (evidence.comma_only.is_seen()) return ',';
  if (evidence.point_only.is_seen()) return '.';
  const bool has_commas = std::ranges::any_of(evidence_, [](const Evidence& e) { return e.comma_only.is_seen(); });
  const bool has_points = std::ranges::any_of(evidence_, [](const Evidence& e) { return e.point_only.is_seen(); });
  const Sight& with_comma = evidence.either_with_comma;
  const Sight& with_point = evidence.either_with_point;
  if (!with_comma.is_seen() && (!with_point.is_seen() || !has_commas)) return '.';
  if (with_comma.is_seen() && !with_point.is_seen()) {
    if (has_commas && !has_points) return ',';
    if (has_points && !has_commas && layout_.delimiter == ',') return '.';
  }
  const Sight& unclear = with_comma.is_seen() ? with_comma : with_point;
  const WrittenNumber number = read_written_number(unclear.text).value();
  refuse(column, unclear,
         "can mean " + exact_number_text(number.by_point.value()) +
             " (if a point stands before decimals: `decimal=.`) or " + exact_number_text(number.by_comma.value()) +
             " (if a comma does: `decimal=,`), and no value of the column tells; say which");
}

std::string NumberStyleScan::describe(std::size_t column, char decimal) const {
  const Evidence& evidence = evidence_[column];
  const bool has_commas = evidence.comma_only.is_seen() || evidence.either_with_comma.is_seen();
  const bool has_thousands = evidence.thousands.is_seen() ||
                             (decimal == '.' ? evidence.either_with_comma : evidence.either_with_point).is_seen();
  std::string reasons;
  const auto add_reason = [&reasons](const std::string& reason) { reasons += (reasons.empty() ? "" : ", ") + reason; };
  if (decimal == ',' && has_commas) add_reason("with a decimal comma");
  if (has_thousands) add_reason("with separators between thousands");
  if (evidence.percent.is_seen()) add_reason("in percent, whose sign is left out");
  if (evidence.currency.is_seen()) add_reason("in " + evidence.currency_sign + ", which is left out");
  const bool is_point_read_otherwise = decimal == ',' && evidence.either_with_point.is_seen();
  if (!evidence.disguised.is_seen() && !is_point_read_otherwise) return {};
  const Sight& example = evidence.disguised.is_seen() ? evidence.disguised : evidence.either_with_point;
  const std::optional<double> value = value_by(read_written_number(example.text).value(), decimal);
  return "column " + quote_for_message(layout_.columns[column].name) + ": " + quote_for_message(example.text) +
         " is read as " + exact_number_text(value.value()) +
         (reasons.empty() ? "" : ": the column is written " + reasons);
}

void NumberStyleScan::refuse(std::size_t column, const Sight& sight, const std::string& problem) const {
  throw RowError{sight.place, ", column " + quote_for_message(layout_.columns[column].name) + ": " +
                                  quote_for_message(sight.text) + " " + problem};
}

}  // namespace gaptv::csv
