// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/rows.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include "gaptv/base/utf8.h"
#include "gaptv/data/csv/decimal.h"
#include "gaptv/data/csv/field.h"
#include "gaptv/data/csv/from_chars.h"
#include "gaptv/data/csv/message.h"
#include "gaptv/data/csv/number.h"

namespace gaptv::csv {
namespace {

// The end of an unquoted field: the next delimiter or '\n'. There always is one, see TextBlock.
const char* find_field_end(const char* p, char delimiter) {
  constexpr std::uint64_t ones = 0x0101010101010101U;
  constexpr std::uint64_t high_bits = 0x8080808080808080U;
  const std::uint64_t delimiters = ones * static_cast<unsigned char>(delimiter);
  const std::uint64_t line_breaks = ones * static_cast<unsigned char>('\n');
  while (true) {
    std::uint64_t word = 0;
    std::memcpy(&word, p, sizeof word);
    const std::uint64_t a = word ^ delimiters;
    const std::uint64_t b = word ^ line_breaks;
    // Has a or b a zero byte? Eight bytes at a time, on any machine.
    if (((((a - ones) & ~a) | ((b - ones) & ~b)) & high_bits) != 0) break;
    p += sizeof word;
  }
  while (*p != delimiter && *p != '\n') ++p;
  return p;
}

// What to do with a field: all that a row needs to know about it, side by side.
struct Target {
  int column = Layout::unused;
  UsedColumn::Kind kind = UsedColumn::Kind::number;
  char terminator = '\n';     // what follows the field
  double* numbers = nullptr;  // of the column, if it is used
};

class RowParser {
 public:
  RowParser(const TextBlock& block, const Layout& layout, std::vector<std::vector<double>> columns)
      : layout_(layout), is_cut_(block.is_cut), p_(block.buffer.data()), end_(p_ + block.size) {
    result_.bytes = block.size;
    result_.columns = std::move(columns);
    result_.columns.resize(layout.columns.size());
    for (const UsedColumn& column : layout.columns) {
      if (column.kind == UsedColumn::Kind::label) result_.labels = LabelSet(column.known_labels);
    }
    if (!result_.columns.empty()) room_ = result_.columns.front().size();
    find_targets();
  }

  ParsedBlock parse() {
    try {
      while (p_ < end_) {
        if (is_cut_ || !skip_blank_line()) parse_row();
      }
    } catch (RowError& error) {
      result_.error = std::move(error);
    }
    return std::move(result_);
  }

 private:
  bool skip_blank_line() {
    const char* p = p_;
    if (static_cast<unsigned char>(*p) > ' ') return false;  // almost every row, with one comparison
    while (is_blank(*p, layout_.delimiter)) ++p;
    if (*p == '\r') ++p;
    if (*p != '\n') return false;
    p_ = p + 1;
    ++result_.lines;
    return true;
  }

  void parse_row() {
    row_start_ = p_;
    row_line_ = result_.lines;
    if (result_.rows == room_) make_room();
    if (is_cut_) refuse_long_row();
    bool is_missing = false;
    const char* p = p_;  // in a register, where p_ cannot stay
    for (const Target& target : targets_) {
      const char* const next = parse_plain_field(p, target);
      p = next != nullptr ? next : parse_any_field(p, target, is_missing);
    }
    p_ = p;
    ++result_.lines;
    if (is_missing) {
      ++result_.dropped_rows;
      return;
    }
    ++result_.rows;
    if (layout_.keep_text) keep_text();
  }

  void make_room() {
    room_ = std::max<std::size_t>(2 * room_, 1024);
    for (std::vector<double>& column : result_.columns) column.resize(room_);
    find_targets();
  }

  void find_targets() {
    targets_.clear();
    for (const int column : layout_.column_of_field) {
      Target& target = targets_.emplace_back(Target{.column = column, .terminator = layout_.delimiter});
      if (column == Layout::unused) continue;
      target.numbers = result_.columns[static_cast<std::size_t>(column)].data();
      target.kind = layout_.columns[static_cast<std::size_t>(column)].kind;
    }
    targets_.back().terminator = '\n';
  }

