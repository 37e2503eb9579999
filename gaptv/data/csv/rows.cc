// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "gaptv/base/utf8.h"
#include "gaptv/data/csv/decimal.h"
#include "gaptv/data/csv/from_chars.h"
#include "gaptv/data/csv/message.h"
#include "gaptv/data/csv/number.h"
#include "gaptv/data/csv/row_cursor.h"
#include "gaptv/data/written_number.h"

namespace gaptv::csv {
namespace {

// What to do with a field: all that a row needs to know about it, side by side.
struct Target {
  int column = Layout::unused;
  UsedColumn::Kind kind = UsedColumn::Kind::number;
  bool is_plain = false;      // its plain numbers mean what they say
  char terminator = '\n';     // what follows the field
  double* numbers = nullptr;  // of the column, if it is used
};

// Reads digits with one decimal comma, as most numbers of a column with decimal commas are; false for all others.
bool read_comma_number(std::string_view text, double& value) {
  std::array<char, 40> plain{};
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos || comma == 0 || comma + 1 >= text.size() || text.size() > plain.size())
    return false;
  const std::size_t first = text.front() == '-' ? 1 : 0;
  for (std::size_t i = first; i < text.size(); ++i) {
    if (i != comma && (text[i] < '0' || text[i] > '9')) return false;
  }
  std::ranges::copy(text, plain.begin());
  plain[comma] = '.';
  const auto number = from_chars(plain.data(), plain.data() + text.size(), value);
  return number.ec == std::errc() && number.ptr == plain.data() + text.size();
}

class RowParser : private RowCursor {
 public:
  RowParser(const TextBlock& block, const Layout& layout, std::vector<std::vector<double>> columns)
      : RowCursor(block, layout) {
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
      if (!layout_.keep_text) find_kept_total();
    } catch (RowError& error) {
      result_.error = std::move(error);
    } catch (TotalRow& row) {
      result_.total_row = std::move(row);
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
    const char* const previous_start = std::exchange(row_start_, p_);
    const std::size_t previous_line = std::exchange(row_line_, result_.lines);
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
    if (std::exchange(is_empty_row_, false)) {
      row_start_ = previous_start;
      row_line_ = previous_line;
      return;
    }
    is_last_row_kept_ = !is_missing;
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
      const UsedColumn& used = layout_.columns[static_cast<std::size_t>(column)];
      target.kind = used.kind;
      target.is_plain = used.kind != UsedColumn::Kind::label && used.decimal == '.' && layout_.missing_numbers.empty();
    }
    targets_.back().terminator = '\n';
  }

