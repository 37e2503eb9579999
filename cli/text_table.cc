// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/text_table.h"

#include <algorithm>
#include <cstddef>

namespace gaptv::cli {

std::string text_table(const std::vector<std::vector<std::string>>& rows) {
  std::string table;
  for (const std::vector<std::string>& row : rows) {
    for (std::size_t column = 0; column + 1 < row.size(); ++column) {
      std::size_t width = 0;
      for (const std::vector<std::string>& other : rows) width = std::max(width, other[column].size());
      table += std::string(width - row[column].size() + 2, ' ') + row[column];
    }
    table += "  " + row.back() + "\n";
  }
  return table;
}

}  // namespace gaptv::cli
