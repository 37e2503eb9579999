// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cmath>

namespace gaptv {

// Describes the error by which fits of a loss are told and compared, made of their mean deviance, and the words for it.
struct ErrorMeasure {
  bool is_root;           // of the mean deviance: then it is in the units of the outcome
  const char* key;        // in files
  const char* title;      // of an axis
  const char* name;       // within a sentence
  const char* sentence;   // before a colon and the number
  const char* explained;  // what a fit explains a share of
  const char* deviance;   // what the deviance itself is called

  // Chooses between the two, for whoever has both.
  double choose(double rmse, double mean_deviance) const { return is_root ? rmse : mean_deviance; }
  double of_mean_deviance(double mean_deviance) const { return is_root ? std::sqrt(mean_deviance) : mean_deviance; }
  // Returns the standard error of that number, given the one of the mean deviance.
  double standard_error(double mean_deviance, double error_of_mean_deviance) const {
    if (!is_root) return error_of_mean_deviance;
    return mean_deviance > 0 ? error_of_mean_deviance / (2 * std::sqrt(mean_deviance)) : 0.0;
  }
};

inline constexpr ErrorMeasure root_mean_squared_error = {
    true,
    "rmse",
    "RMSE",
    "typical error (RMSE)",
    "Typical error of a single prediction (RMSE)",
    "variation",
    "mean squared error",
};
inline constexpr ErrorMeasure deviance_per_observation = {
    false,      "deviance_per_observation", "Deviance per row", "deviance", "Deviance per observation", "deviance",
    "deviance",
};

}  // namespace gaptv
