// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/row_means.h"

namespace gaptv {

std::vector<RowMean> means_of_rows(const Surface& surface, std::size_t fewest_rows) {
  struct Group {
    std::size_t first_bin = 0;
    std::size_t last_bin = 0;
    CellStats outcomes = {};
    double rows = 0;
  };
  std::vector<Group> groups;
  bool is_open = false;
  for (std::size_t bin = 0; bin < surface.cells.size(); ++bin) {
    const CellStats& cell = surface.cells[bin];
    if (!(cell.weight > 0)) continue;
    if (!is_open) groups.push_back({bin, bin});
    Group& group = groups.back();
    group.last_bin = bin;
    group.outcomes.add(cell);
    group.rows += surface.rows.empty() ? cell.weight : surface.rows[bin];
    is_open = group.rows < static_cast<double>(fewest_rows);
  }
  if (is_open) {
    const Group rest = groups.back();
    groups.pop_back();
    if (groups.empty()) return {};
    groups.back().last_bin = rest.last_bin;
    groups.back().outcomes.add(rest.outcomes);
  }
  std::vector<RowMean> means;
  means.reserve(groups.size());
  for (const Group& group : groups) {
    means.push_back({group.first_bin, group.last_bin, group.outcomes.weight, group.outcomes.mean});
  }
  return means;
}

}  // namespace gaptv
