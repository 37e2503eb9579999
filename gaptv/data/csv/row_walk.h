// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace gaptv::csv {

// Holds the fields of a row: texts without the quotes and the blanks around them (a doubled quote stays doubled).
struct WalkedRow {
  std::size_t row = 0;   // counted from 0, as is
  std::size_t line = 0;  // the line where it begins
  std::vector<std::string_view> fields = {};
};

// Walks over the rows of a text, which starts with a row, until the visitor returns false. Lines with nothing in them
// are skipped; so is everything from a field on whose quotes are wrong, of which the parser will say more. Returns how
// many lines there were, and rows. This is for a look at part of a file, or a second one: the parser is far faster.
struct WalkedText {
  std::size_t rows = 0;
  std::size_t lines = 0;
  bool is_done = true;  // the end was reached
};
WalkedText walk_rows(std::string_view rows, char delimiter, const std::function<bool(const WalkedRow&)>& visit);

}  // namespace gaptv::csv
