// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gaptv/base/hash.h"
#include "gaptv/data/dataset.h"

namespace gaptv {

// Returns what is hashed of a row, in this order: features, outcome and, if there is one, exposure.
std::vector<ColumnView> hashed_columns(const DataView& data);

// Adds the weight of a row to the hash of its content. The sum of these over all rows does not depend on their order:
// copies are so many rows, and any other weight is one more column.
inline std::uint64_t hash_with_weight(std::uint64_t content, const DataView& data, std::size_t row) {
  if (data.weight.empty()) return content;
  return data.weight_kind == WeightKind::precision ? hash_combine(content, data.weight[row])
                                                   : content * static_cast<std::uint64_t>(data.weight[row]);
}

// Hashes rows column by column, in blocks that stay in the cache.
class RowHasher {
 public:
  // The scales are those of the columns in fold_rule.h; for the hashes of contents none are needed.
  RowHasher(std::vector<ColumnView> columns, const std::vector<int>& scales, std::uint64_t seed);

  // Adds the contents of the rows from begin on to hashes, which begin as 0: they tell contents apart, whatever the
  // seed.
  void hash_contents(std::size_t begin, std::span<std::uint64_t> hashes) const;
  // Deals the rows from begin on to folds, so many, by the rule of fold_rule.h.
  void deal(std::size_t begin, std::size_t folds, std::span<std::uint16_t> dealt) const;

 private:
  std::vector<ColumnView> columns_;
  std::vector<double> factors_;
  std::uint64_t first_hash_;
};

}  // namespace gaptv
