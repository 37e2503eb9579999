// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gaptv/base/export.h"
#include "gaptv/loss/loss.h"
#include "gaptv/loss/outcome_loss.h"

namespace gaptv {

// Names a loss as users do: "gaussian", "huber", "huber=1.5", "quantile=0.9".
struct LossChoice {
  std::string name;
  std::optional<double> parameter = {};
};

// Reads the name of a loss, with its parameter if there is one. Throws InvalidInput, with all names there are, unless
// there is such a loss and its parameter is possible. In the message "also" stands before these names: what else the
// caller understands.
GAPTV_API LossChoice parse_loss(const std::string& text, std::string_view also = "");

// Lists all that parse_loss() takes: "gaussian, binomial, poisson, gamma, huber[=DELTA], quantile[=TAU]".
GAPTV_API std::string names_of_losses();
// Lists the same names as a choice to be shown with an option: "gaussian|binomial|poisson|huber|huber=DELTA|...".
std::string choice_of_losses();
// Lists what a fit understands, which is more: "auto|gaussian|binomial|poisson|one-vs-rest|huber|huber=DELTA|...".
std::string choice_of_losses_to_fit();
// Lists the losses that there are trees for: "gaussian, binomial or one-vs-rest".
std::string names_of_losses_with_trees();

// This stands before the name of a caller's own loss in the model file: such a model predicts, but only its author
// knows its deviance.
inline constexpr const char* own_loss_prefix = "custom:";

// Returns the loss that a record, a comparison or a user names, without its parameter: one of cell statistics, one of
// single outcomes or one_vs_rest. For any other name, such as that of a caller's own loss, no more is known than the
// name: it answers as Loss does by default.
GAPTV_API std::shared_ptr<const Loss> loss_named(std::string_view name, std::optional<double> parameter = {});

// Tells whether it is the name of a loss of single outcomes; those have a parameter.
GAPTV_API bool is_loss_of_outcomes(std::string_view name);

// Tells whether the parameter of a loss of single outcomes, if it is given, is one that the loss can have.
bool is_possible(const LossChoice& choice);

// Tells whether its parameter depends on the noise in the data where the user gives none.
bool needs_noise_scale(const LossChoice& choice);

// Says which parameter was taken where the user gave none and it depends on the noise; empty otherwise.
std::string describe_parameter_from_noise(const LossChoice& choice, double parameter);

// Makes a loss of single outcomes; returns null for a loss of cell statistics. "noise_scale" is about the standard
// deviation of the outcomes around the fit, and is only looked at if it is needed.
GAPTV_API std::shared_ptr<const OutcomeLoss> make_outcome_loss(const LossChoice& choice, double noise_scale = 1);

}  // namespace gaptv
