// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/regions/region_noise.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace gaptv {
namespace {

// Twice the parts that bins are cut into for four shifts: with few rows it takes cells of that size to hold two.
constexpr std::size_t most_bins_together = 8;
// With fewer the standard error says little itself.
constexpr double fewest_comparisons = 30;
// How many standard errors the residual may lie above the estimate: borders that look dear by chance cost less than too
// many.
constexpr double errors_above = 2;
// Where rows hardly differ within cells, nearly all differences between cells would be worth a border. With a tenth of
// the residual plateaus without noise have twice the regions of before and smooth surfaces three times, with a
// quarter 1.6 and 1.9 times, for most of the gain.
constexpr double least_share_of_residual = 0.25;

// What one fold says of a cell.
struct FoldOfCell {
  std::size_t cell;
  double weight;
  double mean;
};

// What all folds say of some cells together.
struct Comparison {
  CellStats means;    // of the folds
  double fitted = 0;  // the mean fitted value
  double folds = 0;
};

std::vector<std::vector<FoldOfCell>> list_occupied_cells(const std::vector<CellTable>& folds) {
  std::vector<std::vector<FoldOfCell>> lists;
  for (const CellTable& fold : folds) {
    std::vector<FoldOfCell>& list = lists.emplace_back();
    for (std::size_t cell = 0; cell < fold.cells.size(); ++cell) {
      const CellStats& stats = fold.cells[cell];
      if (stats.weight > 0) list.push_back({cell, stats.weight, stats.mean});
    }
  }
  return lists;
}

// Groups so many neighbouring bins of each axis.
class CellGroups {
 public:
  CellGroups(const Shape& shape, std::size_t bins_together) : shape_(shape), bins_together_(bins_together) {
    for (const std::size_t bins : shape.bins) groups_.bins.push_back((bins + bins_together - 1) / bins_together);
  }

  std::size_t count() const { return groups_.cells(); }
  std::size_t group_of(std::size_t cell) const {
    std::size_t group = 0;
    for (std::size_t axis = 0; axis < shape_.dimensions(); ++axis) {
      group += shape_.bin_of(cell, axis) / bins_together_ * groups_.stride(axis);
    }
    return group;
  }

 private:
  const Shape& shape_;
  std::size_t bins_together_;
  Shape groups_;
};

std::vector<Comparison> compare_folds(const std::vector<std::vector<FoldOfCell>>& folds, const CellGroups& groups,
                                      std::span<const double> values) {
  std::vector<Comparison> comparisons(groups.count());
  std::vector<CellStats> of_fold(groups.count());
  std::vector<std::size_t> touched;
  for (const std::vector<FoldOfCell>& fold : folds) {
    touched.clear();
    for (const FoldOfCell& part : fold) {
      const std::size_t group = groups.group_of(part.cell);
      if (of_fold[group].weight <= 0) touched.push_back(group);
      of_fold[group].add({part.weight, part.mean, 0});
      Comparison& comparison = comparisons[group];
      const double weight = comparison.means.weight + of_fold[group].weight;
      comparison.fitted += (values[part.cell] - comparison.fitted) * (part.weight / weight);
    }
    for (const std::size_t group : touched) {
      comparisons[group].means.add({of_fold[group].weight, of_fold[group].mean, 0});
      comparisons[group].folds += 1;
      of_fold[group] = {};
    }
  }
  std::erase_if(comparisons, [](const Comparison& comparison) { return comparison.folds < 2; });
  return comparisons;
}

// The estimate with its standard error, which is that of normal outcomes at least.
std::optional<NoiseRange> estimate_from(const std::vector<Comparison>& comparisons, const CellLoss& loss,
                                        double& comparisons_made) {
  double observed = 0;
  double expected = 0;  // where the noise is 1
  double count = 0;
  const auto expected_of = [&loss](const Comparison& cell) { return (cell.folds - 1) * loss.variance(cell.fitted); };
  for (const Comparison& cell : comparisons) {
    observed += cell.means.scatter;
    expected += expected_of(cell);
    count += cell.folds - 1;
  }
  if (count < fewest_comparisons || !(expected > 0)) return std::nullopt;
  const double noise = observed / expected;
  double squares = 0;
  for (const Comparison& cell : comparisons) {
    const double rest = cell.means.scatter - noise * expected_of(cell);
    squares += rest * rest;
  }
  const double error = std::max(std::sqrt(squares) / expected, noise * std::sqrt(2 / count));
  comparisons_made = count;
  return NoiseRange{std::max(0.0, noise - error), noise + errors_above * error};
}

}  // namespace

std::optional<NoiseRange> estimate_noise_within_cells(const std::vector<CellTable>& folds,
                                                      std::span<const double> values, const CellLoss& loss) {
  if (folds.size() < 2) return std::nullopt;
  const std::vector<std::vector<FoldOfCell>> occupied = list_occupied_cells(folds);
  std::optional<NoiseRange> best;
  double most_comparisons = 0;
  for (std::size_t together = 1; together <= most_bins_together; ++together) {
    double comparisons = 0;
    const CellGroups groups(folds.front().shape, together);
    const std::optional<NoiseRange> range = estimate_from(compare_folds(occupied, groups, values), loss, comparisons);
    if (!range || comparisons <= most_comparisons) continue;
    most_comparisons = comparisons;
    if (!best || range->highest < best->highest) best = range;
  }
  return best;
}

double choose_noise(double residual, const std::vector<CellTable>& folds, std::span<const double> values,
                    const CellLoss& loss) {
  if (loss.has_known_dispersion() && !loss.is_often_overdispersed()) return 1;
  double noise = residual;
  if (const std::optional<NoiseRange> range = estimate_noise_within_cells(folds, values, loss)) {
    noise = std::max(std::clamp(residual, range->lowest, range->highest), least_share_of_residual * residual);
  }
  return loss.has_known_dispersion() ? std::max(1.0, noise) : noise;
}

}  // namespace gaptv
