# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""What databases answer to statements, as columns of numbers or texts."""
from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gaptv._data import Floats

Columns = Sequence[Floats | list[str]]
Run = Callable[[str], Columns]
_LONGEST_SHOWN = 2000


def _to_column(values: Sequence[Any]) -> Floats | list[str]:
    if any(isinstance(value, str) for value in values):
        return ["" if value is None else str(value) for value in values]
    return np.array([np.nan if value is None else float(value) for value in values], dtype=np.float64)


def to_columns(rows: Sequence[Sequence[Any]], width: int) -> Columns:
    return [_to_column([row[i] for row in rows]) for i in range(width)]


def _arrow_to_column(column: Any) -> Floats | list[str]:
    import pyarrow as pa

    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        return _to_column(column.to_pylist())
    return np.asarray(column.cast(pa.float64(), safe=False).to_numpy(), dtype=np.float64)


def columns_of_spark(frame: Any) -> Columns:
    """What a statement answers in Spark; by Arrow from version 4 on, as rows of Python take ten times as long."""
    if hasattr(frame, "toArrow"):
        with contextlib.suppress(ImportError):  # there is no pyarrow, or an old one
            return [_arrow_to_column(column) for column in frame.toArrow().columns]
    return to_columns(frame.collect(), len(frame.columns))


def with_statement(run: Run) -> Run:
    """An error of the database says which statement it is about."""

    def run_or_tell(statement: str) -> Columns:
        try:
            return run(statement)
        except Exception as error:
            if str(error) == "Query interrupted":  # what DuckDB makes of Ctrl-C within a statement
                raise KeyboardInterrupt from error
            shown = statement if len(statement) <= _LONGEST_SHOWN else statement[:_LONGEST_SHOWN] + " ..."
            if hasattr(error, "add_note"):
                error.add_note(f"The statement of GapTV was: {shown}")
            raise

    return run_or_tell
