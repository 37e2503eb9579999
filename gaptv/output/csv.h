// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "gaptv/data/dataset.h"

namespace gaptv {

// Writes a text as a field of a line with this delimiter: as it is, or in quotes if it is empty, begins or ends with a
// blank, begins with a byte-order mark, or holds a quote, a line break or what could be taken for a delimiter (comma,
// semicolon, tab, the one given).
std::string csv_field(std::string_view text, char delimiter = ',');

// Writes a number as write_csv does.
std::string csv_number(double value);

// Writes rows as comma-separated text that read_csv reads back to the very same numbers: a header line with the names
// of the features and the outcome (and "weight" if there are weights), then a line per row, each ended by a line feed.
// The outcome is left out if it was not read.
//
// Numbers have the shortest form that reads back to the same double, but whole numbers below 10^15 in size are written
// out (100000, not 1e+05), so that coordinates and counts stay readable. Names are written by csv_field.
//
// The sink gets the text in order, in pieces of about a megabyte; what it throws ends the writing. O(rows), formatted
// on up to "threads" threads (0 means every core); the text and its pieces do not depend on their number.
void write_csv(const Dataset& data, const std::function<void(std::string_view)>& sink, std::size_t threads = 0);

}  // namespace gaptv
