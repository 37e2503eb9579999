// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gaptv/base/export.h"
#include "gaptv/loss/outcome_loss.h"

namespace gaptv {

// A loss as users name it: "gaussian", "huber", "huber=1.5", "quantile=0.9".
struct LossChoice {
  std::string name;
  std::optional<double> parameter = {};
};

// Throws InvalidInput, with all names there are, unless it is the name of a loss and its parameter is possible. In the
// message "also" stands before these names: what else the caller understands.
GAPTV_API LossChoice parse_loss(const std::string& text, std::string_view also = "");

// All that parse_loss() takes: "gaussian, binomial, poisson, huber[=DELTA], quantile[=TAU]".
GAPTV_API std::string names_of_losses();

// Whether it is the name of a loss of single outcomes; those have a parameter.
GAPTV_API bool is_loss_of_outcomes(std::string_view name);

// Whether the parameter of a loss of single outcomes, if it is given, is one that the loss can have.
bool is_possible(const LossChoice& choice);

// Whether its parameter depends on the noise in the data where the user gives none.
bool needs_noise_scale(const LossChoice& choice);

// Null for a loss of cell statistics. noise_scale: the standard deviation of the outcomes around the fit, about; only
// looked at if it is needed.
GAPTV_API std::shared_ptr<const OutcomeLoss> make_outcome_loss(const LossChoice& choice, double noise_scale = 1);

}  // namespace gaptv
