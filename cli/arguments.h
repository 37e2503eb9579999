// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "gaptv/data/csv/csv.h"

namespace gaptv::cli {

// Returns the names in one argument, separated by commas; a name that holds a comma or a quote is written as in a CSV
// file: '"a, b",c'. Throws InvalidInput when quotes are wrong or a name is empty.
std::vector<std::string> split_names(const std::string& argument);

// Returns ',' or ';' or '|' as they are, "tab" or "\t" for a tab, 0 (detect) for an empty argument. Throws InvalidInput
// for anything else.
char parse_delimiter(const std::string& argument);

// Says for the parser, which would take -1 for a very large number, what is wrong with the text of a whole number; the
// result is empty if nothing is.
std::string check_whole_number(const std::string& argument);

// Reads "error" or "drop". Throws InvalidInput for anything else.
MissingRule parse_missing(const std::string& argument);

// Returns the methods in one argument, separated by commas; none if it is empty. Throws InvalidInput if one is unknown
// or named twice.
std::vector<std::string> method_list(const std::string& argument);

}  // namespace gaptv::cli
