# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gaptv import _core
from gaptv._comparison import Comparison
from gaptv._data import Floats, feature_positions, to_float_column, to_rows, to_table
from gaptv._fit_columns import FitColumns
from gaptv._fit_scan import fit_scan
from gaptv._model import Model
from gaptv._sources import find_scan
from gaptv._spark_frame import fit_spark_frame, is_spark_frame


def option_texts(options: dict[str, Any]) -> dict[str, str]:
    """Options as the library reads them: by its names, as texts; None and left out are the same."""
    texts = {}
    for argument, value in options.items():
        name = "lambda" if argument == "lam" else argument
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


def _rows(X: Any, y: Any, features: Any, weight: Any, exposure: Any, missing: str, loss: Any) -> _core.Rows:
    """Checked columns. y, weight and exposure may be names of columns of X; the features are then all others."""
    if missing not in ("error", "drop"):
        raise ValueError(f"missing={missing!r}: give 'error' or 'drop'")
    table = to_table(X)
    given = {"y": y, "weight": weight, "exposure": exposure}
    taken = {what: table.position(name, what) for what, name in given.items() if isinstance(name, str)}
    for what, position in taken.items():
        given[what] = table.column(position)
    positions = feature_positions(table, features, list(taken.values()))
    outcome_name = table.names[taken["y"]] if "y" in taken else str(getattr(y, "name", None) or "y")
    names = [table.names[j] for j in positions]
    columns = FitColumns([table.numbers(j) for j in positions], names, given["y"], outcome_name)
    for name in ("weight", "exposure"):
        if given[name] is not None:
            columns.add(name, to_float_column(given[name], name))
    if missing == "drop":
        columns.drop_missing()
    columns.refuse_missing()
    classes = columns.number_labels(str(loss or "auto"))
    others = columns.others
    return to_rows(columns.features, names, others["y"], outcome_name, others.get("weight"), others.get("exposure"), classes, columns.dropped)


def fit_rows(rows: _core.Rows, settings: dict[str, Any], *, is_weighted: bool) -> Model:
    """Fits the rows."""
    return with_warnings(Model(_core.Model.fit(rows, option_texts(settings))), is_weighted=is_weighted)


def with_warnings(model: Model, *, is_weighted: bool) -> Model:
    """What the library warns of, weights that are probably not what they were taken for, is a warning in Python too."""
    for note in model.notes if is_weighted else []:
        if note.startswith("warning: "):
            warnings.warn(note.removeprefix("warning: "), UserWarning, stacklevel=4)
    return model


def fit(
    X: Any,
    y: Any,
    *,
    features: Any = None,
    weight: Any = None,
    exposure: Any = None,
    missing: str = "error",
    memory: int | float | str | None = None,
    random_state: int = 0,
    threads: int = 0,
    **options: Any,
) -> Model:
    """Fits regions of constant value to up to three features.

    X: an array, a data frame or an Arrow table; features: names or numbers of its columns, if not all. Or rows that stay where they are: a relation of
    DuckDB, a dataset of pyarrow, a lazy frame of polars, or files (a path, a pattern such as "data/*.parquet", a folder or a list of them). These are
    copied into memory where they take less than memory ("2GB"; half of the machine's if not given), and otherwise looked through several times, with
    the same result but for the last digits. Rows of a data frame of Spark are counted by its executors, always.
    y: numbers; two or more texts are classes. Texts that look like numbers ("3,5", "35%", "12") are refused, as they are numbers to be converted
    rather than classes, unless classes are asked for: loss="one-vs-rest" takes every text, "binomial" any two.
    weight: whole numbers count copies of a row, others say how much it tells (weight_kind="copies" or "precision" decides). exposure: of counts (loss
    poisson). y, weight and exposure may be names of columns of X.
    missing: "error" refuses rows with a missing or infinite value in a column that is used; "drop" leaves them out and counts them (dropped_rows of the
    record). Options are those of the command line with underscores, but for lam ("cv", "cv-paired", "aic" or a number) and random_state: preset,
    method, loss, bins, bins_max, folds, edges, ... (gaptv.options() lists them). The preset is "best" as long as bins and lam are automatic.
    """
    settings = {**options, "seed": random_state, "threads": threads}
    if is_spark_frame(X):
        return with_warnings(Model(fit_spark_frame(X, y, features, weight, exposure, missing, option_texts(settings))), is_weighted=weight is not None)
    scan = find_scan(X)
    if scan is not None:
        return with_warnings(Model(fit_scan(scan, y, features, weight, exposure, missing, memory, option_texts(settings))), is_weighted=weight is not None)
    rows = _rows(X, y, features, weight, exposure, missing, options.get("loss"))
    return fit_rows(rows, settings, is_weighted=weight is not None)


def compare(
    X: Any,
    y: Any,
    *,
    methods: list[str] | None = None,
    folds: int = 10,
    features: Any = None,
    weight: Any = None,
    exposure: Any = None,
    missing: str = "error",
    random_state: int = 0,
    threads: int = 0,
    **options: Any,
) -> Comparison:
    """Methods on rows that they have not seen: each is fitted to all rows but those of one fold, with all choices made anew, and measured on these.

    methods: of "gaptv", "gapcrisp", "crisp", "cart", "cart-cv"; all that can fit the outcome if none are given. The rest as for fit().
    """
    rows = _rows(X, y, features, weight, exposure, missing, options.get("loss"))
    texts = option_texts({**options, "seed": random_state, "threads": threads})
    return Comparison.from_json(_core.compare(rows, list(methods or []), folds, texts))


def options(method: str = "gaptv") -> dict[str, str]:
    """The options of a method, each with what it may be, what it does and what it is where nobody gives it."""
    listed = {}
    for name, values, help, usual in _core.options_of_method(method):
        listed["lam" if name == "lambda" else name] = f"{values}: {help} (default: {usual or 'as the preset says'})"
    return listed


def load(path: str | os.PathLike[str]) -> Model:
    """A model that save(), or gaptv fit -o, wrote."""
    return Model.from_json(Path(path).read_text(encoding="utf-8"), os.fspath(path))


def save(fitted: Any, path: str | os.PathLike[str]) -> None:
    """Writes a model, or that of a fitted estimator, to the file that load() and the command line read."""
    Model.of(fitted).save(path)


def gap_curve(X: Any, y: Any, *, bins_min: int = 2, bins_max: int = 50, random_state: int = 0) -> dict[str, NDArray[Any]]:
    """The gap statistic for every number of bins: arrays bins, log_w and gap."""
    model = fit(X, y, preset="paper", random_state=random_state, bins_min=bins_min, bins_max=bins_max, lam=1e300)
    return model.gap_curve


def quantile_grid(X: Any, bins: int | tuple[int, ...]) -> list[Floats]:
    """The cuts of a grid with so many bins, by feature: quantiles, where repeated values may leave fewer bins."""
    rows = to_table(X).numbers(0).shape[0]
    return fit(X, np.zeros(rows), preset="paper", loss="gaussian", bins=bins, lam=1e300).edges
