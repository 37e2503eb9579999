// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gaptv/data/outcome_scale.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/loss/outcome_loss.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/select/table_source.h"

namespace gaptv {

// Returns the name of the loss as the model file has it, without its parameter.
std::string name_of_loss(const FitOptions& options);

// Holds the loss of a fit, and the units in which it is computed.
struct FittedLoss {
  std::string name;
  std::optional<double> parameter;  // in the units of the outcome
  const CellLoss* of_means;         // the loss itself, or what OutcomeData says of means
  // This is the loss of single outcomes, in units of scale.unit; it is null if a loss of cell statistics is fitted.
  std::shared_ptr<const OutcomeLoss> of_outcomes;
  OutcomeScale table_scale;  // of the cell statistics
  OutcomeScale scale;        // of the fitted values: the same, or not centred if these are to be outcomes
  double lambda_unit = 1;    // what a lambda of 1 is in the units of the outcome
  double base = 0;           // a number near most outcomes, in units of scale

  double value_unit() const { return lambda_unit * scale.unit; }
};

// Chooses the units, and the parameter of the loss where the user leaves it open.
FittedLoss loss_to_fit(const TableSource& source, const CutTables& tables, const FitOptions& options);

// Returns the reference of the gap statistic under the loss's null model.
double gap_reference(const FittedLoss& loss, const TableSource& source, const CutTables& tables, std::uint64_t seed);

}  // namespace gaptv
