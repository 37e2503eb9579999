// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/rows_set_aside.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace gaptv {

void RowsSetAside::add(const DataView& data, std::size_t row, std::uint64_t hash, std::size_t first_fold) {
  for (std::size_t j = 0; j < rows_.features.size(); ++j) rows_.features[j].push_back(data.features[j][row]);
  rows_.outcome.push_back(data.outcome[row]);
  rows_.weight.push_back(data.weight[row]);
  if (!data.exposure.empty()) rows_.exposure.push_back(data.exposure[row]);
  hashes_.push_back(hash);
  first_folds_.push_back(static_cast<std::uint16_t>(first_fold));
}

DataView RowsSetAside::view() const {
  DataView view = rows_.view();
  view.weight_kind = WeightKind::precision;
  return view;
}

FoldAssignment RowsSetAside::deal_without_copies(std::size_t folds) const {
  FoldAssignment dealt;
  dealt.folds = folds;
  dealt.fold = RawArray<std::uint16_t>(first_folds_.size());
  std::ranges::copy(first_folds_, dealt.fold.begin());
  return dealt;
}

FoldAssignment RowsSetAside::deal(std::size_t folds) const {
  FoldAssignment dealt = deal_without_copies(folds);
  std::vector<std::size_t> order(hashes_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [this](std::size_t i) { return std::pair(hashes_[i], rows_.weight[i]); });
  std::size_t number = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t row = order[i];
    number = i > 0 && hashes_[row] == hashes_[order[i - 1]] ? number + 1 : 0;
    dealt.fold.data()[row] = static_cast<std::uint16_t>((first_folds_[row] + number) % folds);
  }
  return dealt;
}

}  // namespace gaptv
