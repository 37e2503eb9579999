// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/model_parts.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/infinity.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/loss/loss_choice.h"

namespace gaptv {
namespace {

using Node = JsonNode;

constexpr std::size_t most_edges = 65535;    // what BinLocator can look up
constexpr double rounding_of_sums = 1e-9;    // sums over the cells of a region, added up in another order
constexpr double rounding_of_links = 1e-14;  // the mathematical functions of two machines differ in the last digit

Axis read_axis(const Node& node) {
  Axis axis;
  axis.name = node["name"].text();
  axis.edges = node["edges"].list(&Node::number);
  axis.bins_requested = node["bins_requested"].count();
  axis.lowest = node["lowest"].number();
  axis.highest = node["highest"].number();
  if (axis.edges.size() > most_edges) node["edges"].refuse("has more than " + std::to_string(most_edges) + " entries");
  if (std::adjacent_find(axis.edges.begin(), axis.edges.end(), std::greater_equal<>()) != axis.edges.end()) {
    node["edges"].refuse("is not increasing");
  }
  if (axis.bins_requested < axis.bins()) node["bins_requested"].refuse("is less than the number of bins");
  if (axis.lowest > axis.highest) node["lowest"].refuse("is above highest");
  return axis;
}

// A scatter that rounding left just below 0, as earlier versions could write it, is 0. magnitude: of the outcomes.
double read_scatter(const Node& node, double weight, double magnitude) {
  const double scatter = node.number();
  if (scatter >= 0) return scatter;
  if (scatter >= -rounding_of_sums * weight * magnitude * magnitude) return 0;
  return node.number_from_0();  // refuses
}

Region read_region(const Node& node) {
  Region region;
  region.id = node["id"].count();
  region.value = node["value"].number();
  region.weight = node["weight"].number_from_0();
  region.mean = node["mean"].number();
  region.cells = node["cells"].count();
  region.first_bin = node["first_bin"].list(&Node::count);
  region.last_bin = node["last_bin"].list(&Node::count);
  return region;
}

// The outer edges of the bins from first to last; an unbounded side is null.
void check_bounds(const Node& bounds, const Region& region, const Grid& grid) {
  bounds.require_size(grid.axes.size());
  for (std::size_t axis = 0; axis < grid.axes.size(); ++axis) {
    const std::vector<double>& edges = grid.axes[axis].edges;
    bounds.element(axis).require_size(2);
    const double low = region.first_bin[axis] > 0 ? edges[region.first_bin[axis] - 1] : -infinity;
    const double high = region.last_bin[axis] < edges.size() ? edges[region.last_bin[axis]] : infinity;
    if (bounds.element(axis).element(0).number_or(-infinity) != low ||
        bounds.element(axis).element(1).number_or(infinity) != high) {
      bounds.element(axis).refuse("does not fit first_bin and last_bin");
    }
  }
}

// Which of the regions found in beta each region of the file is.
std::vector<std::size_t> match_regions(const Node& labels, const Surface& found,
                                       const std::vector<std::size_t>& label) {
  constexpr auto none = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> match(found.regions.size(), none);
  for (std::size_t cell = 0; cell < label.size(); ++cell) {
    if (label[cell] >= match.size()) labels.element(cell).refuse("is not the id of a region");
    std::size_t& id = match[label[cell]];
    if (id == none) id = found.region_of_cell[cell];
    if (id != found.region_of_cell[cell]) labels.element(cell).refuse("does not fit beta");
  }
  return match;
}

// Reads how many cells stay, how many after them are left out, and so on.
std::vector<bool> read_left_out(const Node& node, std::size_t cells) {
  const std::vector<std::uint64_t> runs = node.list(&Node::count);
  std::vector<bool> left_out;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i] == 0 && i > 0) node.element(i).refuse("is 0");
    if (runs[i] > cells - left_out.size()) node.element(i).refuse("is more than there are cells");
    left_out.insert(left_out.end(), runs[i], i % 2 == 1);
  }
  if (left_out.size() != cells) node.refuse("does not say of every cell whether it stays");
  if (runs.size() < 2) node.refuse("leaves out no cell");
  if (std::ranges::find(left_out, false) == left_out.end()) node.refuse("leaves out every cell");
  return left_out;
}

}  // namespace

Grid read_grid(const Node& node) {
  const Node axes = node["axes"];
  if (axes.size() < 1 || axes.size() > 3)
    axes.refuse("has " + std::to_string(axes.size()) + " entries; 1 to 3 are possible");
  Grid grid;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) grid.axes.push_back(read_axis(axes.element(axis)));
  if (node.has("left_out")) grid.left_out = read_left_out(node["left_out"], grid.shape().cells());
  return grid;
}

