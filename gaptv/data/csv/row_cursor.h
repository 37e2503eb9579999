// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "gaptv/data/csv/blocks.h"
#include "gaptv/data/csv/field.h"
#include "gaptv/data/csv/message.h"
#include "gaptv/data/csv/rows.h"

// Steps from field to field of a block. All of this is inline, because a file has millions of fields.
namespace gaptv::csv {

// Returns the end of an unquoted field: the next delimiter or '\n'. There always is one, see TextBlock.
inline const char* find_field_end(const char* p, char delimiter) {
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

// Stands at a field of a row, and knows which row that is. Functions that refuse throw RowError.
class RowCursor {
 protected:
  RowCursor(const TextBlock& block, const Layout& layout)
      : layout_(layout), is_cut_(block.is_cut), p_(block.buffer.data()), end_(p_ + block.size) {
    result_.bytes = block.size;
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

  // Goes through the row at hand from its start and returns how many fields it has. The cursor stands behind it then.
  std::size_t count_fields() {
    p_ = row_start_;
    result_.lines = row_line_;
    for (std::size_t fields = 1;; ++fields) {
      skip_field();
      if (*p_ != layout_.delimiter) return fields;
      ++p_;
    }
  }

  [[noreturn]] void refuse_row(std::size_t line, std::string message) const {
    throw RowError{{result_.rows + result_.dropped_rows, line}, std::move(message)};
  }

  const Layout& layout_;
  bool is_cut_;
  const char* p_;
  const char* end_;
  const char* row_start_ = nullptr;
  std::size_t row_line_ = 0;
  ParsedBlock result_;
};

}  // namespace gaptv::csv
