// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <algorithm>
#include <string>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/hash.h"
#include "gaptv/cells/counted_cells.h"
#include "gaptv/cells/counted_rows.h"
#include "gaptv/data/observations.h"

namespace gaptv {
namespace {

constexpr std::size_t most_exposures = 10000;

std::string quote(const std::string& text) {
  return text.empty() ? "none" : "'" + text + "'";
}

std::string list_names(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + quote(name);
  return text.empty() ? "none" : text;
}

// What two tables must share, as texts to compare and to show.
std::vector<std::pair<std::string, std::string>> describe_kind(const CountedRows& rows) {
  const SourceSummary& summary = rows.summary;
  return {
      {"features", list_names(summary.feature_names)}, {"outcome", quote(summary.outcome_name)},
      {"classes", list_names(summary.classes)},        {"loss", std::string(summary.loss->name())},
      {"folds", std::to_string(summary.folds)},        {"seed", std::to_string(rows.seed)},
      {"weight", quote(summary.weight_name)},          {"kind of weights", std::string(name_of(summary.weight_kind))},
      {"exposure", quote(summary.exposure_name)}};
}

// Copies of a row would be in different folds.
void check_fold_rules(const CountedRows& first, const CountedRows& other, const std::string& differs) {
  if (first.summary.folds == 1 || first.fold_scales == other.fold_scales) return;
  if (!first.fold_scales || !other.fold_scales) {
    throw InvalidInput(differs +
                       "one of them was made by an older version, which dealt rows to folds by another rule; make it "
                       "anew");
  }
  throw InvalidInput(differs +
                     "rows were dealt to folds with other scales of the columns; make one table on the edges of the "
                     "other (`edges_from`)");
}

void check_alike(const CountedRows& first, const CountedRows& other, const std::string& first_name,
                 const std::string& name) {
  const std::string differs = name + " cannot be added to " + first_name + ": ";
  const auto a = describe_kind(first);
  const auto b = describe_kind(other);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].second == b[i].second) continue;
    throw InvalidInput(differs + a[i].first + " " + b[i].second + " instead of " + a[i].second +
                       "; make both tables with the same columns and options");
  }
  for (std::size_t axis = 0; axis < first.axes.size(); ++axis) {
    if (first.axes[axis].edges == other.axes[axis].edges) continue;
    throw InvalidInput(differs + "the edges of feature '" + first.axes[axis].name + "' are others (" +
                       std::to_string(other.axes[axis].edges.size()) + " instead of " +
                       std::to_string(first.axes[axis].edges.size()) +
                       "); make one table on the edges of the other (`edges_from`)");
  }
  check_fold_rules(first, other, differs);
  if (other.summary.weight_kind == WeightKind::precision) {
    throw InvalidInput(differs +
                       "weights of the kind precision are scaled by their sum over a file, so that files cannot be "
                       "compared; put the rows into one file, or use weights that count copies");
  }
}

CountedCells rescale(CountedCells cells, const OutcomeScale& from, const OutcomeScale& to) {
  if (from.center == to.center && from.unit == to.unit) return cells;
  const double ratio = from.unit * to.inverse_unit;
  for (CountedCell& cell : cells) {
    cell.stats.mean = to.to_scaled(from.to_outcome(cell.stats.mean));
    cell.stats.scatter *= ratio * ratio;
  }
  return cells;
}

// All rows of a fold as one cell.
CellStats add_up(const CountedCells& cells) {
  CellStats sum;
  for (const CountedCell& cell : cells) sum.add(cell.stats);
  return sum;
}

// The deviance of rows from another reference. That of the rows from their own mean stays (it is a Bregman divergence);
// that of the mean from the reference is exchanged.
RowDeviance change_reference(RowDeviance rows, double reference, const CountedCells& cells, const CellLoss& loss) {
  const CellStats sum = add_up(cells);
  const auto from = [&](double value) {
    return sum.weight > 0 ? 2 * loss.divergence(std::vector{sum.weight}, std::vector{sum.mean}, std::vector{value})
                          : 0.0;
  };
  rows.deviance += from(reference) - from(rows.reference);
  rows.reference = reference;
  return rows;
}

void add_axes(const std::vector<CountedAxis>& from, std::vector<CountedAxis>& axes) {
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    axes[axis].lowest = std::min(axes[axis].lowest, from[axis].lowest);
    axes[axis].highest = std::max(axes[axis].highest, from[axis].highest);
  }
}

void add_summary(const CountedRows& part, CountedRows& all) {
  const double share = part.summary.total_weight / (all.summary.total_weight + part.summary.total_weight);
  const auto size = [](const CountedRows& rows) {
    double sum = 0;
    for (const CountedCells& fold : rows.folds) sum += add_up(fold).weight;
    return sum;
  };
  const double weight = size(part);
  all.mean_outcome += (part.mean_outcome - all.mean_outcome) * weight / (size(all) + weight);
  // A sample of both, each with its share.
  const std::size_t wanted = std::min(most_exposures, all.exposures.size() + part.exposures.size());
  const std::size_t of_part =
      std::min(part.exposures.size(), static_cast<std::size_t>(share * static_cast<double>(wanted)));
  all.exposures.resize(std::min(all.exposures.size(), wanted - of_part));
  all.exposures.insert(all.exposures.end(), part.exposures.begin(),
                       part.exposures.begin() + static_cast<std::ptrdiff_t>(of_part));
  SourceSummary& summary = all.summary;
  summary.rows += part.summary.rows;
  summary.dropped_rows += part.summary.dropped_rows;
  summary.observations += part.summary.observations;
  summary.total_weight += part.summary.total_weight;
  summary.content_hash = mix64(summary.content_hash + part.summary.content_hash);
  for (const std::string& note : part.summary.notes) {
    if (std::ranges::find(summary.notes, note) == summary.notes.end()) summary.notes.push_back(note);
  }
  all.bins_max = std::max(all.bins_max, part.bins_max);
}

}  // namespace

CountedRows merge_counted_rows(const std::vector<CountedRows>& parts, const std::vector<std::string>& names) {
  if (parts.empty()) throw InvalidInput("there is no table to merge; name at least one");
  CountedRows all = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const CountedRows& part = parts[i];
    check_alike(all, part, names.front(), names[i]);
    add_summary(part, all);
    add_axes(part.axes, all.axes);
    all.exact_tables.clear();
    all.exact_gap = {};
    for (std::size_t fold = 0; fold < all.deviances.size(); ++fold) {
      const RowDeviance more =
          change_reference(part.deviances[fold], all.deviances[fold].reference, part.folds[fold], *all.summary.loss);
      all.deviances[fold].observations += more.observations;
      all.deviances[fold].deviance += more.deviance;
    }
    const auto scaled = [&](const CountedCells& cells) {
      return rescale(cells, part.summary.scale, all.summary.scale);
    };
    for (std::size_t fold = 0; fold < all.folds.size(); ++fold) {
      all.folds[fold] = merge_cells(all.folds[fold], scaled(part.folds[fold]));
    }
    all.copies = merge_cells(all.copies, scaled(part.copies));
  }
  return all;
}

}  // namespace gaptv
