// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "gaptv/data/dataset.h"
#include "gaptv/loss/cell_loss.h"

namespace gaptv {

// Says what a column of outcomes looks like, as far as the choice of a loss asks. Sums and extremes stop where nothing
// asks for them any more.
struct OutcomeFacts {
  bool are_zero_or_one = true;
  bool may_be_counts = true;  // whole numbers, none below 0
  bool has_zero = false;
  bool has_one = false;
  double highest = 0;
  double sum = 0;
  double count = 0;

  void add(const ColumnView& outcome);
  void add(const OutcomeFacts& other);
};

// Chooses the loss of means where the user leaves it open. Of the data only names are looked at, and whether there are
// classes and an exposure. Adds what the user should know to the notes.
const CellLoss& choose_loss(const OutcomeFacts& facts, const DataView& data, std::vector<std::string>& notes);

// Holds rows as a fit works on them: the loss is known, and the outcomes are what its means are averages of.
//   gaussian, gamma and the losses of single outcomes: as they are.
//   binomial: 0 or 1. Outcomes with other values are successes among as many trials as the row's weight says; such a
//             row becomes two, one with outcome 1 and the successes as weight, one with 0 and the failures.
//   poisson:  rates, count / exposure.
class OutcomeData {
 public:
  // "loss" is a name without its parameter, or "auto". Throws InvalidInput, with the row, where an outcome cannot be
  // one of that loss. "takes_fractions" says whether counts need not be whole, as for rates that somebody else
  // computed.
  OutcomeData(const DataView& data, const std::string& loss, bool takes_fractions = false);

  // Returns the loss of the means of the outcomes, for the link and for what can be said of means whatever loss is
  // fitted. It is the squared loss for the losses of single outcomes.
  const CellLoss& loss() const { return *loss_; }
  const DataView& view() const { return view_; }
  // Tells whether rows were successes among trials, so that their weights count these.
  bool has_trials() const { return has_trials_; }
  // Tells whether outcomes are labels or counts, however many values they take.
  bool is_discrete() const { return loss_->accepts().are_discrete(); }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  void take_labels_or_trials();
  void check_numbers(bool takes_fractions) const;
  void divide_by_exposure();

  const CellLoss* loss_;
  DataView view_;
  Dataset changed_;  // the columns of view_ that are not the caller's
  bool has_trials_ = false;
  std::vector<std::string> notes_;
};

}  // namespace gaptv
