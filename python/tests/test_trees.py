# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Best-first trees beside scikit-learn's, which is used as a black box."""
import numpy as np
import pytest

import gaptv

sklearn_tree = pytest.importorskip("sklearn.tree")


@pytest.mark.parametrize("features", [1, 2, 3])
@pytest.mark.parametrize("leaves", [2, 5, 20])
def test_a_tree_with_so_many_leaves_is_the_one_of_scikit_learn(features, leaves):
    random = np.random.default_rng(features)
    x = random.random((400, features))  # no ties: of equal splits scikit-learn takes one at random
    y = np.where(x[:, 0] > 0.4, 2.0, 0.0) + np.sin(6 * x[:, -1]) + 0.7 * random.normal(size=400)
    ours = gaptv.fit(x, y, method="cart", regions=leaves, min_split=2, min_bucket=1)
    theirs = sklearn_tree.DecisionTreeRegressor(max_leaf_nodes=leaves).fit(x, y)
    np.testing.assert_allclose(ours.predict(x), theirs.predict(x), rtol=0, atol=1e-9)  # sums in another order
