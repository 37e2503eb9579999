// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/fit_notes.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "gaptv/base/number_text.h"
#include "gaptv/data/unusual_rows.h"
#include "gaptv/grid/cell_mask.h"
#include "gaptv/grid/connected_cells.h"
#include "gaptv/loss/loss_choice.h"

namespace gaptv {

namespace {

// A number that was asked for is the most that there may be; where there are fewer, that is said.
void note_fewer_regions(const FitOptions& options, const Surface& surface, std::vector<std::string>& notes) {
  const std::size_t count = surface.regions.size();
  if (!surface.record.regions || options.regions.rule != RegionsRule::at_most) return;
  if (count >= options.regions.at_most) return;
  notes.push_back("there " + std::string(count == 1 ? "is 1 region" : "are " + std::to_string(count) + " regions") +
                  ", fewer than the " + std::to_string(options.regions.at_most) +
                  " that `regions` asks for: " + why_fewer_regions(options.min_rows));
}

}  // namespace

std::string why_fewer_regions(std::size_t min_rows) {
  if (min_rows > 1) return "no more have " + std::to_string(min_rows) + " rows each";
  return "no more have rows, and a value, of their own";
}

std::vector<std::string> notes_on_rows(const DataView& data) {
  std::vector<std::string> notes = data.notes;
  for (std::string& warning : describe_unusual_rows(data)) notes.push_back(std::move(warning));
  return notes;
}

void note_mask(const FitOptions& options, Surface& surface, std::vector<std::string>& notes) {
  if (options.mask.rule == CellMask::Rule::none) return;
  CellTable counted(surface.grid.shape());
  counted.cells = surface.cells;
  for (std::size_t cell = 0; cell < surface.rows.size(); ++cell) counted.cells[cell].weight = surface.rows[cell];
  surface.rows_outside_mask = apply_mask(options.mask, surface.grid, counted).rows_outside;
  if (surface.rows_outside_mask > 0) {
    notes.push_back(number_text(surface.rows_outside_mask) +
                    " rows are in cells that no polygon of `mask` overlaps: these cells stay");
  }
  if (surface.grid.left_out.empty()) {
    notes.emplace_back("`mask` leaves out no cell: all are as near to rows, or in the polygons");
    return;
  }
  const ConnectedCells parts =
      connect_equal_cells(surface.grid.shape(), std::vector<double>(surface.cells.size(), 0.0), surface.grid.left_out);
  if (parts.count < 2) return;
  std::string note = "`mask` cuts the map into " + std::to_string(parts.count) +
                     " parts: nothing is smoothed or joined from one to another";
  if (options.regions.rule == RegionsRule::at_most && options.regions.at_most < parts.count) {
    note += ", so that there are no fewer regions than parts";
  }
  notes.push_back(std::move(note));
  std::vector<double> rows(parts.count, 0.0);
  for (std::size_t cell = 0; cell < counted.cells.size(); ++cell) rows[parts.label[cell]] += counted.cells[cell].weight;
  const auto few =
      std::ranges::count_if(rows, [&options](double count) { return count < static_cast<double>(options.min_rows); });
  if (few > 0) {
    notes.push_back(std::to_string(few) + " parts have fewer rows than `min_rows` asks for, and no neighbour to join");
  }
}

void add_fit_notes(const FitOptions& options, const Grid& grid, Model& model) {
  std::vector<std::string>& notes = model.record.notes;
  if (!options.own_loss && model.record.loss_parameter) {
    const std::string note = describe_parameter_from_noise(parse_loss(options.loss), *model.record.loss_parameter);
    if (!note.empty()) notes.push_back(note);
  }
  for (const Axis& axis : grid.axes) {
    if (axis.lowest == axis.highest) {
      notes.push_back("feature '" + axis.name + "' is constant: it has one bin and no influence");
    } else if (axis.bins() < axis.bins_requested) {
      notes.push_back("feature '" + axis.name + "': repeated values leave " + std::to_string(axis.bins()) + " of " +
                      std::to_string(axis.bins_requested) + " bins");
    }
  }
  if (model.surfaces.front().record.lambda_max == 0) {
    notes.emplace_back(model.record.loss_parameter || options.own_loss
                           ? "one value is best for every cell: the fit is one region"
                           : "every cell has the same mean outcome: the fit is one region");
  }
  note_fewer_regions(options, model.surfaces.front(), notes);
}

}  // namespace gaptv