std::vector<CellStats> read_cells(const Node& node, std::size_t count) {
  const Node weight = node["weight"];
  const Node mean = node["mean"];
  const Node scatter = node["scatter"];
  for (const Node& list : {weight, mean, scatter}) list.require_size(count);
  std::vector<CellStats> cells(count);
  double magnitude = 0;
  for (std::size_t i = 0; i < count; ++i) magnitude = std::max(magnitude, std::abs(mean.element(i).number_or(0)));
  for (std::size_t i = 0; i < count; ++i) {
    cells[i].weight = weight.element(i).number_from_0();
    if (cells[i].weight == 0) {
      for (const Node& list : {mean, scatter}) {
        if (!list.element(i).is_null()) list.element(i).refuse("is not null although the cell is empty");
      }
    } else {
      cells[i].mean = mean.element(i).number();
      cells[i].scatter = read_scatter(scatter.element(i), cells[i].weight, magnitude);
    }
  }
  return cells;
}

void read_regions(const Node& regions, const Node& labels, std::string_view loss, Surface& surface) {
  Surface found;
  found.grid = surface.grid;
  found.beta = surface.beta;
  found.cells = surface.cells;
  found.rows = surface.rows;
  find_regions(found, loss);
  regions.require_size(found.regions.size());
  labels.require_size(surface.beta.size());
  surface.region_of_cell = labels.list(&Node::count);
  const std::vector<std::size_t> match = match_regions(labels, found, surface.region_of_cell);
  double largest_value = 0;
  for (const Region& region : found.regions) largest_value = std::max(largest_value, std::abs(region.value));
  for (const CellStats& cell : surface.cells) largest_value = std::max(largest_value, std::abs(cell.mean));
  for (std::size_t i = 0; i < match.size(); ++i) {
    const Node node = regions.element(i);
    Region region = read_region(node);
    const Region& twin = found.regions[match[i]];
    if (region.id != i) node["id"].refuse("is not the place of the region in the list");
    if (!(std::abs(region.value - twin.value) <= rounding_of_links * std::abs(twin.value))) {
      node["value"].refuse("does not fit beta");
    }
    if (region.cells != twin.cells) node["cells"].refuse("does not fit beta");
    if (region.first_bin != twin.first_bin) node["first_bin"].refuse("does not fit beta");
    if (region.last_bin != twin.last_bin) node["last_bin"].refuse("does not fit beta");
    if (!(std::abs(region.weight - twin.weight) <= rounding_of_sums * twin.weight)) {
      node["weight"].refuse("does not fit the cells");
    }
    if (!(std::abs(region.mean - twin.mean) <= rounding_of_sums * largest_value)) {
      node["mean"].refuse("does not fit the cells");
    }
    region.rows = twin.rows;  // the file has those of cells only
    check_bounds(node["bounds"], region, surface.grid);
    if (i > 0 && region.weight > surface.regions.back().weight) node["weight"].refuse("is out of order");
    surface.regions.push_back(std::move(region));
  }
}

void check_loss(const Node& node, const FitRecord& record) {
  const bool is_own = record.loss.starts_with(own_loss_prefix);
  const bool has_parameter = is_loss_of_outcomes(record.loss);
  if (!is_own && !has_parameter && find_cell_loss(record.loss) == nullptr) {
    node["loss"].refuse("is '" + record.loss + "', which this version does not know");
  }
  if (has_parameter && !record.loss_parameter) node["loss_parameter"].refuse("is missing");
  if (has_parameter && !is_possible({record.loss, record.loss_parameter})) {
    node["loss_parameter"].refuse("is not possible for the loss " + record.loss);
  }
}

OptionTexts read_options(const Node& node) {
  OptionTexts texts;
  for (const FitOption& option : fit_option_table()) {
    const std::string name(option.name);
    if (node.has(name.c_str())) texts.emplace_back(name, node[name.c_str()].text());
  }
  for (const std::string& key : node.keys()) {
    if (std::ranges::find(texts, key, &OptionTexts::value_type::first) == texts.end()) {
      node.refuse("has an option that this version does not know, '" + key + "'");
    }
  }
  try {
    options_from_texts(texts);
  } catch (const InvalidInput& error) {
    node.refuse(std::string("cannot be: ") + error.what());
  }
  return texts;
}

}  // namespace gaptv
