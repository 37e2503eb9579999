// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <string_view>

namespace gaptv::csv {

// Throws InvalidInput when a file that starts like this is no CSV text: a spreadsheet, Parquet, another archive,
// UTF-16, or anything with a NUL byte. The message says what the file seems to be and how to convert it. "name" is the
// file's.
void check_is_text(const std::string& name, std::string_view start);

}  // namespace gaptv::csv
