# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
import numpy as np
import pytest

import gaptv


def test_it_is_exact_on_arrays_and_graphs():
    rng = np.random.default_rng(1)
    image = np.kron(rng.normal(size=(3, 4)), np.ones((5, 6))) + 0.1 * rng.normal(size=(15, 24))
    result = gaptv.tv_denoise(image, 0.3)
    assert result.values.shape == image.shape and result.relative_gap < 1e-9
    nodes = np.arange(image.size).reshape(image.shape)
    edges = np.concatenate([np.column_stack([nodes[:-1].ravel(), nodes[1:].ravel()]), np.column_stack([nodes[:, :-1].ravel(), nodes[:, 1:].ravel()])])
    graph = gaptv.tv_denoise(image.ravel(), 0.3, edges=edges)
    np.testing.assert_allclose(graph.values, result.values.ravel(), atol=1e-10)
    flat = gaptv.tv_denoise(image.ravel(), lam=0.3, shape=(15, 24))
    np.testing.assert_array_equal(flat.values, result.values)
    half = gaptv.tv_denoise(image.ravel(), 0.6, edges=edges, edge_weights=np.full(len(edges), 0.5))
    np.testing.assert_allclose(half.values, graph.values, atol=1e-10)


def test_small_ones_are_as_by_hand():
    # Two nodes: each moves by lambda, until they meet.
    np.testing.assert_allclose(gaptv.tv_denoise([0.0, 10.0], 1.5).values, [1.5, 8.5])
    np.testing.assert_allclose(gaptv.tv_denoise([0.0, 10.0], 7).values, [5, 5])
    np.testing.assert_allclose(gaptv.tv_denoise([0.0, 10.0], np.inf, weights=[3, 1]).values, [2.5, 2.5])
    np.testing.assert_allclose(gaptv.tv_denoise([0.0, 10.0, 0.0], 100, weights=[1, 0, 1]).values, [0, 0, 0])
    # The corners of a cube have three neighbours: with a lambda of 1 each, one that stands out by 8 comes down by 3.
    cube = np.zeros((2, 2, 2))
    cube[0, 0, 0] = 8
    assert abs(gaptv.tv_denoise(cube, 1).values[0, 0, 0] - 5) < 1e-12
    # Medians do not see how far an outlier is.
    np.testing.assert_allclose(gaptv.tv_denoise([1.0, 2.0, 1e9], np.inf, loss="quantile").values, 2)
    # 9 successes of 10, 1 of 10; counts over exposures.
    np.testing.assert_allclose(gaptv.tv_denoise([9, 1], np.inf, weights=[10, 10], loss="binomial").values, 0.5)
    np.testing.assert_allclose(gaptv.tv_denoise([9, 3], np.inf, weights=[3, 1], loss="poisson").values, 3)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"edges": [[0, -1]]}, "pairs of node numbers"),
        ({"edges": [[0.5, 1.5]]}, "pairs of node numbers"),
        ({"edges": [[0, 7]]}, "index 0: there is no node 7"),
        ({"edges": [[0, 1]], "shape": (2, 1)}, "not both"),
        ({"edges": [[0, 1]], "edge_weights": [1, 2]}, "2 entries for 1 edges"),
        ({"edge_weights": [1.0]}, "give edges too"),
        ({"shape": (3, 3)}, "9 places for 2 values"),
        ({"weights": [1.0]}, "1 entries for 2 values"),
        ({"loss": "cauchy"}, "loss"),
        ({"lam": -1}, "lambda"),
        ({"values": [1.0, np.nan]}, "NaN"),
        ({"values": []}, "there are none"),
    ],
)
def test_bad_input_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        gaptv.tv_denoise(**{"values": [1.0, 2.0], "lam": 1, **options})
