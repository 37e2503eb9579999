// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

namespace gaptv::cli {

// Writes rows of equally many texts, one line each: aligned to the right, but the last column, which may be long, to
// the left.
std::string text_table(const std::vector<std::vector<std::string>>& rows);

}  // namespace gaptv::cli
