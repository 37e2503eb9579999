# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""From what people have (arrays, data frames, Arrow tables, relations) to columns of float64, which are not copied if they are such already."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gaptv import _core

Floats = NDArray[np.float64]
MOST_FEATURES = 3


@dataclass(frozen=True)
class Table:
    """Columns in their order; those of an array without names are called x1, x2, ..."""

    names: list[str]
    column: Callable[[int], Any]
    has_names: bool

    def position(self, name: str, what: str) -> int:
        if self.has_names and name in self.names:
            return self.names.index(name)
        known = f"its columns are {', '.join(self.names)}" if self.has_names else "it is an array without names"
        raise ValueError(f"{what}: X has no column {name!r}; {known}")

    def numbers(self, position: int) -> Floats:
        return to_float_column(self.column(position), self.names[position])


def refuse_sparse(data: Any) -> None:
    if hasattr(data, "tocsr") or hasattr(data, "tocoo"):
        raise ValueError("sparse matrices are not supported; use X.toarray(), or choose up to three columns of X")


def in_memory(data: Any) -> Any:
    """What is not a data frame of pandas or polars, or an array: a relation of DuckDB, a frame of Spark, anything with the Arrow stream interface."""
    if hasattr(data, "sparkSession"):
        return in_memory(data.toArrow()) if hasattr(data, "toArrow") else data.toPandas()
    is_relation = hasattr(data, "fetchnumpy")  # DuckDB's, which have columns too
    if hasattr(data, "__arrow_c_stream__") and (is_relation or not hasattr(data, "columns")) and not hasattr(data, "column_names"):
        try:
            import pyarrow
        except ImportError:
            raise ImportError("reading Arrow data needs pyarrow: pip install pyarrow") from None
        return pyarrow.table(data)
    return data


def to_table(data: Any) -> Table:
    refuse_sparse(data)
    data = in_memory(data)
    if hasattr(data, "column_names") and hasattr(data, "column"):  # pyarrow
        return Table([str(name) for name in data.column_names], data.column, True)
    if hasattr(data, "columns") and hasattr(data, "__getitem__"):  # pandas, polars
        by_position = (lambda j: data.iloc[:, j]) if hasattr(data, "iloc") else (lambda j: data[data.columns[j]])
        return Table([str(name) for name in data.columns], by_position, True)
    array = np.asarray(data)
    if array.ndim == 1:
        array = array.reshape(-1, 1)
    if array.ndim != 2:
        raise ValueError(f"X must have two dimensions (rows and features), not {array.ndim}")
    return Table([f"x{j + 1}" for j in range(array.shape[1])], lambda j: array[:, j], False)


def is_missing(value: Any) -> bool:
    return not isinstance(value, str) and (value is None or str(value) in ("nan", "<NA>", "NaT"))  # some of these cannot be compared


def _objects_to_floats(array: NDArray[Any]) -> Floats:
    try:
        return array.astype(np.float64)
    except TypeError:  # pandas' NA is no number, but a missing one
        return np.array([np.nan if is_missing(value) else value for value in array], dtype=np.float64)


def to_float_column(values: Any, name: str) -> Floats:
    """One column as float64 without a copy where possible."""
    array = values.to_numpy() if hasattr(values, "to_numpy") else np.asarray(values)
    if array.dtype.kind in "Mm" or (array.dtype.kind == "O" and any(hasattr(value, "timetuple") for value in array.ravel()[:1])):
        raise ValueError(f"column {name!r} holds dates or times; turn them into numbers first, e.g. days since the first date")
    if array.dtype.kind in "OUSV":
        try:
            array = _objects_to_floats(array)
        except (TypeError, ValueError):
            raise ValueError(f"column {name!r} holds text or objects, not numbers; encode it as a number first") from None
    if array.dtype.kind == "c":
        raise ValueError(f"column {name!r}: complex data not supported; give real numbers")
    if array.ndim != 1:
        raise ValueError(f"{name!r} must have one dimension, not {array.ndim}")
    return np.asarray(array, dtype=np.float64)


