// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <string_view>

#include "gaptv/data/csv/csv.h"
#include "gaptv/data/csv/encoding.h"

namespace gaptv::csv {

// Finds how the bytes of a file are to be read that starts like this: as it is wanted, or, automatically, as UTF-16 by
// its byte-order mark and as UTF-8 otherwise. Throws InvalidInput when UTF-16 is wanted and cannot be, or is not wanted
// but likely.
ByteKind find_byte_kind(const std::string& name, std::string_view start, TextEncoding wanted);

// Throws InvalidInput when a file that starts like this is no CSV text: a spreadsheet, Parquet, another archive, or
// anything with a NUL byte. The message says what the file seems to be and how to convert it. "name" is the file's.
void check_is_text(const std::string& name, std::string_view start);

}  // namespace gaptv::csv
