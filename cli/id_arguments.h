// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gaptv/data/csv/csv.h"

namespace gaptv::cli {

// Adds --id, the column that says who a row is about.
void add_id_option(CLI::App& command, std::string& column);

// Throws InvalidInput if a column is named and the data are standard input, which cannot be read twice.
void check_id_can_be_read(const std::string& column, const std::string& data);

// Numbers the people of the rows; empty if no column is named. The options say how the file is written. Throws
// InvalidInput if it does not have as many rows as were read.
std::vector<std::uint32_t> read_ids(const std::string& data, const std::string& column, std::size_t rows,
                                    const CsvOptions& options);

}  // namespace gaptv::cli
