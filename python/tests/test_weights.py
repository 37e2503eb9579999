# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""What weights mean, and that every model can be pickled, whatever its weights."""
import os
import pickle
import warnings

import gaptv
import numpy as np
import pytest


def step(rows=400, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.random((rows, 2))
    return X, np.where(X[:, 0] > 0.5, 2.0, 0.0) + rng.normal(size=rows), rng


def test_whole_weights_are_rows_repeated():
    X, y, rng = step()
    copies = rng.integers(1, 4, y.size)
    weighted = gaptv.fit(X, y, weight=copies)
    repeated = gaptv.fit(np.repeat(X, copies, axis=0), np.repeat(y, copies))
    assert weighted.record["weight_kind"] == "copies"
    assert np.array_equal(weighted.predict(X), repeated.predict(X))


def test_other_weights_have_no_unit():
    X, y, rng = step()
    weight = rng.random(y.size) + 0.1
    one = gaptv.fit(X, y, weight=weight)
    other = gaptv.fit(X, y, weight=weight * 0.1)
    assert one.record["weight_kind"] == "precision"
    assert one.record["total_weight"] == pytest.approx(weight.sum() ** 2 / (weight**2).sum())
    assert np.array_equal(one.predict(X), other.predict(X))


def test_equal_weights_of_the_kind_precision_are_none():
    X, y, _ = step()
    weighted = gaptv.fit(X, y, weight=np.full(y.size, 7.0), weight_kind="precision")
    assert np.array_equal(weighted.predict(X), gaptv.fit(X, y).predict(X))


def test_the_kind_is_a_parameter_of_estimators():
    X, y, _ = step()
    weight = np.full(y.size, 3.0)
    plain = gaptv.GapTVRegressor().fit(X, y).predict(X)
    assert np.array_equal(gaptv.GapTVRegressor(weight_kind="precision").fit(X, y, sample_weight=weight).predict(X), plain)
    with pytest.raises(ValueError, match="weight_kind 'frequency'"):
        gaptv.GapTVRegressor(weight_kind="frequency").fit(X, y, sample_weight=weight)


def test_many_copies_of_a_row_are_warned_of():
    X, y, _ = step()
    with pytest.warns(UserWarning, match='weight_kind="precision"'):
        gaptv.fit(X, y, weight=np.full(y.size, 6.0))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gaptv.fit(X, y, weight=np.full(y.size, 6.0), weight_kind="precision")


def test_trees_count_copies():
    X, y, rng = step(60)
    copies = rng.integers(1, 4, y.size)
    weighted = gaptv.CartRegressor().fit(X, y, sample_weight=copies)
    repeated = gaptv.CartRegressor().fit(np.repeat(X, copies, axis=0), np.repeat(y, copies))
    assert np.array_equal(weighted.predict(X), repeated.predict(X))


KINDS = {
    "none": lambda rng, n: None,
    "ones": lambda rng, n: np.ones(n),
    "twos": lambda rng, n: np.full(n, 2.0),
    "whole": lambda rng, n: rng.integers(1, 6, n).astype(float),
    "fractional": lambda rng, n: rng.integers(1, 31, n) / 10,
    "wide": lambda rng, n: 10.0 ** rng.uniform(-6, 6, n),
}


def random_case(number):
    rng = np.random.default_rng(number)
    method = rng.choice(["gaptv", "gaptv", "gaptv", "gapcrisp", "cart", "cart-cv"])
    losses = {"gapcrisp": ["gaussian"], "cart": ["gaussian", "binomial"], "cart-cv": ["gaussian", "binomial"]}
    loss = rng.choice(losses.get(method, ["gaussian", "binomial", "poisson", "huber", "quantile=0.9", "one-vs-rest"]))
    rows = int(rng.integers(6, 40))
    X = rng.integers(0, 4, (rows, 2)).astype(float) if rng.random() < 0.5 else rng.random((rows, 2))
    y = {"binomial": rng.integers(0, 2, rows), "poisson": rng.integers(0, 5, rows), "one-vs-rest": rng.choice(["a", "b", "c"], rows)}.get(
        loss, np.round(rng.normal(size=rows)) if rng.random() < 0.5 else rng.normal(size=rows)
    )
    weight = KINDS[str(rng.choice(list(KINDS)))](rng, rows)
    return X, y, {"method": str(method), "loss": str(loss), "weight": weight, "folds": 3, "threads": 1}


@pytest.mark.filterwarnings("ignore:the weights count copies")
def test_every_model_is_pickled_and_read_to_the_same_bytes():
    fitted = 0
    cases = int(os.environ.get("GAPTV_PICKLE_CASES", "500"))
    for number in range(cases):
        X, y, options = random_case(number)
        try:
            model = gaptv.fit(X, y, **options)
        except ValueError as refusal:  # one class only, say
            assert "internal" not in str(refusal), (number, refusal)
            continue
        fitted += 1
        text = model.to_json()
        assert pickle.loads(pickle.dumps(model)).to_json() == text, number
        assert type(model).from_json(text).to_json() == text, number
        prediction = model.predict(X)
        assert prediction.dtype.kind != "f" or np.isfinite(prediction).all(), number
    assert fitted > cases / 2
