// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/fit_notes.h"

#include <string>
#include <vector>

#include "gaptv/base/number_text.h"

namespace gaptv {

void add_fit_notes(const FitOptions& options, const Grid& grid, Model& model) {
  std::vector<std::string>& notes = model.record.notes;
  if (!options.own_loss && model.record.loss_parameter && options.loss == "huber") {
    notes.push_back("loss huber: delta " + number_text(*model.record.loss_parameter) +
                    ", 1.345 times the noise within cells (`loss=huber=DELTA` sets it)");
  }
  for (const Axis& axis : grid.axes) {
    if (axis.lowest == axis.highest) {
      notes.push_back("feature '" + axis.name + "' is constant: it has one bin and no influence");
    } else if (axis.bins() < axis.bins_requested) {
      notes.push_back("feature '" + axis.name + "': repeated values leave " + std::to_string(axis.bins()) + " of " +
                      std::to_string(axis.bins_requested) + " bins");
    }
  }
  if (model.record.lambda_max == 0) {
    notes.emplace_back(model.record.loss_parameter || options.own_loss
                           ? "one value is best for every cell: the fit is one plateau"
                           : "every cell has the same mean outcome: the fit is one plateau");
  }
}

}  // namespace gaptv
