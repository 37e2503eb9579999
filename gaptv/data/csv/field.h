// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gaptv::csv {

// Blanks around a field do not belong to it: they may stand before an opening quote, after a closing one and around a
// number. A tab is a blank unless it is the delimiter.
inline bool is_blank(char c, char delimiter) {
  return (c == ' ' || c == '\t') && c != delimiter;
}

std::string_view trim(std::string_view text, char delimiter);

// Describes a quoted field. A quote opens a field only at its start; anywhere else in an unquoted field it is an
// ordinary character, so that `6" pipe` in a column nobody asked for does no harm.
struct QuotedField {
  enum class Problem { none, unclosed, text_after };

  std::string_view content;  // between the quotes, "" still doubled
  const char* end =
      nullptr;  // where the field ends: a delimiter, the '\n' (or the '\r' before it), or the end of the text
  std::size_t line_breaks = 0;
  Problem problem = Problem::none;
};

// Scans the field whose opening quote is at "quote" in a text that ends at "end".
QuotedField scan_quoted(const char* quote, const char* end, char delimiter);

// Returns the content with "" as a single quote.
std::string unescape(std::string_view content);

}  // namespace gaptv::csv
