// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gaptv/base/export.h"
#include "gaptv/base/infinity.h"
#include "gaptv/loss/error_measure.h"

namespace gaptv {

// Says which outcomes a loss takes.
struct AcceptedOutcomes {
  bool are_two_classes = false;   // 0 and 1, two labels, or successes among as many trials as the weight says
  bool are_many_classes = false;  // three labels or more
  bool are_counts = false;        // whole numbers, with or without an exposure; unless fractions are asked for
  double lowest = -infinity;      // of an outcome that is not a label
  // Follows an outcome that is none of these: "is not a count; ...".
  std::string_view refusal = {};

  bool have_labels() const { return are_two_classes || are_many_classes; }
  // Tells whether equal outcomes are the rule, however many values there are.
  bool are_discrete() const { return have_labels() || are_counts; }
};

// Holds the names that an outcome is described with.
struct OutcomeNames {
  std::string outcome;
  std::string exposure;         // empty without
  std::string class_predicted;  // of two classes, the one whose probability is fitted
};

// Holds what the outcomes of a region say of their mean.
struct MeanError {
  // It is computed as if the borders of the region had been given beforehand; there is none where the outcomes are too
  // few to tell.
  std::optional<double> standard_error = {};
  std::optional<double> spread = {};  // the standard deviation of single outcomes, where the loss goes by it
};

// Says what a tree of a loss is grown and pruned by.
enum class TreeRule { none, squared_errors, wrong_classes };

// Answers what people are told of a loss, and what they may do with it, whichever family it belongs to: CellLoss needs
// the weight and the mean of a cell only, OutcomeLoss looks at single outcomes. Whoever holds a name gets the loss from
// loss_named() (gaptv/loss/loss_choice.h) and asks it; nobody else compares names.
class GAPTV_API Loss {
 public:
  Loss() = default;
  Loss(const Loss&) = delete;
  Loss& operator=(const Loss&) = delete;
  virtual ~Loss() = default;

  virtual std::string_view name() const = 0;
  // Returns what tells this loss from others of the same name; the model file records it.
  virtual std::optional<double> parameter() const { return std::nullopt; }

  virtual AcceptedOutcomes accepts() const { return {}; }
  // Says what the predicted values are: "Probability of y = yes", "Rate of y per unit of days", "Median of y". By
  // default that is the name of the outcome alone.
  virtual std::string describe(const OutcomeNames& names) const { return names.outcome; }

  // Tells whether errors cost their squares, which is all that some methods can fit.
  virtual bool is_squared() const { return false; }
  const ErrorMeasure& error() const { return is_squared() ? root_mean_squared_error : deviance_per_observation; }
  TreeRule trees() const {
    if (is_squared()) return TreeRule::squared_errors;
    return accepts().have_labels() ? TreeRule::wrong_classes : TreeRule::none;
  }

  // Says how sure the mean of the outcomes of a region is. "scatter" is the sum of weight * (outcome - mean)^2. By
  // default that follows from the scatter of two observations or more.
  virtual MeanError mean_error(double weight, double mean, double scatter) const;
  // Continues "The standard error is that of ".
  virtual std::string_view describe_mean_error() const { return "that mean"; }
};

}  // namespace gaptv
