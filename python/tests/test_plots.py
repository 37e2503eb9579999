# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
import numpy as np
import pytest

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

import gaptv
from gaptv import plots


def rows(features):
    rng = np.random.default_rng(2)
    X = rng.random((300, features))
    return X, np.where(X[:, 0] > 0.5, 2.0, 0.0) + rng.normal(size=300)


@pytest.mark.parametrize("features", [1, 2, 3])
def test_maps_show_the_values(features):
    X, y = rows(features)
    model = gaptv.fit(X, y, bins=6)
    axes = plots.plot_map(model)
    assert axes.get_xlabel() == "x1"
    if features == 1:
        np.testing.assert_array_equal(axes.patches[0].get_data().values, model.value_map())
    else:
        shown = np.asarray(axes.collections[0].get_array()).ravel()
        expected = model.value_map() if features == 2 else model.value_map()[:, :, 3]
        np.testing.assert_allclose(shown, expected.T.ravel())
    matplotlib.pyplot.close("all")


def test_curves_mark_what_was_chosen():
    X, y = rows(2)
    model = gaptv.fit(X, y)
    for draw in (plots.plot_cv, plots.plot_path):
        mark = draw(model).lines[-1]
        assert mark.get_xdata()[0] == model.lam
    assert plots.plot_gap(model).lines[-1].get_xdata()[0] in model.gap_curve["bins"]
    with pytest.raises(ValueError, match="no curve"):
        plots.plot_cv(gaptv.fit(X, y, bins=5, lam=2.0))
    with pytest.raises(ValueError, match="fitted"):
        plots.plot_map("model")
    matplotlib.pyplot.close("all")


def test_comparisons_show_every_method():
    X, y = rows(2)
    axes = plots.plot_comparison(gaptv.compare(X, y, methods=["gaptv", "cart"], folds=3))
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["gaptv", "cart"]
    matplotlib.pyplot.close("all")


def test_a_class_has_its_own_map():
    X, _ = rows(2)
    model = gaptv.fit(X, np.array(["a", "b", "c"])[np.floor(3 * X[:, 0]).astype(int)])
    axes = plots.plot_map(model, label="c")
    shown = np.ma.masked_invalid(axes.collections[0].get_array()).ravel()  # without places that have no rows
    assert shown.count() > shown.size / 2
    np.testing.assert_allclose(shown.compressed(), model.by_class["c"].value_map().T.ravel()[~np.ma.getmaskarray(shown)])
    with pytest.raises(ValueError, match="classes are a, b, c"):
        plots.plot_map(model, label="d")
    matplotlib.pyplot.close("all")


def test_maps_of_places_have_the_form_of_the_earth_and_blanks():
    pandas = pytest.importorskip("pandas")
    rng = np.random.default_rng(4)
    place = rng.random((4000, 2))
    place = place[place.sum(axis=1) > 0.7]
    table = pandas.DataFrame({"lat": 50 + 20 * place[:, 0], "lon": 20 * place[:, 1]})
    y = np.where(place[:, 0] > 0.5, 2.0, 0.0) + rng.normal(size=len(place))
    axes = plots.plot_map(gaptv.fit(table, y, bins=10), title="Prices", unit="km")
    assert (axes.get_xlabel(), axes.get_ylabel(), axes.get_title()) == ("lon", "lat", "Prices")
    assert axes.get_box_aspect() == pytest.approx(2, rel=0.01)  # at 60 degrees north
    shown = np.ma.masked_invalid(axes.collections[0].get_array()).reshape(10, 10)
    assert shown.mask[0, 0] and not shown.mask[9, 9]
    assert axes.figure.axes[1].get_ylabel() == "y (km)"
    matplotlib.pyplot.close("all")


def test_probabilities_are_percentages():
    X, y = rows(2)
    axes = plots.plot_map(gaptv.fit(X, (y > 1).astype(int)))
    axes.figure.canvas.draw()
    assert axes.figure.axes[1].get_yticklabels()[0].get_text().endswith("%")
    matplotlib.pyplot.close("all")
