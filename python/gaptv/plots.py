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


def plot_map(
    fitted: Any,
    axes: Any = None,
    *,
    label: str | None = None,
    slice_at: int | None = None,
    cmap: str = "viridis",
    title: str = "",
    unit: str = "",
    percent: bool | None = None,
) -> Any:
    """The predicted values: steps for one feature, a map for two, one slice of the third feature's bins for three.

    Places without rows are left blank, longitude and latitude have the form of the earth, and colours do not reach to outliers: the colour bar
    is pointed where values lie beyond.

    label: of several classes, the one whose probability (against the rest) is shown; the first if none is given.
    title: above the axes; unit: of the outcome; percent: show 0.84 as 84 % (None: for probabilities).
    """
    model = Model.of(fitted)
    name = model.record["outcome"]
    is_share = _core.answers_of_loss(model.record["loss"])["takes_two_classes"]
    if model.classes is not None:
        label = model.classes[0] if label is None else str(label)
        if label not in model.by_class:
            raise ValueError(f"label {label!r}: the classes are {', '.join(model.classes)}")
        name = f"probability of {label}"
        model = model.by_class[label]
    elif is_share:
        name = f"probability of {(model.record.get('classes') or ['', name])[1]}"
    is_percent = is_share if percent is None else percent
    name += f" ({unit})" if unit and not is_percent else ""
    axes = _axes(axes)
    if len(model.bins) == 1:
        axes.stairs(model.value_map(), model.borders(0), baseline=None, linewidth=2)
        axes.set_xlabel(model.feature_names[0])
        axes.set_ylabel(name)
        scale = axes.yaxis
    else:
        scale = _draw_plane(model, axes, slice_at, cmap, name)
    if is_percent:
        from matplotlib.ticker import PercentFormatter

        scale.set_major_formatter(PercentFormatter(xmax=1))
    if title:
        axes.set_title(title)
    return axes


def _draw_plane(model: Model, axes: Any, slice_at: int | None, cmap: str, name: str) -> Any:
    """Draws a map and returns the axis of its colour bar."""
    facts = model._core.map_facts(0)
    values = np.where(facts["is_empty"].reshape(model.bins) > 0, np.nan, model.value_map())
    if values.ndim == 3:
        values = values[:, :, values.shape[2] // 2 if slice_at is None else slice_at]
    across, up = facts["across"], facts["up"]
    shown = values.T if across == 0 else values
    mesh = axes.pcolormesh(model.borders(across), model.borders(up), shown, cmap=cmap, shading="flat", vmin=facts["low"], vmax=facts["high"])
    lowest, highest = np.nanmin(model.value_map()), np.nanmax(model.value_map())
    extend = {(False, False): "neither", (True, False): "min", (False, True): "max", (True, True): "both"}[bool(lowest < facts["low"]), bool(highest > facts["high"])]
    bar = axes.figure.colorbar(mesh, ax=axes, label=name, extend=extend)
    axes.set_xlabel(model.feature_names[across])
    axes.set_ylabel(model.feature_names[up])
    if facts["height_per_width"] > 0:
        axes.set_box_aspect(facts["height_per_width"])
    return bar.ax.yaxis


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
