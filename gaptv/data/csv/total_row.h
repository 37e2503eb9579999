// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "gaptv/data/csv/labels.h"

namespace gaptv::csv {

// Describes the last row of a block if it seems to hold totals of the rows above it. Only the end of the file tells
// whether it is the last of all.
struct TotalRow {
  Place place;
  std::string text;          // the word that says so
  std::size_t field = 0;     // where that stands
  bool is_kept = false;      // its numbers were read with the others; otherwise they could not be read
  std::string message = {};  // what to say if rows follow and it could not be read
};

// Says whether a field says that its row holds totals: Total, Sum, Gesamt and the like, in any case, perhaps with a
// colon.
bool is_total_word(std::string_view text);

}  // namespace gaptv::csv
