// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/row_hash.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "gaptv/data/fold_rule.h"

namespace gaptv {
namespace {

constexpr std::size_t block_rows = 2048;

// Calls work(column, from, to) for each column of each block of so many rows.
template <typename Work>
void for_each_block(std::size_t rows, std::size_t columns, Work&& work) {
  for (std::size_t from = 0; from < rows; from += block_rows) {
    const std::size_t to = std::min(rows, from + block_rows);
    for (std::size_t column = 0; column < columns; ++column) work(column, from, to);
  }
}

}  // namespace

std::vector<ColumnView> hashed_columns(const DataView& data) {
  std::vector<ColumnView> columns = data.features;
  columns.push_back(data.outcome);
  if (!data.exposure.empty()) columns.push_back(data.exposure);
  return columns;
}

RowHasher::RowHasher(std::vector<ColumnView> columns, const std::vector<int>& scales, std::uint64_t seed)
    : columns_(std::move(columns)), first_hash_(seed % fold_modulus) {
  for (const int scale : scales) factors_.push_back(std::ldexp(1.0, scale));
}

void RowHasher::hash_contents(std::size_t begin, std::span<std::uint64_t> hashes) const {
  for_each_block(hashes.size(), columns_.size(), [&](std::size_t column, std::size_t from, std::size_t to) {
    const ColumnView& values = columns_[column];
    for (std::size_t i = from; i < to; ++i) hashes[i] = hash_combine(hashes[i], values[begin + i]);
  });
}

void RowHasher::hash_for_folds(std::size_t begin, std::span<std::uint64_t> hashes) const {
  std::ranges::fill(hashes, first_hash_);
  // In two steps: processors convert numbers one by one, but mix several hashes at a time.
  std::array<std::int64_t, block_rows> whole{};
  for_each_block(hashes.size(), columns_.size(), [&](std::size_t column, std::size_t from, std::size_t to) {
    const ColumnView& values = columns_[column];
    const double factor = factors_[column];
    for (std::size_t i = from; i < to; ++i) whole[i - from] = whole_number(values[begin + i], factor);
    std::uint64_t* const mixed = hashes.data() + from;
    const std::size_t count = to - from;
    for (std::size_t i = 0; i < count; ++i) mixed[i] = add_to_fold_hash(mixed[i], whole[i]);
  });
  for (std::uint64_t& hash : hashes) hash = finish_fold_hash(hash);
}

}  // namespace gaptv
