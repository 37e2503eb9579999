# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Figures with matplotlib: pip install gaptv[plot]. Each function draws on the axes it is given, or on new ones, and returns them."""
from __future__ import annotations

from typing import Any

import numpy as np

from gaptv import _core
from gaptv._comparison import Comparison
from gaptv._model import Model


def _axes(axes: Any) -> Any:
    if axes is not None:
        return axes
    import matplotlib.pyplot as plt

    return plt.subplots()[1]


def plot_map(fitted: Any, axes: Any = None, *, label: str | None = None, slice_at: int | None = None, cmap: str = "viridis") -> Any:
    """The predicted values: steps for one feature, a map for two, one slice of the third feature's bins for three.

    label: of several classes, the one whose probability (against the rest) is shown; the first if none is given.
    """
    model = Model.of(fitted)
    title = model.record["outcome"]
    if model.classes is not None:
        label = model.classes[0] if label is None else str(label)
        if label not in model.by_class:
            raise ValueError(f"label {label!r}: the classes are {', '.join(model.classes)}")
        title = f"probability of {label}"
        model = model.by_class[label]
    elif _core.answers_of_loss(model.record["loss"])["takes_two_classes"]:
        title = f"probability of {(model.record.get('classes') or ['', title])[1]}"
    axes = _axes(axes)
    values = model.value_map()
    names = model.feature_names
    if values.ndim == 1:
        axes.stairs(values, model.borders(0), baseline=None, linewidth=2)
        axes.set_ylabel(title)
    else:
        if values.ndim == 3:
            values = values[:, :, values.shape[2] // 2 if slice_at is None else slice_at]
        mesh = axes.pcolormesh(model.borders(0), model.borders(1), values.T, cmap=cmap, shading="flat")
        axes.figure.colorbar(mesh, ax=axes, label=title)
        axes.set_ylabel(names[1])
    axes.set_xlabel(names[0])
    return axes


def plot_cv(fitted: Any, axes: Any = None) -> Any:
    """The held-out error along the path of lambdas, with standard errors and the lambda that was chosen."""
    model = Model.of(fitted)
    cv = model.choices["cv"]
    if not cv["lambdas"]:
        raise ValueError("lambda was not chosen by cross-validation: there is no curve")
    axes = _axes(axes)
    axes.errorbar(cv["lambdas"], cv["mean"], yerr=cv["standard_error"], linewidth=1.2, elinewidth=0.6)
    axes.axvline(model.lam, color="tab:red", linestyle="--")
    axes.set_xscale("log")
    axes.set_xlabel("lambda")
    axes.set_ylabel("error on held-out rows")
    return axes


def plot_gap(fitted: Any, axes: Any = None) -> Any:
    """The gap statistic for every number of bins; the smallest is marked."""
    model = Model.of(fitted)
    gap = model.gap_curve
    if len(gap["bins"]) < 2:
        raise ValueError("the number of bins was given: there is no curve")
    axes = _axes(axes)
    statistic = np.array(gap["gap"], dtype=np.float64)
    axes.plot(gap["bins"], statistic)
    axes.axvline(gap["bins"][int(np.nanargmin(statistic))], color="tab:red", linestyle="--")
    axes.set_xlabel("bins per feature")
    axes.set_ylabel("gap statistic")
    return axes


def plot_path(fitted: Any, axes: Any = None) -> Any:
    """The number of regions along the path of lambdas."""
    model = Model.of(fitted)
    path = model.path()
    axes = _axes(axes)
    axes.plot([fit["lambda"] for fit in path], [fit["regions"] for fit in path])
    axes.axvline(model.lam, color="tab:red", linestyle="--")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("lambda")
    axes.set_ylabel("regions")
    return axes


def plot_comparison(comparison: Comparison, axes: Any = None) -> Any:
    """The error of every method on rows that it has not seen, with standard errors, over its number of regions."""
    axes = _axes(axes)
    for row in comparison.rows():
        axes.errorbar(row["plateaus"], row["error"], yerr=row["standard_error"] or 0, fmt="o", capsize=3, label=row["method"])
    axes.set_xscale("log")
    axes.set_xlabel("regions")
    axes.set_ylabel({"rmse": "RMSE on held-out rows"}.get(comparison.measure, "deviance per held-out row"))
    axes.legend()
    return axes
