// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/model.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "gaptv/base/error.h"
#include "gaptv/grid/connected_cells.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/loss/loss_choice.h"

namespace gaptv {

std::size_t Surface::cell_of(std::span<const double> x) const {
  std::size_t cell = 0;
  for (std::size_t axis = 0; axis < grid.axes.size(); ++axis) {
    cell = cell * grid.axes[axis].bins() + grid.axes[axis].bin_of(x[axis]);
  }
  return cell;
}

bool is_released(const Model& model) {
  return model.record.method == released_method;
}

void check_knows_rows(const Model& model, std::string_view what) {
  if (!is_released(model)) return;
  throw InvalidInput(std::string(what) +
                     " needs what the rows say, and this model was made for the public: it predicts and knows nothing "
                     "of rows; take the model that the release was made of");
}

void record_observations(const Observations& observations, FitRecord& record) {
  if (observations.kind() != WeightKind::automatic) record.weight_kind = name_of(observations.kind());
  record.observations = observations.count();
}

std::shared_ptr<const Loss> loss_of(const FitRecord& record) {
  return loss_named(record.loss, record.loss_parameter);
}

std::string describe_outcome(const FitRecord& record, const Surface& surface) {
  const std::string predicted = !surface.label.empty()      ? surface.label
                                : record.classes.size() > 1 ? record.classes[1]
                                                            : "1";
  return loss_of(record)->describe({record.outcome, record.exposure, predicted});
}

std::string recorded_option(const FitRecord& record, std::string_view name) {
  const auto found = std::ranges::find(record.options, name, [](const auto& option) { return option.first; });
  return found != record.options.end() ? found->second : "";
}

std::vector<double> fitted_values(const Surface& surface) {
  std::vector<double> values;
  values.reserve(surface.region_of_cell.size());
  for (const std::size_t region : surface.region_of_cell) values.push_back(surface.regions[region].value);
  return values;
}

std::size_t count_regions(const Model& model) {
  std::size_t count = 0;
  for (const Surface& surface : model.surfaces) count += surface.regions.size();
  return count;
}

Certificate joint_certificate(const Model& model) {
  // All classes of a tree have the tree's.
  if (!model.has_classes() || model.surfaces.front().record.leaves) return model.surfaces.front().record.certificate;
  Certificate joint;
  for (const Surface& surface : model.surfaces) {
    joint.objective += surface.record.certificate.objective;
    take_worse(joint, surface.record.certificate);
  }
  return joint;
}

std::vector<std::string> feature_names(const Model& model) {
  std::vector<std::string> names;
  for (const Axis& axis : model.surfaces.front().grid.axes) names.push_back(axis.name);
  return names;
}

void find_regions(Surface& surface, std::string_view loss) {
  std::vector<double> values = surface.beta;
  loss_with_link_of(loss).to_mean(values);
  const Shape shape = surface.grid.shape();
  ConnectedCells sets = connect_equal_cells(shape, surface.beta, surface.grid.left_out);
  std::vector<Region> found(sets.count);
  std::vector<CellStats> stats(sets.count);
  for (Region& region : found) {
    region.first_bin = shape.bins;
    region.last_bin.assign(shape.dimensions(), 0);
  }
  for (std::size_t cell = 0; cell < sets.label.size(); ++cell) {
    if (surface.grid.is_left_out(cell)) continue;
    Region& region = found[sets.label[cell]];
    region.value = values[cell];
    ++region.cells;
    region.rows += surface.rows.empty() ? surface.cells[cell].weight : surface.rows[cell];
    stats[sets.label[cell]].add(surface.cells[cell]);
    for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) {
      const std::size_t bin = shape.bin_of(cell, axis);
      region.first_bin[axis] = std::min(region.first_bin[axis], bin);
      region.last_bin[axis] = std::max(region.last_bin[axis], bin);
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
  surface.regions.clear();
  for (std::size_t i = 0; i < order.size(); ++i) {
    rank[order[i]] = i;
    surface.regions.push_back(std::move(found[order[i]]));
    surface.regions.back().id = i;
  }
  for (std::size_t& id : sets.label) id = rank[id];
  surface.region_of_cell = std::move(sets.label);
}

}  // namespace gaptv
