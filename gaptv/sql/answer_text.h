// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <string_view>

#include "gaptv/base/export.h"
#include "gaptv/sql/sql_answer.h"

namespace gaptv::sql {

// Reads an answer from CSV text with a header line, as the programs of databases write it. A column is one of numbers
// if every field is one, or is empty or NULL. name is what messages call the text. Throws InvalidInput, with the line,
// where it is no such text.
GAPTV_API SqlAnswer answer_from_csv(std::string_view text, const std::string& name);

}  // namespace gaptv::sql
