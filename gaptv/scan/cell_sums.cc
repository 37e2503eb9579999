// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/cell_sums.h"

#include <algorithm>
#include <set>

namespace gaptv {
namespace {

// 24 MB for each lane.
constexpr std::size_t most_cells_of_table = 1000000;

}  // namespace

CellSums::CellSums(std::size_t cells) : table_(cells <= most_cells_of_table ? cells : 0) {}

void CellSums::add(const CellSums& other) {
  for (std::size_t cell = 0; cell < other.table_.size(); ++cell) table_[cell].add(other.table_[cell]);
  for (const auto& [cell, stats] : other.few_) few_[cell].add(stats);
}

CountedCells CellSums::list(std::size_t first, std::size_t cells) const {
  CountedCells counted;
  if (!table_.empty()) {
    for (std::size_t cell = 0; cell < cells; ++cell) {
      if (table_[first + cell].weight > 0) counted.push_back({cell, table_[first + cell]});
    }
    return counted;
  }
  for (const auto& [cell, stats] : few_) {
    if (cell >= first && cell - first < cells) counted.push_back({cell - first, stats});
  }
  std::ranges::sort(counted, {}, &CountedCell::number);
  return counted;
}

RequestLocator::RequestLocator(const std::vector<CountRequest>& requests, std::size_t axes)
    : offsets_(requests.size(), std::vector<std::vector<std::size_t>>(axes)), cells_(requests.size(), 1) {
  for (std::size_t axis = axes; axis-- > 0;) {
    std::set<double> all;
    for (const CountRequest& request : requests) all.insert(request.edges[axis].begin(), request.edges[axis].end());
    const std::vector<double> edges(all.begin(), all.end());
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const std::vector<double>& own = requests[i].edges[axis];
      std::vector<std::size_t>& offsets = offsets_[i][axis];
      offsets.push_back(0);
      std::size_t bin = 0;
      for (const double edge : edges) {
        if (bin < own.size() && own[bin] == edge) ++bin;
        offsets.push_back(bin * cells_[i]);
      }
      cells_[i] *= own.size() + 1;
    }
    locators_.insert(locators_.begin(), BinLocator(edges));
  }
}

std::vector<std::vector<std::uint16_t>> RequestLocator::locate(const DataView& rows) const {
  std::vector<std::vector<std::uint16_t>> places(locators_.size());
  for (std::size_t axis = 0; axis < locators_.size(); ++axis) {
    const ColumnView& column = rows.features[axis];
    places[axis].resize(column.size);
    for (std::size_t row = 0; row < column.size; ++row) {
      places[axis][row] = static_cast<std::uint16_t>(locators_[axis].bin_of(column[row]));
    }
  }
  return places;
}

}  // namespace gaptv
