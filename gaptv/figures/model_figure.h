// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/base/export.h"
#include "gaptv/figures/figure.h"
#include "gaptv/model/model.h"
#include "gaptv/output/drawing_options.h"

namespace gaptv {

// These make figures of fitted models. These two files are all in the library of figures that knows models: they turn
// one into plain data, which render() draws. Models of several classes have a panel for each class.

// Shows the fitted values on the true scales of the features. One feature gives steps, and the mean of the rows in each
// bin as a point; two give a map with the borders of the regions; three give maps of slices along the third feature,
// six at most (with several classes three for each). Neighbouring slices that are equal are drawn as one, and each
// title says from where to where its slice goes. With several classes each shows the probability that its own
// surface gives it: predictions divide it by the sum over the classes.
//
// On maps regions have the numbers of the model, places without rows are hatched (find_empty_places()), longitude and
// latitude have the form of the earth (find_map_axes()), and colours do not reach to outliers (find_colour_limits()).
GAPTV_API Figure map_figure(const Model& model, double width_mm = 84, const DrawingOptions& options = {});

// Shows the held-out error with bars of one standard error against lambda, and where lambda was chosen. Lambdas of 0,
// the full tree of a method that prunes, have no place on the log axis and are left out. Throws InvalidInput if lambda
// was not chosen by cross-validation.
GAPTV_API Figure path_figure(const Model& model, double width_mm = 84);

// Shows the gap statistic against the number of bins, and where it is smallest. Numbers of bins whose gap is infinite
// are left out. Throws InvalidInput if there is no such curve, as for a tree.
GAPTV_API Figure gap_figure(const Model& model, double width_mm = 84);

}  // namespace gaptv
