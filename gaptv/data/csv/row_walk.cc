// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/row_walk.h"

#include <algorithm>

#include "gaptv/data/csv/field.h"

namespace gaptv::csv {
namespace {

// Moves behind the field at p and returns its text; false when its quotes are wrong.
bool read_field(const char*& p, const char* end, char delimiter, WalkedText& walked, std::string_view& text) {
  while (p < end && is_blank(*p, delimiter)) ++p;
  if (p < end && *p == '"') {
    const QuotedField quoted = scan_quoted(p, end, delimiter);
    if (quoted.problem != QuotedField::Problem::none) return false;
    text = quoted.content;
    p = quoted.end;
    if (p < end && *p == '\r') ++p;
    walked.lines += quoted.line_breaks;
  } else {
    const char* const start = p;
    while (p < end && *p != delimiter && *p != '\n') ++p;
    text = {start, static_cast<std::size_t>(p - start)};
    if (text.ends_with('\r')) text.remove_suffix(1);
  }
  text = trim(text, delimiter);
  return true;
}

}  // namespace

WalkedText walk_rows(std::string_view rows, char delimiter, const std::function<bool(const WalkedRow&)>& visit) {
  WalkedText walked;
  WalkedRow row;
  const char* p = rows.data();
  const char* const end = p + rows.size();
  while (p < end) {
    row.row = walked.rows;
    row.line = walked.lines;
    row.fields.clear();
    bool is_last = false;
    while (!is_last) {
      std::string_view text;
      if (!read_field(p, end, delimiter, walked, text)) return {walked.rows, walked.lines, false};
      row.fields.push_back(text);
      is_last = p == end || *p == '\n';
      if (p < end) ++p;
    }
    ++walked.lines;
    if (std::ranges::all_of(row.fields, [](std::string_view field) { return field.empty(); })) continue;
    ++walked.rows;
    if (!visit(row)) return {walked.rows, walked.lines, false};
  }
  return walked;
}

}  // namespace gaptv::csv
