// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/model.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "gaptv/grid/connected_cells.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/loss/loss_choice.h"

namespace gaptv {

std::size_t Model::cell_of(std::span<const double> x) const {
  std::size_t cell = 0;
  for (std::size_t axis = 0; axis < grid.axes.size(); ++axis) {
    cell = cell * grid.axes[axis].bins() + grid.axes[axis].bin_of(x[axis]);
  }
  return cell;
}

void record_observations(const Observations& observations, FitRecord& record) {
  if (observations.kind() != WeightKind::automatic) record.weight_kind = name_of(observations.kind());
  record.observations = observations.count();
}

std::shared_ptr<const Loss> loss_of(const FitRecord& record) {
  return loss_named(record.loss, record.loss_parameter);
}

std::string describe_outcome(const FitRecord& record) {
  return loss_of(record)->describe(
      {record.outcome, record.exposure, record.classes.size() > 1 ? record.classes[1] : "1"});
}

std::vector<double> fitted_values(const Model& model) {
  std::vector<double> values = model.beta;
  loss_with_link_of(model.record.loss).to_mean(values);
  return values;
}

void find_plateaus(Model& model) {
  const std::vector<double> values = fitted_values(model);
  const Shape shape = model.grid.shape();
  ConnectedCells sets = connect_equal_cells(shape, model.beta);
  std::vector<Plateau> found(sets.count);
  std::vector<CellStats> stats(sets.count);
  for (Plateau& plateau : found) {
    plateau.first_bin = shape.bins;
    plateau.last_bin.assign(shape.dimensions(), 0);
  }
  for (std::size_t cell = 0; cell < sets.label.size(); ++cell) {
    Plateau& plateau = found[sets.label[cell]];
    plateau.value = values[cell];
    ++plateau.cells;
    stats[sets.label[cell]].add(model.cells[cell]);
    for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) {
      const std::size_t bin = shape.bin_of(cell, axis);
      plateau.first_bin[axis] = std::min(plateau.first_bin[axis], bin);
      plateau.last_bin[axis] = std::max(plateau.last_bin[axis], bin);
    }
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    found[i].weight = stats[i].weight;
    found[i].mean = stats[i].weight > 0 ? stats[i].mean : found[i].value;
  }
  // The largest first; equal ones in the order of their first cell.
  std::vector<std::size_t> order(found.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tie(found[a].weight, found[a].cells) > std::tie(found[b].weight, found[b].cells);
  });
  std::vector<std::size_t> rank(found.size());
  model.plateaus.clear();
  for (std::size_t i = 0; i < order.size(); ++i) {
    rank[order[i]] = i;
    model.plateaus.push_back(std::move(found[order[i]]));
    model.plateaus.back().id = i;
  }
  for (std::size_t& id : sets.label) id = rank[id];
  model.plateau_of_cell = std::move(sets.label);
}

}  // namespace gaptv
