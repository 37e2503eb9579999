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
#include "gaptv/data/distinct_values.h"
#include "gaptv/data/fold_rule.h"
#include "gaptv/data/row_hash.h"

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

// The scales of the columns by the largest absolute value of each.
std::vector<int> find_scales(const std::vector<ColumnView>& columns, std::size_t rows, std::size_t threads) {
  const std::size_t stretches = (rows + rows_per_stretch - 1) / rows_per_stretch;
  std::vector<int> scales;
  for (const ColumnView& column : columns) {
    std::vector<double> largest(stretches, 0.0);
    parallel_for(stretches, threads, [&](std::size_t stretch) {
      double most = 0;
      const std::size_t end = std::min(rows, (stretch + 1) * rows_per_stretch);
      for (std::size_t row = stretch * rows_per_stretch; row < end; ++row) most = std::max(most, std::abs(column[row]));
      largest[stretch] = most;
    });
    scales.push_back(fold_scale(rows > 0 ? *std::ranges::max_element(largest) : 0.0));
  }
  return scales;
}

// A row that is a copy, and how many copies come before it.
struct Copy {
  std::uint32_t row;
  double before;
};

// Every row that has copies before it, in lists of their own for several parts of the hashes.
std::vector<std::vector<Copy>> find_copies(const DataView& data, const std::vector<DealtRows>& dealt,
                                           std::size_t threads, Progress& progress) {
  const bool is_by_weight = !data.weight.empty() && data.weight_kind == WeightKind::precision;
  // Several parts at a time, so that a stretch's entries are read in longer runs.
  constexpr std::size_t parts_per_task = 16;
  std::vector<std::vector<Copy>> copies(parts / parts_per_task);
  parallel_for(copies.size(), threads, [&](std::size_t task) {
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
      if (is_by_weight) {
        std::ranges::stable_sort(suspects, {}, [&data](const Entry& entry) { return data.weight[entry.row]; });
      }
      table.clear(suspects.size());
      for (const Entry& entry : suspects) {
        const double before = table.add(entry, is_by_weight ? 1.0 : data.weight_of(entry.row));
        if (before > 0) copies[task].push_back({entry.row, before});
      }
    }
  });
  return copies;
}

// Whether the outcome takes so few values that they are classes of a kind.
bool has_few_values(const ColumnView& outcome, double distinct_rows) {
  const std::size_t few = most_few_values(distinct_rows);
  return count_distinct(outcome, few + 1) <= few;
}

}  // namespace

double FoldAssignment::length_in_fold(double end, std::size_t first_fold, std::size_t which) const {
  const auto count = static_cast<double>(folds);
  const double rounds = std::floor(end / count);
  const auto turn = static_cast<double>((which + folds - first_fold) % folds);
  return rounds + std::clamp(end - rounds * count - turn, 0.0, 1.0);
}

std::size_t most_few_values(double distinct_rows) {
  constexpr std::size_t always_few = 10;
  return std::max(always_few, static_cast<std::size_t>(std::sqrt(distinct_rows)));
}

double count_divisible_observations(const DataView& data) {
  return data.weight_kind == WeightKind::precision ? static_cast<double>(data.rows()) : total_weight(data);
}

FoldAssignment assign_folds(const DataView& data, const FoldOptions& options, Progress& progress) {
  const std::size_t rows = data.rows();
  const std::size_t folds = options.folds;
  if (rows > std::numeric_limits<std::uint32_t>::max()) {
    throw InvalidInput("more than 4294967295 rows do not fit here; tabulate them in parts");
  }
  const std::size_t stretches = (rows + rows_per_stretch - 1) / rows_per_stretch;
  const bool counts_copies = !data.weight.empty() && data.weight_kind != WeightKind::precision;
  // Where the outcome is continuous however many rows are copies, nobody need know which are.
  const bool needs_copies =
      folds > 1 && (options.is_discrete || has_few_values(data.outcome, static_cast<double>(rows)));
  FoldAssignment assignment;
  assignment.folds = folds;
  assignment.fold = RawArray<std::uint16_t>(rows);
  const std::vector<ColumnView> columns = hashed_columns(data);
  if (folds > 1) {
    const bool are_given = options.scales.size() == columns.size();
    assignment.scales = are_given ? options.scales : find_scales(columns, rows, options.threads);
  }
  const RowHasher hasher(columns, assignment.scales, options.seed);

  std::vector<std::uint64_t> hash_sum(stretches, 0);
  RawArray<Entry> entries(needs_copies ? rows : 0);
  std::vector<DealtRows> dealt(needs_copies ? stretches : 0);
  parallel_for(stretches, options.threads, [&](std::size_t stretch) {
    progress.check();
    const std::size_t begin = stretch * rows_per_stretch;
    std::vector<std::uint64_t> hashes(std::min(rows - begin, rows_per_stretch), 0);
    hasher.hash_contents(begin, hashes);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      const std::uint64_t content = hashes[i];
      sum += hash_with_weight(content, data, begin + i);
      if (needs_copies) hashes[i] = mix64(content);
    }
    hash_sum[stretch] = sum;
    if (needs_copies) dealt[stretch] = DealtRows(hashes, begin, {entries.data() + begin, hashes.size()});
    std::uint16_t* const fold = assignment.fold.data() + begin;
    if (folds == 1) {
      std::fill_n(fold, hashes.size(), std::uint16_t{0});
      return;
    }
    hasher.deal(begin, folds, {fold, hashes.size()});
  });
  for (const std::uint64_t sum : hash_sum) assignment.content_hash += sum;
  assignment.content_hash = mix64(assignment.content_hash);
  if (!needs_copies) return assignment;

  const std::vector<std::vector<Copy>> copies = find_copies(data, dealt, options.threads, progress);
  auto distinct_rows = static_cast<double>(rows);
  for (const std::vector<Copy>& some : copies) distinct_rows -= static_cast<double>(some.size());
  if (!options.is_discrete && !has_few_values(data.outcome, distinct_rows)) return assignment;
  if (counts_copies) assignment.position.assign(rows, 0.0);
  parallel_for(copies.size(), options.threads, [&](std::size_t task) {
    for (const Copy& copy : copies[task]) {
      if (counts_copies) {
        assignment.position[copy.row] = copy.before;
      } else {
        const auto number = static_cast<std::uint64_t>(copy.before);
        assignment.fold[copy.row] = static_cast<std::uint16_t>((assignment.fold[copy.row] + number) % folds);
      }
    }
  });
  return assignment;
}

}  // namespace gaptv
