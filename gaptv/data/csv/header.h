// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gaptv::csv {

// Holds the first line of a CSV file that is not blank.
struct Header {
  std::string text;  // as it stands in the file, without byte-order mark and line end
  char delimiter = ',';
  std::vector<std::string> names;  // without quotes; without the blanks around an unquoted name
};

// Lists the characters that may end a field while the delimiter is still to be detected; "wanted" is the user's, 0 for
// none. Throws InvalidInput when the wanted delimiter could be part of a number, a quote or a line end.
std::string delimiter_candidates(char wanted);

// Splits a header at the candidate that it holds most often outside quotes (the earlier one when equal). Throws
// InvalidInput, starting with the file's name, when its quotes are wrong.
Header parse_header(const std::string& file, std::string text, std::string_view candidates);

// Finds the position of a column, counted from 0: by name, or else by "#1", "#2", ... Throws InvalidInput when there is
// none (with the nearest name and the columns there are), or when several have the name.
std::size_t find_column(const std::string& file, const Header& header, const std::string& wanted);

// Returns how to ask for a column again: its name, or "#3" when it has none of its own.
std::string column_name(const Header& header, std::size_t column);

}  // namespace gaptv::csv
