// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/base/export.h"
#include "gaptv/base/progress.h"
#include "gaptv/data/dataset.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/model.h"

namespace gaptv {

// Fits the regression or classification tree of R's rpart (docs/theory/cart.md) and returns it as a model: the grid has
// all split points of the tree as edges, and every cell the value of the leaf that it lies in. For three labels or more
// there is one tree, and a surface for the share of each class. The options say how it is grown and pruned; where
// options.regions is a number, the tree has at most so many leaves and grows best first: the leaf whose split saves
// most is split next, as scikit-learn's max_leaf_nodes does, and cp is not looked at. Throws InvalidInput where fit()
// does, for losses other than gaussian, binomial and one_vs_rest, and for a tree whose grid would have more cells than
// a model may have.
GAPTV_API Model fit_cart(const DataView& data, const FitOptions& options = {}, Progress* progress = nullptr);

// Fits such a tree, grown as far as min_split, min_bucket and max_depth let it, and prunes it at the price of a leaf
// that has the smallest error in a cross-validation with options.folds folds. cp and prune are not looked at.
GAPTV_API Model fit_cart_cv(const DataView& data, const FitOptions& options = {}, Progress* progress = nullptr);

}  // namespace gaptv
