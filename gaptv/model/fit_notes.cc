// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/fit_notes.h"

#include <string>
#include <utility>
#include <vector>

#include "gaptv/data/unusual_rows.h"
#include "gaptv/loss/loss_choice.h"

namespace gaptv {

std::vector<std::string> notes_on_rows(const DataView& data) {
  std::vector<std::string> notes = data.notes;
  for (std::string& warning : describe_unusual_rows(data)) notes.push_back(std::move(warning));
  return notes;
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
}

}  // namespace gaptv
