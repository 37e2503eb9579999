// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/header.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <numeric>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/data/csv/field.h"
#include "gaptv/data/csv/message.h"

namespace gaptv::csv {
namespace {

std::vector<std::string> split(const std::string& file, std::string_view text, char delimiter) {
  std::vector<std::string> names;
  const char* p = text.data();
  const char* const end = p + text.size();
  while (true) {
    const char* start = p;
    while (start < end && is_blank(*start, delimiter)) ++start;
    if (start < end && *start == '"') {
      const QuotedField field = scan_quoted(start, end, delimiter);
      if (field.problem == QuotedField::Problem::unclosed) {
        throw InvalidInput(file + ", header: a quote (\") opens column " + std::to_string(names.size() + 1) +
                           " and is never closed; close it, or double a quote inside a name (\"\")");
      }
      if (field.problem == QuotedField::Problem::text_after) {
        throw InvalidInput(file + ", header: there is text after the closing quote of " +
                           quote_for_message(field.content) + "; double a quote inside a name (\"\")");
      }
      names.push_back(unescape(field.content));
      p = field.end;
    } else {
      p = std::find(start, end, delimiter);
      names.emplace_back(trim({start, static_cast<std::size_t>(p - start)}, delimiter));
    }
    if (p == end) return names;
    ++p;
  }
}

std::size_t count_outside_quotes(std::string_view text, char delimiter) {
  bool is_inside = false;
  return static_cast<std::size_t>(std::ranges::count_if(text, [&](char c) {
    if (c == '"') is_inside = !is_inside;
    return c == delimiter && !is_inside;
  }));
}

// Levenshtein's distance, with a difference in case counting for nothing.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0U : 1U);
      diagonal = std::exchange(row[j], std::min({change, row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row.back();
}

// Empty when no name is so near that a slip of the finger explains it.
std::string nearest_name(const std::vector<std::string>& names, const std::string& wanted) {
  constexpr std::size_t longest_compared = 200;
  std::string nearest;
  std::size_t least = std::max<std::size_t>(2, wanted.size() / 3) + 1;
  for (const std::string& name : names) {
    if (name.empty() || std::max(name.size(), wanted.size()) > longest_compared) continue;
    // A name that shares no letter with the wanted one is no slip, however short both are.
    const std::size_t distance = edit_distance(name, wanted);
    if (distance < least && distance < std::max(name.size(), wanted.size())) {
      least = distance;
      nearest = name;
    }
  }
  return nearest;
}

std::string list_names(const std::vector<std::string>& names) {
  constexpr std::size_t most_listed = 12;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), most_listed); ++i)
    list += (i > 0 ? ", " : "") + quote_for_message(names[i]);
  if (names.size() > most_listed) list += " and " + std::to_string(names.size() - most_listed) + " more";
  return list;
}

// 0 unless the text is "#" and digits.
std::size_t position_from(std::string_view wanted) {
  std::size_t position = 0;
  if (!wanted.starts_with('#')) return 0;
  const auto result = std::from_chars(wanted.data() + 1, wanted.data() + wanted.size(), position);
  return result.ec == std::errc() && result.ptr == wanted.data() + wanted.size() ? position : 0;
}

}  // namespace

std::string delimiter_candidates(char wanted) {
  if (wanted == '\0') return ",;\t";
  const bool is_letter = (wanted >= 'a' && wanted <= 'z') || (wanted >= 'A' && wanted <= 'Z');
  if (is_letter || (wanted >= '0' && wanted <= '9') ||
      std::string_view("\"\r\n.+-#").find(wanted) != std::string::npos) {
    throw InvalidInput("the delimiter cannot be " + quote_for_message({&wanted, 1}) +
                       "; use a comma, a semicolon, a tab or '|'");
  }
  return {wanted};
}

Header parse_header(const std::string& file, std::string text, std::string_view candidates) {
  Header header;
  header.text = std::move(text);
  header.delimiter = *std::ranges::max_element(
      candidates, {}, [&header](char candidate) { return count_outside_quotes(header.text, candidate); });
  header.names = split(file, header.text, header.delimiter);
  const bool has_carriage_return =
      std::ranges::any_of(header.names, [](const std::string& name) { return name.find('\r') < name.find('\n'); });
  if (has_carriage_return && header.text.find('"') == std::string::npos) {
    throw InvalidInput(file +
                       ": its lines end in a carriage return alone (old Mac text); convert them (tr '\\r' '\\n')");
  }
  return header;
}

std::size_t find_column(const std::string& file, const Header& header, const std::string& wanted) {
  const std::vector<std::string>& names = header.names;
  const std::string_view trimmed = trim(wanted, header.delimiter);
  for (const std::string_view name : {std::string_view(wanted), trimmed}) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) continue;
    const auto column = static_cast<std::size_t>(found - names.begin());
    const auto second = std::find(found + 1, names.end(), name);
    if (second == names.end()) return column;
    throw InvalidInput(file + ": several columns are called " + quote_for_message(name) +
                       "; name the one you mean by its position: #" + std::to_string(column + 1) + " or #" +
                       std::to_string(second - names.begin() + 1));
  }
  const std::size_t position = position_from(trimmed);
  if (position > 0 && position <= names.size()) return position - 1;
  const std::string nearest = nearest_name(names, wanted);
  throw InvalidInput(file + ": there is no column " + quote_for_message(wanted) +
                     (nearest.empty() ? "" : "; did you mean " + quote_for_message(nearest) + "?") +
                     (nearest.empty() ? "; its " : " The file's ") + std::to_string(names.size()) +
                     (names.size() == 1 ? " column is " : " columns are ") + list_names(names));
}

std::string column_name(const Header& header, std::size_t column) {
  const std::string& name = header.names[column];
  const bool is_its_own = !name.empty() && std::ranges::count(header.names, name) == 1;
  return is_its_own ? name : "#" + std::to_string(column + 1);
}

}  // namespace gaptv::csv
