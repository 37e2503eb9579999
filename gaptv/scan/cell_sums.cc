// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/cell_sums.h"

#include <algorithm>
#include <set>

#include "gaptv/base/parallel.h"
#include "gaptv/grid/binned_rows.h"

namespace gaptv {
namespace {

// 24 MB for each lane.
constexpr std::size_t most_cells_of_table = 1000000;
constexpr std::size_t cells_per_task = 65536;

}  // namespace

CellSums::CellSums(std::size_t cells) : table_(cells <= most_cells_of_table ? cells : 0) {}

void CellSums::add(std::span<const CellSums> others, std::size_t threads) {
  parallel_for((table_.size() + cells_per_task - 1) / cells_per_task, threads, [&](std::size_t task) {
    const std::size_t end = std::min(table_.size(), (task + 1) * cells_per_task);
    for (const CellSums& other : others) {
      for (std::size_t cell = task * cells_per_task; cell < end; ++cell) table_[cell].add(other.table_[cell]);
    }
  });
  for (const CellSums& other : others) {
    for (const auto& [cell, stats] : other.few_) few_[cell].add(stats);
  }
}

CountedCells CellSums::list(std::size_t first, std::size_t cells) const {
  // Counted first: a list that grows takes up to three times its memory.
  std::size_t occupied = 0;
  for_each(first, cells, [&occupied](std::size_t /*cell*/, const CellStats& /*stats*/) { ++occupied; });
  CountedCells counted;
  counted.reserve(occupied);
  for_each(first, cells, [&](std::size_t cell, const CellStats& stats) { counted.push_back({cell, stats}); });
  if (table_.empty()) std::ranges::sort(counted, {}, &CountedCell::number);
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
      for (const std::uint32_t bin : bins_of_intervals(edges, own)) offsets_[i][axis].push_back(bin * cells_[i]);
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
    locators_[axis].find_bins(column, 0, places[axis]);
  }
  return places;
}

}  // namespace gaptv
