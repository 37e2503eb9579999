// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <string_view>

#include "gaptv/base/export.h"
#include "gaptv/cells/counted_rows.h"

namespace gaptv {

// Writes counted rows as one versioned JSON text (formats/cell-table.schema.json), read for ever. The same rows give
// the same bytes, and reading them back gives the same numbers to the last bit.
GAPTV_API std::string counted_rows_to_json(const CountedRows& rows);

// Reads what counted_rows_to_json wrote. Throws InvalidInput, with the name of the file (or what "source" says) and the
// place in it, when the text is truncated, foreign, inconsistent or from a newer format version.
GAPTV_API CountedRows counted_rows_from_json(std::string_view text, const std::string& source);

GAPTV_API CountedRows read_counted_rows(const std::string& path);

}  // namespace gaptv
