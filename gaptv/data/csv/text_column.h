// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/data/csv/csv.h"

namespace gaptv {

// Holds a column of texts, such as the names of people, by numbers: equal texts have the same.
struct NumberedTexts {
  std::vector<std::uint32_t> number;  // by row
  std::size_t distinct = 0;
};

// Reads a column as texts, whatever they look like ("007" is not "7"). Of the options only those that say how the file
// is written are looked at. Rows are never dropped. Throws InvalidInput as read_csv() does, for standard input, which
// cannot be read twice, if there is no such column, and for the first row in which it is empty.
GAPTV_API NumberedTexts read_text_column(const std::string& path, const std::string& column, const CsvOptions& options);

}  // namespace gaptv