  // Stores the number at p and returns where the next field starts; null when the field wants a closer look.
  const char* parse_plain_field(const char* p, const Target& target) const {
    if (target.column == Layout::unused || target.kind == UsedColumn::Kind::label) return nullptr;
    double value = 0;
    const char* end = read_decimal(p, value);
    if (end == nullptr) return nullptr;
    if (*end == '\r' && end[1] == '\n') ++end;
    if (*end != target.terminator || (target.kind != UsedColumn::Kind::number && !(value > 0))) return nullptr;
    target.numbers[result_.rows] = value;
    return end + 1;
  }

  // The same for any field. Throws RowError.
  const char* parse_any_field(const char* p, const Target& target, bool& is_missing) {
    p_ = p;
    if (target.column == Layout::unused) {
      skip_field();
    } else if (target.kind == UsedColumn::Kind::label) {
      is_missing |= !parse_label(static_cast<std::size_t>(target.column));
    } else if (!parse_field(static_cast<std::size_t>(target.column))) {
      is_missing = true;
    }
    if (*p_ == '\r' && p_[1] == '\n') ++p_;
    if (*p_ != target.terminator) refuse_field_count();
    return p_ + 1;
  }

  // Stores the number at p_ and moves behind it; false when it is missing and may be.
  bool parse_field(std::size_t column) {
    double value = 0;
    const auto number = from_chars(p_, end_, value);
    const char next = *number.ptr;
    const bool is_whole = next == layout_.delimiter || next == '\n' || (next == '\r' && number.ptr[1] == '\n');
    if (number.ec == std::errc() && is_whole && std::abs(value) <= std::numeric_limits<double>::max()) {
      p_ = number.ptr;
    } else if (!parse_unusual_field(column, value)) {
      return false;
    }
    check_positive(column, value);
    result_.columns[column][result_.rows] = value;
    return true;
  }

  void check_positive(std::size_t column, double value) {
    const UsedColumn::Kind kind = layout_.columns[column].kind;
    if (value > 0 || kind == UsedColumn::Kind::number) return;
    refuse(column, kind == UsedColumn::Kind::weight ? "the weight is not positive; leave out rows that should not count"
                                                    : "the exposure is not positive; leave out rows without exposure");
  }

  // Moves behind the field at p_ and returns its text without quotes and the blanks around it. Text that is not in the
  // block goes to "unescaped".
  std::string_view read_text(std::string& unescaped) {
    const char* start = p_;
    while (is_blank(*start, layout_.delimiter)) ++start;
    std::string_view text;
    if (*start == '"') {
      unescaped = unescape(skip_quoted(start));
      text = unescaped;
    } else {
      p_ = find_field_end(start, layout_.delimiter);
      if (*p_ == '\n' && p_ > start && p_[-1] == '\r') --p_;
      text = {start, static_cast<std::size_t>(p_ - start)};
    }
    return trim(text, layout_.delimiter);
  }

  // Stores the number of the label at p_ and moves behind it; false when it is missing and may be.
  bool parse_label(std::size_t column) {
    std::string unescaped;
    const std::string_view text = read_text(unescaped);
    if (read_number(text).kind == Number::Kind::missing) {
      if (layout_.missing == MissingRule::drop) return false;
      refuse(column, describe_bad_number(text, Number::Kind::missing, layout_.missing_remedy));
    }
    if (!result_.labels.find(text)) add_label(column, text);
    result_.columns[column][result_.rows] = static_cast<double>(*result_.labels.find(text));
    return true;
  }

  // A label that is new in this block.
  void add_label(std::size_t column, std::string_view text) {
    const UsedColumn& used = layout_.columns[column];
    if (!used.known_labels.empty()) {
      std::string known;
      for (const std::string& label : used.known_labels)
        known += (known.empty() ? "" : ", ") + quote_for_message(label);
      refuse(column,
             quote_for_message(text) + " is none of the labels " + known + "; correct it, or leave out such rows");
    }
    if (!is_utf8(text)) refuse(column, quote_for_message(text) + " is not UTF-8 text; " + std::string(utf8_remedy));
    result_.labels.add(text, {result_.rows + result_.dropped_rows, row_line_});
    if (const std::optional<std::string> problem = find_refusal_of_label(text, used.label_kind))
      refuse(column, *problem);
    if (result_.labels.labels().size() <= most_labels) return;
    if (const std::optional<RefusedLabel> refused = find_refused_label(result_.labels, used.label_kind)) {
      throw RowError{refused->place, ", column " + quote_for_message(used.name) + ": " + refused->message};
    }
    refuse(column, "there are more than " + std::to_string(most_labels) +
                       " different texts, too many for labels; name another column as the outcome");
  }

