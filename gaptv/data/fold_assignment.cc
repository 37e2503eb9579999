// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/fold_assignment.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/hash.h"
#include "gaptv/base/parallel.h"

namespace gaptv {
namespace {

// The hashes of a stretch stay in the cache.
constexpr std::size_t rows_per_stretch = std::size_t{1} << 15U;

bool is_copy(const DataView& data, std::size_t a, std::size_t b) {
  for (const ColumnView& feature : data.features) {
    if (feature[a] != feature[b]) return false;
  }
  if (!data.exposure.empty() && data.exposure[a] != data.exposure[b]) return false;
  return data.outcome[a] == data.outcome[b];
}

// A row and enough of its hash to tell most contents apart without looking at them.
struct Entry {
  std::uint32_t fingerprint;
  std::uint32_t row;
};

// Rows are dealt to parts by the top bits of their hash, so that all copies of a content meet in one part, and a part's
// table fits into the cache.
constexpr unsigned part_bits = 10;
constexpr std::size_t parts = std::size_t{1} << part_bits;

std::size_t part_of(std::uint64_t hash) {
  return hash >> (64U - part_bits);
}

// The entries of one stretch of rows, sorted by part, in memory that is shared by all stretches.
class DealtRows {
 public:
  DealtRows() = default;
  DealtRows(const std::vector<std::uint64_t>& hashes, std::size_t first_row, std::span<Entry> entries)
      : entries_(entries), begin_(parts + 1, 0) {
    for (const std::uint64_t hash : hashes) ++begin_[part_of(hash) + 1];
    for (std::size_t part = 0; part < parts; ++part) begin_[part + 1] += begin_[part];
    std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      entries_[next[part_of(hashes[i])]++] = {static_cast<std::uint32_t>(hashes[i]),
                                              static_cast<std::uint32_t>(first_row + i)};
    }
  }
  std::span<const Entry> part(std::size_t number) const {
    return entries_.subspan(begin_[number], begin_[number + 1] - begin_[number]);
  }

 private:
  std::span<Entry> entries_;
  std::vector<std::uint32_t> begin_;
};

// Tells the rows of one part that certainly have no copy, by a few bits of each fingerprint: for most rows of most data
// that is all there is to know, at a fraction of the cost of a table.
class CopyFilter {
 public:
  void clear(std::size_t rows) {
    bits_ = std::bit_ceil(std::max<std::size_t>(64, 8 * rows));
    seen_.assign(bits_ / 64, 0);
    seen_again_.assign(bits_ / 64, 0);
  }
  void add(const Entry& entry) {
    const std::size_t bit = entry.fingerprint & (bits_ - 1);
    const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
    seen_again_[bit / 64] |= seen_[bit / 64] & mask;
    seen_[bit / 64] |= mask;
  }
  bool may_have_copy(const Entry& entry) const {
    const std::size_t bit = entry.fingerprint & (bits_ - 1);
    return (seen_again_[bit / 64] >> (bit % 64) & 1U) != 0;
  }

 private:
  std::size_t bits_ = 0;
  std::vector<std::uint64_t> seen_;
  std::vector<std::uint64_t> seen_again_;
};

// The contents of one part, each with the weight met so far: open addressing, one row standing for all its copies. The
// slots are small, since every part needs them cleared.
class ContentTable {
 public:
  explicit ContentTable(const DataView& data) : data_(data) {}

  void clear(std::size_t most_contents) {
    slots_.assign(std::bit_ceil(2 * most_contents), 0);
    contents_.clear();
  }
  // Adds weight to the row's content and returns what it had before.
  double add(const Entry& entry, double weight) {
    std::size_t i = entry.fingerprint & (slots_.size() - 1);
    for (; slots_[i] > 0; i = (i + 1) & (slots_.size() - 1)) {
      Content& content = contents_[slots_[i] - 1];
      if (content.entry.fingerprint == entry.fingerprint && is_copy(data_, content.entry.row, entry.row)) {
        return std::exchange(content.weight, content.weight + weight);
      }
    }
    contents_.push_back({entry, weight});
    slots_[i] = static_cast<std::uint32_t>(contents_.size());
    return 0;
  }

 private:
  struct Content {
    Entry entry;
    double weight;
  };

