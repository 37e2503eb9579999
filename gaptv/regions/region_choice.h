// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "gaptv/regions/held_out_path.h"

namespace gaptv {

// Says how many regions there are to be: as many as have borders that are worth their price; the fewest whose held-out
// error is within one standard error of the smallest, or above the smallest by at most a given share; or as many as the
// user says.
enum class RegionsRule { automatic, one_standard_error, within, at_most };

struct RegionsChoice {
  RegionsRule rule = RegionsRule::automatic;
  double within = 0;        // with RegionsRule::within: 0.02 for 2 %
  std::size_t at_most = 1;  // with RegionsRule::at_most

  bool needs_held_out_error() const { return rule == RegionsRule::one_standard_error || rule == RegionsRule::within; }
};

// What borders cost, in deviance.
struct BorderPrices {
  double border = 0;  // neighbouring regions are joined if their border explains less than this
  double first = 0;   // regions that explain less than this per border, all together, become one
};

// Counts the regions whose borders are worth their price.
std::size_t count_worth_their_price(const JoinableCells& cells, const CellLoss& loss, const BorderPrices& prices);

// The held-out error by number of regions.
struct HeldOutCurve {
  std::vector<std::size_t> regions;    // increasing
  std::vector<double> error;           // mean deviance of an observation
  std::vector<double> standard_error;  // from the spread between folds
};

// Returns the number of regions that the rule chooses on the curve, which is not empty. Where errors are shown as roots
// (is_root), they are compared as roots.
std::size_t choose_on_curve(const HeldOutCurve& curve, const RegionsChoice& choice, bool is_root);

}  // namespace gaptv
