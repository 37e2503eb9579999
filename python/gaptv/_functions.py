# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gaptv import _core
from gaptv._data import Floats, check_columns, check_finite, check_length, to_columns, to_float_column
from gaptv._model import Model


def option_texts(options: dict[str, Any]) -> dict[str, str]:
    """Options as the library reads them: text; None and left out are the same."""
    texts = {}
    for name, value in options.items():
        if value is None:
            continue
        if isinstance(value, (list, tuple)):
            texts[name] = ",".join(str(part) for part in value)
        elif isinstance(value, (bool, np.bool_)):
            raise ValueError(f"{name}: give a number or a text, not {value}")
        elif isinstance(value, (float, np.floating)):
            texts[name] = repr(float(value))
        else:
            texts[name] = str(value)
    return texts


def fit_columns(
    columns: list[Floats],
    names: list[str],
    outcome: Floats,
    outcome_name: str = "y",
    weight: Floats | None = None,
    exposure: Floats | None = None,
    classes: list[str] | None = None,
    options: dict[str, Any] | None = None,
) -> Model:
    """The fit itself, of columns that have been checked."""
    texts = option_texts(options or {})
    return Model(_core.fit(columns, names, outcome, outcome_name, weight, exposure, classes or [], texts))


def fit(
    X: Any,
    y: Any,
    *,
    weight: Any = None,
    exposure: Any = None,
    preset: str | None = None,
    random_state: int = 0,
    threads: int = 0,
    **options: Any,
) -> Model:
    """Fits regions of constant value to up to three features.

    X: an array, a data frame or an Arrow table. y: numbers; two or more texts are classes. weight: a weight of 3 means the same
    as the row three times. exposure: of counts (loss poisson). Options are those of the command line with underscores: method, loss, bins,
    bins_max, lambda_ ("cv", "cv-paired", "aic" or a number), folds, edges, ... The default preset is "best" as long as bins and lambda_ are automatic.
    """
    columns, names = to_columns(X)
    check_columns(columns, names)
    rows = columns[0].shape[0]
    labels = np.asarray(y.to_numpy() if hasattr(y, "to_numpy") else y)
    classes: list[str] | None = None
    if labels.dtype.kind in "US" or (labels.dtype.kind == "O" and any(isinstance(v, str) for v in labels)):
        found, codes = np.unique(labels.astype(str), return_inverse=True)
        classes, outcome = [str(name) for name in found], codes.astype(np.float64)
    else:
        outcome = to_float_column(y, "y")
        check_finite(outcome, "y")
    check_length(outcome, rows, "y")
    others = {}
    for name, values in (("weight", weight), ("exposure", exposure)):
        if values is not None:
            others[name] = to_float_column(values, name)
            check_finite(others[name], name)
            check_length(others[name], rows, name)
    settings = {"lambda" if name == "lambda_" else name: value for name, value in options.items()}
    settings["preset"] = preset or default_preset(settings)
    settings["seed"] = random_state
    settings["threads"] = threads
    outcome_name = str(getattr(y, "name", None) or "y")
    return fit_columns(columns, names, outcome, outcome_name, others.get("weight"), others.get("exposure"), classes, settings)


def default_preset(settings: dict[str, Any]) -> str:
    """As on the command line: whoever gives the bins or lambda wants the plain fit with them."""
    is_automatic = (
        settings.get("method") in (None, "gaptv")
        and settings.get("bins") in (None, "gap", "gap-printed", "cv")
        and settings.get("lambda") in (None, "cv", "cv-paired")
    )
    return "best" if is_automatic else "paper"


def load(path: str | os.PathLike[str]) -> Model:
    """A model that save(), or gaptv fit -o, wrote."""
    return Model.from_json(Path(path).read_text(encoding="utf-8"), os.fspath(path))


def gap_curve(X: Any, y: Any, *, bins_min: int = 2, bins_max: int = 50, random_state: int = 0) -> dict[str, NDArray[Any]]:
    """The gap statistic for every number of bins: arrays bins, log_w and gap."""
    model = fit(X, y, preset="paper", random_state=random_state, bins_min=bins_min, bins_max=bins_max, lambda_=1e300)
    return {name: np.array(values, dtype=np.float64 if name != "bins" else np.intp) for name, values in model.record["gap"].items()}


def quantile_grid(X: Any, bins: int | tuple[int, ...]) -> list[Floats]:
    """The cuts of a grid with so many bins, by feature: quantiles, where repeated values may leave fewer bins."""
    columns, _ = to_columns(X)
    outcome = np.zeros(columns[0].shape[0])
    return fit(X, outcome, preset="paper", loss="gaussian", bins=bins, lambda_=1e300).edges


@dataclass(frozen=True)
class DenoiseResult:
    """values and plateaus have the shape of what was given."""

    values: Floats
    plateaus: NDArray[np.intp]
    objective: float
    relative_gap: float
    max_violation: float


def _grid_edges(shape: tuple[int, ...]) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    nodes = np.arange(int(np.prod(shape)), dtype=np.uint32).reshape(shape)
    pairs = [(np.delete(nodes, -1, axis).ravel(), np.delete(nodes, 0, axis).ravel()) for axis in range(len(shape))]
    return np.concatenate([a for a, _ in pairs]), np.concatenate([b for _, b in pairs])


def tv_denoise(
    values: ArrayLike,
    lam: float,
    *,
    edges: ArrayLike | None = None,
    edge_weights: ArrayLike | None = None,
    weights: ArrayLike | None = None,
    loss: str = "gaussian",
) -> DenoiseResult:
    """Exact total variation of an array (neighbours along every axis) or, with edges (pairs of node numbers), of any graph."""
    array = np.asarray(values, dtype=np.float64)
    flat = np.ascontiguousarray(array.ravel())
    if edges is None:
        start, end = _grid_edges(array.shape)
    else:
        pairs = np.asarray(edges)
        if pairs.ndim != 2 or pairs.shape[1] != 2 or (pairs.size > 0 and pairs.min() < 0):
            raise ValueError("edges: give pairs of node numbers, from 0 on, as an array with two columns")
        start, end = pairs[:, 0].astype(np.uint32), pairs[:, 1].astype(np.uint32)
    costs = np.ones(start.shape[0]) if edge_weights is None else np.asarray(edge_weights, dtype=np.float64).ravel()
    check_length(costs, start.shape[0], "edge_weights")
    amounts = np.ones(flat.shape[0]) if weights is None else np.ascontiguousarray(np.asarray(weights, dtype=np.float64).ravel())
    check_length(amounts, flat.shape[0], "weights")
    fitted, plateau, objective, gap, violation = _core.denoise(flat, amounts, start.tolist(), end.tolist(), costs.tolist(), float(lam), loss)
    shaped = np.asarray(fitted).reshape(array.shape)
    return DenoiseResult(shaped, np.asarray(plateau).astype(np.intp).reshape(array.shape), objective, gap, violation)
