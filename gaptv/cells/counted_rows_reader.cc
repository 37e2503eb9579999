// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "gaptv/base/error.h"
#include "gaptv/base/infinity.h"
#include "gaptv/base/number_text.h"
#include "gaptv/cells/counted_rows_file.h"
#include "gaptv/data/fold_rule.h"
#include "gaptv/data/observations.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/model/json_node.h"

namespace gaptv {
namespace {

using Node = JsonNode;

constexpr std::uint64_t newest_version = 2;
// A locator of bins counts edges in 16 bits.
constexpr std::size_t most_edges = 65535;
// The most candidates of a rule for bins (bins_max).
constexpr std::size_t most_bins = 400;

template <typename Number>
void require_increasing(const Node& node, const std::vector<Number>& numbers) {
  const auto falls = std::ranges::adjacent_find(numbers, [](Number a, Number b) { return !(a < b); });
  if (falls == numbers.end()) return;
  node.element(static_cast<std::size_t>(falls - numbers.begin()) + 1).refuse("is not larger than the one before it");
}

std::vector<std::size_t> read_counts(const Node& node) {
  const std::vector<std::uint64_t> counts = node.list(&Node::count);
  return {counts.begin(), counts.end()};
}

CountedCells read_cells(const Node& node, std::size_t most_cells_here) {
  const std::vector<std::uint64_t> number = node["cell"].list(&Node::count);
  require_increasing(node["cell"], number);
  if (!number.empty() && number.back() >= most_cells_here) {
    node["cell"]
        .element(number.size() - 1)
        .refuse("is no cell of the grid, which has " + std::to_string(most_cells_here));
  }
  for (const char* key : {"weight", "mean", "scatter"}) node[key].require_size(number.size());
  const std::vector<double> weight = node["weight"].list(&Node::number_from_0);
  const std::vector<double> mean = node["mean"].list(&Node::number);
  const std::vector<double> scatter = node["scatter"].list(&Node::number_from_0);
  CountedCells cells;
  for (std::size_t i = 0; i < number.size(); ++i) {
    if (weight[i] == 0) node["weight"].element(i).refuse("is 0, and cells without rows are not listed");
    cells.push_back({number[i], {weight[i], mean[i], scatter[i]}});
  }
  return cells;
}

std::vector<CountedCells> read_folds(const Node& node, std::size_t cells) {
  std::vector<CountedCells> folds;
  for (std::size_t fold = 0; fold < node.size(); ++fold) folds.push_back(read_cells(node.element(fold), cells));
  return folds;
}

CountedAxis read_axis(const Node& node) {
  CountedAxis axis;
  axis.name = node["name"].text();
  axis.lowest = node["lowest"].number();
  axis.highest = node["highest"].number();
  if (axis.lowest > axis.highest) node["lowest"].refuse("is above the highest");
  axis.edges = node["edges"].list(&Node::number);
  require_increasing(node["edges"], axis.edges);
  if (axis.edges.size() > most_edges) node["edges"].refuse("has more than " + std::to_string(most_edges) + " entries");
  for (std::size_t i = 0; i < node["grids"].size(); ++i) {
    const Node grid = node["grids"].element(i);
    KnownGrid known{grid["bins"].count(), read_counts(grid["edges"])};
    require_increasing(grid["edges"], known.edges);
    if (!known.edges.empty() && known.edges.back() >= axis.edges.size()) {
      grid["edges"].refuse("names an edge that the axis does not have");
    }
    if (known.edges.size() >= std::max<std::size_t>(known.bins, 1))
      grid["edges"].refuse("has more edges than its bins");
    if (axis.find_grid(known.bins) != nullptr) grid["bins"].refuse("occurs twice");
    axis.grids.push_back(std::move(known));
  }
  return axis;
}

std::uint64_t read_hash(const Node& node) {
  const std::string text = node.text();
  std::uint64_t hash = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  if (error != std::errc() || end != text.data() + text.size()) node.refuse("is not a hexadecimal number");
  return hash;
}

OutcomeScale read_scale(const Node& node) {
  OutcomeScale scale;
  scale.center = node["center"].number();
  scale.unit = node["unit"].number();
  int exponent = 0;
  if (!(scale.unit > 0) || std::frexp(scale.unit, &exponent) != 0.5) node["unit"].refuse("is not a power of two");
  scale.inverse_unit = 1 / scale.unit;
  return scale;
}

WeightKind read_weight_kind(const Node& node) {
  for (const WeightKind kind : {WeightKind::copies, WeightKind::precision}) {
    if (node.text() == name_of(kind)) return kind;
  }
  node.refuse("is neither copies nor precision");
}

const CellLoss* read_loss(const Node& node) {
  const std::string name = node.text();
  const CellLoss& loss = loss_with_link_of(name);
  if (loss.name() != name) node.refuse("is not a loss of means");
  return &loss;
}

// Means of outcomes are where outcomes can be. Those of the squared loss are scaled, and can be anywhere.
void check_means(const Node& node, const CountedCells& cells, const CellLoss& loss) {
  if (loss.has_identity_link()) return;
  const double highest = loss.accepts().are_two_classes ? 1 : infinity;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const double mean = cells[i].stats.mean;
    if (!(mean >= 0 && mean <= highest)) node["mean"].element(i).refuse("cannot be a mean of such outcomes");
  }
}

// The weight of all cells must be what the summary says, up to the rounding of another order.
void check_weight(const Node& node, const CountedRows& rows) {
  double sum = 0;
  for (const CountedCell& cell : rows.copies) sum += cell.stats.weight;
  for (const CountedCells& fold : rows.folds) {
    for (const CountedCell& cell : fold) sum += rows.copies.empty() ? cell.stats.weight : 0;
  }
  constexpr double rounding = 1e-6;
  if (!(std::abs(sum - rows.summary.total_weight) <= rounding * sum)) {
    node["total_weight"].refuse("is not the weight of all cells, " + number_text(sum));
  }
}

SourceSummary read_summary(const Node& node) {
  SourceSummary summary;
  summary.outcome_name = node["outcome"]["name"].text();
  summary.loss = read_loss(node["loss"]);
  summary.scale = read_scale(node["outcome"]);
  summary.rows = node["rows"].count();
  summary.dropped_rows = node["dropped_rows"].count();
  summary.observations = node["observations"].number_from_0();
  summary.total_weight = node["total_weight"].number_from_0();
  summary.content_hash = read_hash(node["input_hash"]);
  summary.notes = node["notes"].list(&Node::text);
  if (node.has("classes")) summary.classes = node["classes"].list(&Node::text);
  summary.has_weights = node.has("weight");
  if (summary.has_weights) {
    summary.weight_name = node["weight"]["name"].text();
    summary.weight_kind = read_weight_kind(node["weight"]["kind"]);
  }
  if (node.has("exposure")) summary.exposure_name = node["exposure"]["name"].text();
  return summary;
}

void read_exact(const Node& node, CountedRows& rows) {
  const Node gap = node["gap"];
  if (!gap.has("formula", "as-printed") && !gap.has("formula", "mean-pair-distance")) {
    gap["formula"].refuse("is neither as-printed nor mean-pair-distance");
  }
  const bool is_printed = gap.has("formula", "as-printed");
  rows.exact_gap = {is_printed ? GapFormula::as_printed : GapFormula::mean_pair_distance, read_counts(gap["bins"]),
                    gap["sums"].list(&Node::number_from_0)};
  gap["sums"].require_size(rows.exact_gap.bins.size());
  for (std::size_t i = 0; i < node["tables"].size(); ++i) {
    const Node table = node["tables"].element(i);
    table["bins"].require_size(rows.axes.size());
    ExactTable exact{read_counts(table["bins"]), {}};
    std::size_t cells = 1;
    for (std::size_t axis = 0; axis < rows.axes.size(); ++axis) {
      const KnownGrid* known = rows.axes[axis].find_grid(exact.bins[axis]);
      if (known == nullptr) table["bins"].element(axis).refuse("is not among the grids of its axis");
      cells *= known->edges.size() + 1;
    }
    table["folds"].require_size(rows.folds.size());
    exact.folds = read_folds(table["folds"], cells);
    for (std::size_t fold = 0; fold < exact.folds.size(); ++fold) {
      check_means(table["folds"].element(fold), exact.folds[fold], *rows.summary.loss);
    }
    rows.exact_tables.push_back(std::move(exact));
  }
}

// Format 1 knew another rule only.
std::optional<std::vector<int>> read_fold_scales(const Node& node, std::uint64_t format, std::size_t columns) {
  if (format == 1) return std::nullopt;
  if (!node["fold_rule"].has("name", fold_rule_name)) {
    node["fold_rule"]["name"].refuse("is no rule for folds that this program knows; update gaptv");
  }
  const Node scales = node["fold_rule"]["scales"];
  scales.require_size(columns);
  std::vector<int> result;
  for (std::size_t i = 0; i < columns; ++i) {
    const double scale = scales.element(i).number();
    if (!(std::abs(scale) <= largest_fold_scale) || scale != std::round(scale)) {
      scales.element(i).refuse("is no whole number from -1023 to 1023");
    }
    result.push_back(static_cast<int>(scale));
  }
  return result;
}

CountedRows read_rows(const Node& node, std::uint64_t format) {
  CountedRows rows;
  rows.summary = read_summary(node);
  rows.seed = node["seed"].count();
  rows.bins_max = node["bins_max"].count();
  if (rows.bins_max == 0 || rows.bins_max > most_bins) {
    node["bins_max"].refuse("is not from 1 to " + std::to_string(most_bins));
  }
  rows.mean_outcome = node["mean_outcome"].number();
  for (std::size_t axis = 0; axis < node["axes"].size(); ++axis) {
    rows.axes.push_back(read_axis(node["axes"].element(axis)));
    rows.summary.feature_names.push_back(rows.axes.back().name);
  }
  if (rows.axes.empty() || rows.axes.size() > 3) node["axes"].refuse("has not 1 to 3 entries");
  const std::size_t cells = rows.shape().cells();
  rows.folds = read_folds(node["folds"], cells);
  if (rows.folds.empty()) node["folds"].refuse("is empty");
  rows.summary.folds = rows.folds.size();
  const std::size_t columns = rows.folds.size() == 1 ? 0 : rows.axes.size() + 1 + (node.has("exposure") ? 1 : 0);
  rows.fold_scales = read_fold_scales(node, format, columns);
  if (std::ranges::all_of(rows.folds, &CountedCells::empty)) node["folds"].refuse("holds no rows");
  if (node.has("exposure")) {
    rows.exposures = node["exposure"]["sample"].list(&Node::number_from_0);
    rows.copies = read_cells(node["exposure"]["copies"], cells);
  }
  if (!rows.summary.loss->is_known_by_cells()) {
    node["row_deviances"].require_size(rows.folds.size());
    for (std::size_t fold = 0; fold < rows.folds.size(); ++fold) {
      const Node of_fold = node["row_deviances"].element(fold);
      rows.deviances.push_back({of_fold["observations"].number_from_0(), of_fold["reference"].number(),
                                of_fold["deviance"].number_from_0()});
    }
  }
  for (std::size_t fold = 0; fold < rows.folds.size(); ++fold) {
    check_means(node["folds"].element(fold), rows.folds[fold], *rows.summary.loss);
  }
  check_weight(node, rows);
  read_exact(node["exact"], rows);
  return rows;
}

}  // namespace

CountedRows counted_rows_from_json(std::string_view text, const std::string& source) {
  const JsonSource named{source, "make the cell table again or restore the file"};
  const nlohmann::json json = parse_json(text, named);
  const Node node(json, "", named);
  if (!node.has("format", "gaptv-cells")) node.refuse("is not a cell table of gaptv (format gaptv-cells)");
  const std::uint64_t format = node["format_version"].count();
  if (format > newest_version) {
    throw InvalidInput(source + ": was written by a newer version (format " + std::to_string(format) +
                       ", this program reads up to " + std::to_string(newest_version) + "); update gaptv");
  }
  if (format == 0) node["format_version"].refuse("is 0");
  return read_rows(node, format);
}

}  // namespace gaptv
