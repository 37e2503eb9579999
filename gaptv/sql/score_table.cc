// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/sql/score_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/number_text.h"
#include "gaptv/data/dataset.h"

namespace gaptv::sql {
namespace {

// Collects the edges of all surfaces.
std::vector<ScoreAxis> join_axes(const Model& model) {
  std::vector<ScoreAxis> axes;
  for (const std::string& name : feature_names(model)) axes.push_back({name, {}});
  for (const Surface& surface : model.surfaces) {
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
      const std::vector<double>& more = surface.grid.axes[axis].edges;
      axes[axis].edges.insert(axes[axis].edges.end(), more.begin(), more.end());
    }
  }
  for (ScoreAxis& axis : axes) {
    std::ranges::sort(axis.edges);
    axis.edges.erase(std::unique(axis.edges.begin(), axis.edges.end()), axis.edges.end());
  }
  return axes;
}

// A value in the bin: the edge where it begins.
double value_in(const ScoreAxis& axis, std::size_t bin) {
  if (bin > 0) return axis.edges[bin - 1];
  return axis.edges.empty() ? 0.0 : std::nextafter(axis.edges[0], -std::numeric_limits<double>::infinity());
}

// The cell of the surface's own grid that contains each cell of the joint one.
std::vector<std::size_t> own_cells(const Surface& surface, const std::vector<ScoreAxis>& axes, std::size_t cells) {
  std::vector<std::size_t> own(cells, 0);
  std::size_t repeats = cells;  // how many cells in a row share a bin of the axis
  for (std::size_t a = 0; a < axes.size(); ++a) {
    const Axis& axis = surface.grid.axes[a];
    std::vector<std::size_t> own_bin;
    for (std::size_t bin = 0; bin <= axes[a].edges.size(); ++bin)
      own_bin.push_back(axis.bin_of(value_in(axes[a], bin)));
    repeats /= own_bin.size();
    for (std::size_t cell = 0; cell < cells; ++cell) {
      own[cell] = own[cell] * axis.bins() + own_bin[cell / repeats % own_bin.size()];
    }
  }
  return own;
}

// Numbers the sets of regions, one of each surface, that cells have.
std::vector<std::uint32_t> number_answers(const Model& model, const std::vector<ScoreAxis>& axes, std::size_t cells) {
  std::vector<std::uint32_t> answers(cells, 0);
  for (const Surface& surface : model.surfaces) {
    const std::vector<std::size_t> own = own_cells(surface, axes, cells);
    std::map<std::pair<std::uint32_t, std::size_t>, std::uint32_t> numbers;
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const auto next = static_cast<std::uint32_t>(numbers.size());
      answers[cell] = numbers.try_emplace({answers[cell], surface.region_of_cell[own[cell]]}, next).first->second;
    }
  }
  return answers;
}

// Merges bins between which no cell differs.
void drop_needless_edges(ScoreTable& table, std::size_t axis) {
  const Shape shape = table.shape();
  const std::size_t stride = shape.stride(axis);
  std::vector<bool> is_needed(shape.bins[axis], false);  // whether the bin differs from the one before
  is_needed[0] = true;
  for (std::size_t cell = stride; cell < table.answer_of_cell.size(); ++cell) {
    const std::size_t bin = shape.bin_of(cell, axis);
    if (bin > 0 && table.answer_of_cell[cell] != table.answer_of_cell[cell - stride]) is_needed[bin] = true;
  }
  std::vector<double> edges;
  for (std::size_t bin = 1; bin < is_needed.size(); ++bin) {
    if (is_needed[bin]) edges.push_back(table.axes[axis].edges[bin - 1]);
  }
  std::vector<std::uint32_t> answers;
  for (std::size_t cell = 0; cell < table.answer_of_cell.size(); ++cell) {
    if (is_needed[shape.bin_of(cell, axis)]) answers.push_back(table.answer_of_cell[cell]);
  }
  table.axes[axis].edges = std::move(edges);
  table.answer_of_cell = std::move(answers);
}

// One row in some cell of each answer.
Dataset rows_of_answers(const ScoreTable& table) {
  const Shape shape = table.shape();
  Dataset rows;
  for (const ScoreAxis& axis : table.axes) rows.feature_names.push_back(axis.name);
  const std::size_t answers = std::size_t{1} + *std::ranges::max_element(table.answer_of_cell);
  rows.features.assign(table.axes.size(), std::vector<double>(answers, 0.0));
  for (std::size_t cell = 0; cell < table.answer_of_cell.size(); ++cell) {
    for (std::size_t axis = 0; axis < table.axes.size(); ++axis) {
      rows.features[axis][table.answer_of_cell[cell]] = value_in(table.axes[axis], shape.bin_of(cell, axis));
    }
  }
  return rows;
}

}  // namespace

Shape ScoreTable::shape() const {
  Shape shape;
  for (const ScoreAxis& axis : axes) shape.bins.push_back(axis.edges.size() + 1);
  return shape;
}

ScoreTable make_score_table(const Model& model, PredictionType type) {
  ScoreTable table;
  table.axes = join_axes(model);
  double cells = 1;
  for (const ScoreAxis& axis : table.axes) cells *= static_cast<double>(axis.edges.size() + 1);
  if (cells > most_cells) {
    throw InvalidInput("the grids of all classes together have " + number_text(cells) +
                       " cells, too many for statements; fit with fewer bins (`bins`)");
  }
  table.answer_of_cell = number_answers(model, table.axes, static_cast<std::size_t>(cells));
  for (std::size_t axis = 0; axis < table.axes.size(); ++axis) drop_needless_edges(table, axis);

  const Dataset rows = rows_of_answers(table);
  const DataView view = rows.view();
  using Kind = ScoreColumn::Kind;
  std::vector<std::vector<double>> regions = predict_by_surface(model, view, PredictionType::region);
  std::vector<std::vector<double>> values = predict_by_surface(model, view, type);
  if (!model.has_classes()) {
    if (type != PredictionType::region) table.columns.push_back({"prediction", Kind::number, std::move(values[0]), {}});
    table.columns.push_back({"region", Kind::whole_number, std::move(regions[0]), {}});
    return table;
  }
  const std::vector<std::string>& labels = model.record.classes;
  ScoreColumn most_probable{"prediction", Kind::text, {}, {}};
  for (const std::size_t best : most_probable_class(predict_by_surface(model, view))) {
    most_probable.texts.push_back(labels[best]);
  }
  table.columns.push_back(std::move(most_probable));
  const std::string prefix = type == PredictionType::link ? "link_" : "probability_";
  for (std::size_t k = 0; k < labels.size() && type != PredictionType::region; ++k) {
    table.columns.push_back({prefix + labels[k], Kind::number, std::move(values[k]), {}});
  }
  for (std::size_t k = 0; k < labels.size(); ++k) {
    table.columns.push_back({"region_" + labels[k], Kind::whole_number, std::move(regions[k]), {}});
  }
  return table;
}

}  // namespace gaptv::sql