  const DataView& data_;
  std::vector<std::uint32_t> slots_;  // the number of a content, counted from 1; 0: free
  std::vector<Content> contents_;
};

// The combined hashes of the rows begin .. begin + hashes.size(), column by column in blocks that stay in the cache.
void hash_rows(const DataView& data, std::size_t begin, std::span<std::uint64_t> hashes) {
  constexpr std::size_t block_rows = 2048;
  for (std::size_t start = 0; start < hashes.size(); start += block_rows) {
    const std::size_t end = std::min(hashes.size(), start + block_rows);
    const auto add_column = [&](const ColumnView& column) {
      for (std::size_t i = start; i < end; ++i) hashes[i] = hash_combine(hashes[i], column[begin + i]);
    };
    for (const ColumnView& feature : data.features) add_column(feature);
    add_column(data.outcome);
    if (!data.exposure.empty()) add_column(data.exposure);
  }
}

// Calls visit(row, weight of its copies before it) for every row that has copies before it.
template <typename Visit>
void for_copies(const DataView& data, const std::vector<DealtRows>& dealt, std::size_t threads, Progress& progress,
                Visit&& visit) {
  if (dealt.empty()) return;
  // Several parts at a time, so that a stretch's entries are read in longer runs.
  constexpr std::size_t parts_per_task = 16;
  parallel_for(parts / parts_per_task, threads, [&](std::size_t task) {
    progress.check();
    CopyFilter filter;
    std::vector<Entry> suspects;
    ContentTable table(data);
    for (std::size_t part = task * parts_per_task; part < (task + 1) * parts_per_task; ++part) {
      std::size_t rows_of_part = 0;
      for (const DealtRows& stretch : dealt) rows_of_part += stretch.part(part).size();
      filter.clear(rows_of_part);
      for (const DealtRows& stretch : dealt) {
        for (const Entry& entry : stretch.part(part)) filter.add(entry);
      }
      suspects.clear();
      for (const DealtRows& stretch : dealt) {
        for (const Entry& entry : stretch.part(part)) {
          if (filter.may_have_copy(entry)) suspects.push_back(entry);
        }
      }
      table.clear(suspects.size());
      for (const Entry& entry : suspects) {
        const double before = table.add(entry, data.weight_of(entry.row));
        if (before > 0) visit(entry.row, before);
      }
    }
  });
}

}  // namespace

double FoldAssignment::length_in_fold(double end, std::size_t first_fold, std::size_t which) const {
  const auto count = static_cast<double>(folds);
  const double rounds = std::floor(end / count);
  const auto turn = static_cast<double>((which + folds - first_fold) % folds);
  return rounds + std::clamp(end - rounds * count - turn, 0.0, 1.0);
}

FoldAssignment assign_folds(const DataView& data, std::size_t folds, std::uint64_t seed, std::size_t threads,
                            Progress& progress) {
  const std::size_t rows = data.rows();
  if (rows > std::numeric_limits<std::uint32_t>::max()) {
    throw InvalidInput("more than 4294967295 rows do not fit here; tabulate them in parts");
  }
  const std::size_t stretches = (rows + rows_per_stretch - 1) / rows_per_stretch;
  const bool is_weighted = !data.weight.empty();
  const bool needs_copies = folds > 1;  // otherwise every row is in fold 0
  const std::uint64_t seed_hash = mix64(seed);
  FoldAssignment assignment;
  assignment.folds = folds;
  assignment.fold = RawArray<std::uint16_t>(rows);
  if (is_weighted) assignment.position.assign(rows, 0.0);

  std::vector<std::uint64_t> hash_sum(stretches, 0);
  RawArray<Entry> entries(needs_copies ? rows : 0);
  std::vector<DealtRows> dealt(needs_copies ? stretches : 0);
  parallel_for(stretches, threads, [&](std::size_t stretch) {
    progress.check();
    const std::size_t begin = stretch * rows_per_stretch;
    std::vector<std::uint64_t> hashes(std::min(rows - begin, rows_per_stretch), 0);
    hash_rows(data, begin, hashes);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      const std::uint64_t content = hashes[i];
      // A sum does not depend on the order of the rows; a weight enters as if it were one more column.
      sum += is_weighted ? hash_combine(content, data.weight[begin + i]) : content;
      hashes[i] = mix64(content ^ seed_hash);
      assignment.fold[begin + i] = static_cast<std::uint16_t>(reduce_hash(hashes[i], folds));
    }
    hash_sum[stretch] = sum;
    if (needs_copies) dealt[stretch] = DealtRows(hashes, begin, {entries.data() + begin, hashes.size()});
  });
  for (const std::uint64_t sum : hash_sum) assignment.content_hash += sum;
  assignment.content_hash = mix64(assignment.content_hash);

  for_copies(data, dealt, threads, progress, [&](std::size_t row, double before) {
    if (is_weighted) {
      assignment.position[row] = before;
    } else {
      const auto copy = static_cast<std::uint64_t>(before);
      assignment.fold[row] = static_cast<std::uint16_t>((assignment.fold[row] + copy) % folds);
    }
  });
  return assignment;
}

}  // namespace gaptv