  // Blanks, quotes, a plus sign, words: everything that is not a number and nothing else.
  bool parse_unusual_field(std::size_t column, double& value) {
    std::string unescaped;
    const std::string_view text = read_text(unescaped);
    const Number number = read_number(text);
    value = number.value;
    if (number.kind == Number::Kind::finite) return true;
    if (number.kind != Number::Kind::text && layout_.missing == MissingRule::drop) return false;
    refuse(column, describe_bad_number(text, number.kind, layout_.missing_remedy));
  }

  void skip_field() {
    const char* start = p_;
    while (is_blank(*start, layout_.delimiter)) ++start;
    if (*start == '"') {
      skip_quoted(start);
    } else {
      p_ = find_field_end(start, layout_.delimiter);
    }
  }

  std::string_view skip_quoted(const char* quote) {
    const QuotedField field = scan_quoted(quote, end_, layout_.delimiter);
    if (field.problem == QuotedField::Problem::unclosed) {
      refuse_row(result_.lines, std::string(": a quote (\") opens a field here and is ") +
                                    (is_cut_ ? "not closed for very long" : "never closed") +
                                    "; close it, or double a quote that belongs to the text (\"\")");
    }
    if (field.problem == QuotedField::Problem::text_after) {
      refuse_row(result_.lines, ": there is text after the closing quote of " + quote_for_message(field.content) +
                                    "; double a quote that belongs to the text (\"\")");
    }
    result_.lines += field.line_breaks;
    p_ = field.end;
    return field.content;
  }

  void keep_text() {
    const char* last = p_ - 1;
    if (last > row_start_ && last[-1] == '\r') --last;
    result_.text.emplace_back(row_start_, static_cast<std::size_t>(last - row_start_));
  }

  [[noreturn]] void refuse_row(std::size_t line, std::string message) const {
    throw RowError{{result_.rows + result_.dropped_rows, line}, std::move(message)};
  }

  // A wrong number of fields shifts the values, and is then the better explanation of a bad value.
  [[noreturn]] void refuse(std::size_t column, const std::string& message) {
    if (count_fields() != layout_.column_of_field.size()) refuse_field_count();
    refuse_row(row_line_, ", column " + quote_for_message(layout_.columns[column].name) + ": " + message);
  }

  [[noreturn]] void refuse_field_count() {
    const std::size_t fields = count_fields();
    const std::size_t expected = layout_.column_of_field.size();
    refuse_row(row_line_, ": it has " + std::to_string(fields) + (fields == 1 ? " field" : " fields") +
                              " where the header has " + std::to_string(expected) + "; " +
                              (fields > expected ? "put quotes (\") around a field that holds the delimiter"
                                                 : "complete or remove the row"));
  }

  [[noreturn]] void refuse_long_row() {
    count_fields();  // explains the length better when a quote is the cause
    refuse_row(row_line_, ": the row is longer than a row can be (64 MB); check its line ends");
  }

  std::size_t count_fields() {
    p_ = row_start_;
    result_.lines = row_line_;
    for (std::size_t fields = 1;; ++fields) {
      skip_field();
      if (*p_ != layout_.delimiter) return fields;
      ++p_;
    }
  }

  const Layout& layout_;
  bool is_cut_;
  const char* p_;
  const char* end_;
  const char* row_start_ = nullptr;
  std::size_t row_line_ = 0;
  std::size_t room_ = 0;  // rows that the columns can take
  ParsedBlock result_;
  std::vector<Target> targets_;  // one per field
};

}  // namespace

ParsedBlock parse_rows(const TextBlock& block, const Layout& layout, ParsedBlock recycled) {
  return RowParser(block, layout, std::move(recycled.columns)).parse();
}

}  // namespace gaptv::csv
