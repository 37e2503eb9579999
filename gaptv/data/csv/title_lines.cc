// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/title_lines.h"

#include <algorithm>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/data/csv/blocks.h"

namespace gaptv::csv {
namespace {

constexpr std::size_t most_lines = 50;

std::optional<Header> read_as_header(std::string_view line, std::string_view candidates) {
  try {
    return parse_header("", std::string(line), candidates);
  } catch (const InvalidInput&) {
    return std::nullopt;  // its quotes are wrong, as those of a title may be
  }
}

// Counts the fields of a line that hold something; a line that cannot be split is one.
std::size_t count_filled(std::string_view line, char delimiter) {
  const std::optional<Header> header = read_as_header(line, {&delimiter, 1});
  if (!header) return 1;
  return static_cast<std::size_t>(
      std::ranges::count_if(header->names, [](const std::string& name) { return !name.empty(); }));
}

}  // namespace

bool is_header_line(std::string_view line, std::string_view candidates,
                    const std::function<bool(const Header&)>& is_header) {
  const std::optional<Header> header = read_as_header(line, candidates);
  return header && is_header(*header);
}

std::optional<TitleLines> find_title_lines(std::string_view first, std::string_view rest, std::string_view candidates,
                                           const std::function<bool(const Header&)>& is_header) {
  std::vector<std::string_view> lines = {first};
  while (lines.size() <= most_lines && !rest.empty()) {
    const std::size_t end = find_first_row_end(rest, candidates);
    if (end == 0) return {};
    const std::string_view line = remove_line_end(rest.substr(0, end));
    rest.remove_prefix(end);
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    const std::optional<Header> header = read_as_header(line, candidates);
    if (!header || !is_header(*header)) {
      lines.push_back(line);
      continue;
    }
    const std::size_t fields = count_filled(line, header->delimiter);
    const bool are_titles = std::ranges::all_of(
        lines, [&](std::string_view above) { return count_filled(above, header->delimiter) < fields; });
    if (!are_titles) return {};
    return TitleLines{.lines = lines.size(), .first = std::string(first)};
  }
  return {};
}

}  // namespace gaptv::csv
