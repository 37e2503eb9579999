// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/field.h"

#include <algorithm>
#include <cstring>

namespace gaptv::csv {

std::string_view trim(std::string_view text, char delimiter) {
  while (!text.empty() && is_blank(text.front(), delimiter)) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back(), delimiter)) text.remove_suffix(1);
  return text;
}

QuotedField scan_quoted(const char* quote, const char* end, char delimiter) {
  const auto find_quote = [end](const char* from) {
    return static_cast<const char*>(std::memchr(from, '"', static_cast<std::size_t>(end - from)));
  };
  const char* const first = quote + 1;
  const char* close = find_quote(first);
  while (close != nullptr && close + 1 < end && close[1] == '"') close = find_quote(close + 2);
  QuotedField field;
  const char* const last = close != nullptr ? close : end;
  field.content = {first, static_cast<std::size_t>(last - first)};
  field.line_breaks = static_cast<std::size_t>(std::count(first, last, '\n'));
  field.end = last;
  if (close == nullptr) {
    field.problem = QuotedField::Problem::unclosed;
    return field;
  }
  ++field.end;
  while (field.end < end && is_blank(*field.end, delimiter)) ++field.end;
  const bool is_ended = field.end == end || *field.end == delimiter || *field.end == '\n' ||
                        (*field.end == '\r' && (field.end + 1 == end || field.end[1] == '\n'));
  if (!is_ended) field.problem = QuotedField::Problem::text_after;
  return field;
}

std::string unescape(std::string_view content) {
  std::string text;
  text.reserve(content.size());
  for (std::size_t i = 0; i < content.size(); ++i) {
    text += content[i];
    if (content[i] == '"') ++i;
  }
  return text;
}

}  // namespace gaptv::csv