def utf8_text(text: str, what: str) -> str:
    """Model files are UTF-8, which some texts of Python cannot be written in."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError(f"{what} {text!r} is not text that UTF-8 can hold (it has half a character in it); rename it") from None
    return text


def feature_positions(table: Table, features: Any, taken: Sequence[int]) -> list[int]:
    """Of the columns that were asked for by name or position; without, of all that serve nothing else."""
    if features is None:
        positions = [j for j in range(len(table.names)) if j not in taken]
    else:
        asked = [features] if isinstance(features, (str, int)) else list(features)
        positions = [table.position(f, "features") if isinstance(f, str) else int(f) for f in asked]
        if not all(0 <= j < len(table.names) for j in positions):
            raise ValueError(f"features={features!r}: X has {len(table.names)} columns, numbered from 0")
    if not 1 <= len(positions) <= MOST_FEATURES:
        raise ValueError(
            f"{len(positions)} features: GapTV takes 1 to {MOST_FEATURES}, so that a model can be seen; "
            f"choose up to {MOST_FEATURES} columns of X, e.g. with features=[...]"
        )
    return positions


def name_of_column(columns: Sequence[str], name: Any, what: str) -> str:
    """A column of rows that are not in memory, which are known by their names only."""
    if not isinstance(name, str):
        raise ValueError(f"{what}: these rows are not in memory, so give the name of one of their columns, not {type(name).__name__}")
    if name not in columns:
        raise ValueError(f"{what}: there is no column {name!r}; the columns are {', '.join(columns)}")
    return utf8_text(name, "the column")


def names_of_features(columns: Sequence[str], features: Any, taken: Sequence[str]) -> list[str]:
    """Of rows that are not in memory: the columns that were asked for by name or number; without, all that serve nothing else."""
    asked = [name for name in columns if name not in taken] if features is None else [features] if isinstance(features, (str, int)) else list(features)
    chosen = [columns[feature] if isinstance(feature, int) and 0 <= feature < len(columns) else feature for feature in asked]
    if not 1 <= len(chosen) <= MOST_FEATURES:
        raise ValueError(
            f"{len(chosen)} features: GapTV takes 1 to {MOST_FEATURES}, so that a model can be seen; "
            f"choose up to {MOST_FEATURES} columns, e.g. with features=[...]"
        )
    return [name_of_column(columns, feature, "features") for feature in chosen]


def check_finite(column: Floats, name: str, remedy: str = "drop or fill such rows") -> None:
    if not np.isfinite(column).all():
        row = int(np.flatnonzero(~np.isfinite(column))[0])
        raise ValueError(f"{name}, at index {row}: the value is NaN or infinite; {remedy}")


def check_length(column: NDArray[Any], rows: int, name: str) -> None:
    if column.shape[0] != rows:
        raise ValueError(f"{name} has {column.shape[0]} values for {rows} rows of X")


def feature_columns(table: Table, positions: Sequence[int]) -> list[Floats]:
    columns = [table.numbers(j) for j in positions]
    for column, j in zip(columns, positions):
        check_finite(column, f"feature {table.names[j]!r}")
    return columns


def to_rows(
    features: Sequence[Floats],
    names: Sequence[str],
    outcome: Floats,
    outcome_name: str,
    weight: Floats | None,
    exposure: Floats | None,
    classes: Sequence[str],
    dropped_rows: int = 0,
) -> _core.Rows:
    """Everything that is fitted goes through here, as texts that cannot be written are better refused before the work."""
    names = [utf8_text(name, "the name of the feature") for name in names]
    classes = [utf8_text(name, "the label") for name in classes]
    utf8_text(outcome_name, "the name of the outcome")
    return _core.Rows(features, names, outcome, outcome_name, weight, exposure, classes, dropped_rows)
