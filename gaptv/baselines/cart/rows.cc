// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/cart/rows.h"

#include <algorithm>
#include <limits>

#include "gaptv/base/error.h"
#include "gaptv/base/parallel.h"

namespace gaptv {
namespace {

// All that sorting compares lies side by side.
struct SortItem {
  double value;
  double outcome;
  std::uint32_t row;
};

// Fills the list of one feature; returns the feature's distinct values.
std::vector<double> sort_by_feature(const DataView& data, const ColumnView& feature, RawArray<CartEntry>& entries) {
  RawArray<SortItem> items(data.rows());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    items[row] = {feature[row], data.outcome[row], static_cast<std::uint32_t>(row)};
  }
  const bool is_weighted = !data.weight.empty();
  std::sort(items.begin(), items.end(), [&](const SortItem& a, const SortItem& b) {
    if (a.value != b.value) return a.value < b.value;
    if (a.outcome != b.outcome) return a.outcome < b.outcome;
    return is_weighted && data.weight[a.row] < data.weight[b.row];
  });
  std::vector<double> values;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i == 0 || items[i].value != items[i - 1].value) values.push_back(items[i].value);
    entries[i] = {items[i].outcome, items[i].row, static_cast<std::uint32_t>(values.size() - 1)};
  }
  return values;
}

}  // namespace

CartRows CartRows::copy() const {
  CartRows twin;
  twin.values = values;
  twin.weight = weight;
  twin.counts_copies = counts_copies;
  twin.classes = classes;
  for (const RawArray<CartEntry>& entries : by_feature) {
    RawArray<CartEntry> same(entries.size());
    std::copy(entries.begin(), entries.end(), same.begin());
    twin.by_feature.push_back(std::move(same));
  }
  return twin;
}

CartRows sort_rows(const DataView& data, std::size_t classes, std::size_t threads, Progress& progress) {
  if (data.rows() > std::numeric_limits<std::uint32_t>::max()) {
    throw InvalidInput("more than 4294967295 rows do not fit into a tree; fit a sample of them");
  }
  CartRows rows;
  rows.classes = classes;
  auto values = std::make_shared<std::vector<std::vector<double>>>(data.features.size());
  for (std::size_t row = 0; row < data.weight.size; ++row) rows.weight.push_back(data.weight[row]);
  rows.counts_copies = data.weight_kind != WeightKind::precision;
  rows.by_feature.resize(data.features.size());
  parallel_for(data.features.size(), threads, [&](std::size_t feature) {
    progress.check();
    rows.by_feature[feature] = RawArray<CartEntry>(data.rows());
    (*values)[feature] = sort_by_feature(data, data.features[feature], rows.by_feature[feature]);
  });
  rows.values = std::move(values);
  return rows;
}

CartRows rows_without_fold(const CartRows& rows, const FoldAssignment& folds, std::size_t fold) {
  CartRows kept;
  kept.values = rows.values;
  kept.classes = rows.classes;
  kept.counts_copies = rows.counts_copies;
  std::vector<double> left(folds.fold.size());
  for (std::uint32_t row = 0; row < left.size(); ++row) {
    const double weight = rows.weight_of(row);
    left[row] = weight - folds.weight_in_fold(row, weight, fold);
  }
  const auto count = static_cast<std::size_t>(std::ranges::count_if(left, [](double weight) { return weight > 0; }));
  for (const RawArray<CartEntry>& entries : rows.by_feature) {
    RawArray<CartEntry> some(count);
    std::copy_if(entries.begin(), entries.end(), some.begin(),
                 [&left](const CartEntry& entry) { return left[entry.row] > 0; });
    kept.by_feature.push_back(std::move(some));
  }
  if (!rows.weight.empty()) kept.weight = std::move(left);
  return kept;
}

}  // namespace gaptv