  // Stores the number at p and returns where the next field starts; null when the field wants a closer look.
  const char* parse_plain_field(const char* p, const Target& target) const {
    if (!target.is_plain) return nullptr;
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
    const bool is_plain = number.ec == std::errc() && is_whole && layout_.columns[column].decimal == '.';
    if (is_plain && std::abs(value) <= std::numeric_limits<double>::max() && !is_missing_number(value)) {
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

  // Stores the number of the label at p_ and moves behind it; false when it is missing and may be.
  bool parse_label(std::size_t column) {
    std::string unescaped;
    const std::string_view text = read_text(unescaped);
    if (read_number(text).kind == Number::Kind::missing || is_missing_text(text)) {
      return leave_out(column, text, Number::Kind::missing);
    }
    if (!result_.labels.find(text)) add_label(column, text);
    result_.columns[column][result_.rows] = static_cast<double>(*result_.labels.find(text));
    return true;
  }

  // A label that is new in this block.
  void add_label(std::size_t column, std::string_view text) {
    const UsedColumn& used = layout_.columns[column];
    if (!is_utf8(text)) refuse_bytes(column, text);
    if (!used.known_labels.empty() && !find_case_variant(used.known_labels, text)) {
      std::string known;
      for (const std::string& label : used.known_labels)
        known += (known.empty() ? "" : ", ") + quote_for_message(label);
      refuse(column,
             quote_for_message(text) + " is none of the labels " + known + "; correct it, or leave out such rows");
    }
    result_.labels.add(text, {result_.rows + result_.dropped_rows, row_line_});
    if (!used.known_labels.empty()) return;
    if (const std::optional<std::string> problem = find_refusal_of_label(text, used.label_kind, used.first_label)) {
      refuse(column, *problem);
    }
    if (result_.labels.labels().size() <= most_labels) return;
    if (const std::optional<RefusedLabel> refused =
            find_refused_label(result_.labels, used.label_kind, used.first_label)) {
      throw RowError{refused->place, ", column " + quote_for_message(used.name) + ": " + refused->message};
    }
    refuse(column, "there are more than " + std::to_string(most_labels) +
                       " different texts, too many for labels; name another column as the outcome");
  }

  // Blanks, quotes, a plus sign, words, numbers in disguise: everything that is not a plain number and nothing else.
  bool parse_unusual_field(std::size_t column, double& value) {
    std::string unescaped;
    const std::string_view text = read_text(unescaped);
    const UsedColumn& used = layout_.columns[column];
    if (used.decimal == ',' && read_comma_number(text, value) && !is_missing_number(value) && !is_missing_text(text)) {
      return true;
    }
    Number number = read_number(text);
    const bool is_number = number.kind == Number::Kind::finite;
    if (used.is_looked_at && (is_number || number.kind == Number::Kind::text)) {
      const std::optional<WrittenNumber> written = read_written_number(text);
      const std::optional<double> meant = written ? value_by(*written, used.decimal) : std::nullopt;
      if (meant) number = {Number::Kind::finite, *meant};
      if (!meant && used.decimal != '.') number.kind = is_number ? Number::Kind::text : number.kind;
    }
    if (is_missing_text(text) || (number.kind == Number::Kind::finite && is_missing_number(number.value))) {
      number.kind = Number::Kind::missing;
    }
    value = number.value;
    if (number.kind == Number::Kind::finite) return true;
    if (number.kind != Number::Kind::text) return leave_out(column, text, number.kind);
    if (!is_utf8(text)) refuse_bytes(column, text);
    if (!used.is_looked_at && read_written_number(text)) {
      refuse(column, describe_bad_number(text, number.kind, {}), RowError::Cause::number_style);
    }
    refuse(column, describe_bad_number(text, number.kind, {}));
  }

  bool is_missing_text(std::string_view text) const {
    return std::ranges::find(layout_.missing_texts, text) != layout_.missing_texts.end();
  }

  bool is_missing_number(double value) const {
    return std::ranges::find(layout_.missing_numbers, value) != layout_.missing_numbers.end();
  }

  // Leaves out a row for a missing or infinite value (returns false), unless it has to be refused. A row of nothing but
  // delimiters, as spreadsheets write empty lines, is a blank line.
  bool leave_out(std::size_t column, std::string_view text, Number::Kind kind) {
    const char* const line_end = std::find(row_start_, end_, '\n');
    is_empty_row_ = text.empty() && std::all_of(row_start_, line_end, [this](char c) {
                      return c == layout_.delimiter || c == ' ' || c == '\t' || c == '\r' || c == '"';
                    });
    if (is_empty_row_) return false;
    if (layout_.missing == MissingRule::error) {
      refuse(column, describe_bad_number(text, kind, layout_.missing_remedy));
    }
    count_missing_text(result_.missing_texts, text);
    return false;
  }

  void keep_text() {
    const char* last = p_ - 1;
    if (last > row_start_ && last[-1] == '\r') --last;
    result_.text.emplace_back(row_start_, static_cast<std::size_t>(last - row_start_));
  }

  // A wrong number of fields shifts the values, and is then the better explanation of a bad value.
  [[noreturn]] void refuse(std::size_t column, const std::string& message,
                           RowError::Cause cause = RowError::Cause::refusal) {
    if (count_fields() != layout_.column_of_field.size()) refuse_field_count();
    std::string full_message = ", column " + quote_for_message(layout_.columns[column].name) + ": " + message;
    if (cause == RowError::Cause::refusal) leave_if_total(full_message);
    throw RowError{{result_.rows + result_.dropped_rows, row_line_}, std::move(full_message), cause};
  }

  [[noreturn]] void refuse_bytes(std::size_t column, std::string_view text) {
    refuse(column, quote_for_message(text) + " is not UTF-8 text; " + std::string(utf8_remedy),
           layout_.may_change_encoding ? RowError::Cause::encoding : RowError::Cause::refusal);
  }

  [[noreturn]] void refuse_field_count() {
    const std::size_t fields = count_fields();
    const std::size_t expected = layout_.column_of_field.size();
    const bool may_be_decimals = layout_.delimiter == ',' && fields == 2 * expected;
    std::string message =
        ": it has " + std::to_string(fields) + (fields == 1 ? " field" : " fields") + " where the header has " +
        std::to_string(expected) + "; " +
        (fields <= expected ? "complete or remove the row"
         : may_be_decimals  ? "decimal commas need another delimiter, such as a semicolon, or quotes (\")"
                            : "put quotes (\") around a field that holds the delimiter");
    leave_if_total(message);
    refuse_row(row_line_, std::move(message));
  }

  // A row that cannot be read may hold totals: it is left out if it is the last one, and told for what it is if not.
  void leave_if_total(std::string& message) {
    const TotalRow row = find_total();
    if (row.text.empty()) return;
    count_fields();
    const std::string_view rest(p_, static_cast<std::size_t>(end_ - p_));
    const std::string blanks = {' ', '\t', '\r', '\n', layout_.delimiter};
    message += "; " + quote_for_message(row.text) + " seems to say that the row holds totals: remove such rows";
    if (layout_.keep_text || rest.find_first_not_of(blanks) != std::string_view::npos) return;
    throw TotalRow{row.place, row.text, row.field, false, std::move(message)};
  }

  // The first field of the row that says total, and nothing if none does.
  TotalRow find_total() {
    p_ = row_start_;
    result_.lines = row_line_;
    std::string unescaped;
    for (std::size_t field = 0;; ++field) {
      const std::string_view text = read_text(unescaped);
      if (is_total_word(text)) return {{result_.rows + result_.dropped_rows, row_line_}, std::string(text), field};
      if (*p_ != layout_.delimiter) return {};
      ++p_;
    }
  }

  // A last row that could be read, but has a name or a label that says total.
  void find_kept_total() {
    if (!is_last_row_kept_) return;
    const char* const end = p_;
    const std::size_t lines = result_.lines;
    TotalRow row = find_total();
    p_ = end;
    result_.lines = lines;
    if (row.text.empty()) return;
    const int column = layout_.column_of_field[row.field];
    const bool is_label =
        column != Layout::unused && layout_.columns[static_cast<std::size_t>(column)].kind == UsedColumn::Kind::label;
    if (row.field > 0 && !is_label) return;
    --row.place.row;
    row.is_kept = true;
    result_.total_row = std::move(row);
  }

  [[noreturn]] void refuse_long_row() {
    count_fields();  // explains the length better when a quote is the cause
    refuse_row(row_line_, ": the row is longer than a row can be (64 MB); check its line ends");
  }

  bool is_last_row_kept_ = false;
  bool is_empty_row_ = false;    // the row at hand holds nothing but delimiters
  std::size_t room_ = 0;         // rows that the columns can take
  std::vector<Target> targets_;  // one per field
};

}  // namespace

void count_missing_text(std::vector<MissingText>& counts, std::string_view text, std::size_t count) {
  constexpr std::size_t most_told_apart = 12;
  const auto found = std::ranges::find(counts, text, &MissingText::text);
  if (found != counts.end()) {
    found->count += count;
  } else if (counts.size() < most_told_apart) {
    counts.push_back({std::string(text), count});
  }
}

ParsedBlock parse_rows(const TextBlock& block, const Layout& layout, ParsedBlock recycled) {
  return RowParser(block, layout, std::move(recycled.columns)).parse();
}

}  // namespace gaptv::csv
