// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/row_hash.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "gaptv/base/processor_clones.h"
#include "gaptv/data/fold_rule.h"

namespace gaptv {
namespace {

// The numbers of a block stay in the cache from one column to the next.
constexpr std::size_t block_rows = 2048;

GAPTV_PROCESSOR_CLONES void add_to_content_hashes(const double* values, std::size_t count, std::uint64_t* hashes) {
  for (std::size_t i = 0; i < count; ++i) hashes[i] = hash_combine(hashes[i], values[i]);
}

// In two steps: older processors convert numbers one by one, but mix several hashes at a time.
GAPTV_PROCESSOR_CLONES void add_to_fold_hashes(const double* values, std::size_t count, double factor,
                                               std::uint64_t* hashes) {
  std::array<std::int64_t, block_rows> whole;
  for (std::size_t i = 0; i < count; ++i) whole[i] = whole_number(values[i], factor);
  for (std::size_t i = 0; i < count; ++i) hashes[i] = add_to_fold_hash(hashes[i], whole[i]);
}

// Remainders by a quotient of doubles, which processors compute several at a time: it is right or, where nothing
// remains, one too small, since hashes have 31 bits and doubles 53.
GAPTV_PROCESSOR_CLONES void reduce_to_folds(const std::uint64_t* hashes, std::size_t count, std::uint32_t folds,
                                            std::uint16_t* dealt) {
  const double share = 1.0 / folds;
  for (std::size_t i = 0; i < count; ++i) {
    const auto hash = static_cast<std::int32_t>(finish_fold_hash(hashes[i]));
    const auto quotient = static_cast<std::int32_t>(hash * share);
    const auto rest = static_cast<std::uint32_t>(hash) - static_cast<std::uint32_t>(quotient) * folds;
    dealt[i] = static_cast<std::uint16_t>(rest >= folds ? rest - folds : rest);
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
  std::array<double, block_rows> buffer;
  for (std::size_t from = 0; from < hashes.size(); from += block_rows) {
    const std::size_t count = std::min(block_rows, hashes.size() - from);
    for (const ColumnView& column : columns_) {
      add_to_content_hashes(column.values_of(begin + from, count, buffer.data()), count, hashes.data() + from);
    }
  }
}

void RowHasher::deal(std::size_t begin, std::size_t folds, std::span<std::uint16_t> dealt) const {
  std::array<double, block_rows> buffer;
  std::array<std::uint64_t, block_rows> hashes;
  for (std::size_t from = 0; from < dealt.size(); from += block_rows) {
    const std::size_t count = std::min(block_rows, dealt.size() - from);
    std::fill_n(hashes.begin(), count, first_hash_);
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      const double* const values = columns_[column].values_of(begin + from, count, buffer.data());
      add_to_fold_hashes(values, count, factors_[column], hashes.data());
    }
    reduce_to_folds(hashes.data(), count, static_cast<std::uint32_t>(folds), dealt.data() + from);
  }
}

}  // namespace gaptv
