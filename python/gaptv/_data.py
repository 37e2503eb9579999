# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""From what people have (arrays, data frames, Arrow tables) to columns of float64 that are not copied if they are such already."""
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
MOST_FEATURES = 3


def _is_sparse(data: Any) -> bool:
    return hasattr(data, "tocsr") or hasattr(data, "tocoo")


def _is_frame(data: Any) -> bool:
    return hasattr(data, "columns") and hasattr(data, "__getitem__") and not isinstance(data, np.ndarray)


def _from_arrow(data: Any) -> Any:
    """Anything with the Arrow stream interface, as a table of pyarrow."""
    if hasattr(data, "__arrow_c_stream__") and not _is_frame(data):
        import pyarrow

        return pyarrow.table(data)
    return data


def to_float_column(values: Any, name: str) -> Floats:
    """One column as float64 without a copy where possible."""
    array = values.to_numpy() if hasattr(values, "to_numpy") else np.asarray(values)
    if array.dtype.kind in "Mm":
        raise ValueError(
            f"column {name!r} holds dates or times; turn them into numbers first, e.g. days since the first date"
        )
    if array.dtype.kind in "OUSV":
        try:
            array = array.astype(np.float64)
        except (TypeError, ValueError):
            raise ValueError(f"column {name!r} holds text or objects, not numbers; encode it as a number first") from None
    if array.dtype.kind == "c":
        raise ValueError(f"column {name!r}: complex data not supported; give real numbers")
    if array.ndim != 1:
        raise ValueError(f"{name!r} must have one dimension, not {array.ndim}")
    return np.asarray(array, dtype=np.float64)


def to_columns(data: Any) -> tuple[list[Floats], list[str]]:
    """The features and their names."""
    if _is_sparse(data):
        raise ValueError("sparse matrices are not supported; use X.toarray(), or choose up to three columns of X")
    data = _from_arrow(data)
    if hasattr(data, "column_names") and hasattr(data, "column"):  # pyarrow
        return [to_float_column(data.column(name), str(name)) for name in data.column_names], [str(n) for n in data.column_names]
    if _is_frame(data):
        names = list(data.columns)
        return [to_float_column(data[name], str(name)) for name in names], [str(name) for name in names]
    array = np.asarray(data)
    if array.ndim == 1:
        array = array.reshape(-1, 1)
    if array.ndim != 2:
        raise ValueError(f"X must have two dimensions (rows and features), not {array.ndim}")
    if array.dtype.kind not in "fiub":
        columns = [to_float_column(array[:, j], f"x{j + 1}") for j in range(array.shape[1])]
    else:
        array = np.asarray(array, dtype=np.float64)
        columns = [array[:, j] for j in range(array.shape[1])]
    return columns, [f"x{j + 1}" for j in range(array.shape[1])]


def check_columns(columns: list[Floats], names: list[str]) -> None:
    if not 1 <= len(columns) <= MOST_FEATURES:
        raise ValueError(
            f"{len(columns)} features: GapTV takes 1 to {MOST_FEATURES}, so that a model can be seen; choose up to {MOST_FEATURES} columns of X"
        )
    for column, name in zip(columns, names):
        if not np.isfinite(column).all():
            row = int(np.flatnonzero(~np.isfinite(column))[0])
            raise ValueError(f"feature {name!r}, row {row}: the value is NaN or infinite; drop or fill such rows")


def check_finite(column: Floats, name: str) -> None:
    if not np.isfinite(column).all():
        row = int(np.flatnonzero(~np.isfinite(column))[0])
        raise ValueError(f"{name}, row {row}: the value is NaN or infinite; drop or fill such rows")


def check_length(column: Floats, rows: int, name: str) -> None:
    if column.shape[0] != rows:
        raise ValueError(f"{name} has {column.shape[0]} values for {rows} rows of X")
