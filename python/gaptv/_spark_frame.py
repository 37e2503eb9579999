# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Fits of data frames of Spark: its executors count the rows by the statements for tables, and the driver gets cells."""
from __future__ import annotations

import contextlib
import uuid
from collections.abc import Iterator, Sequence
from typing import Any

from gaptv import _core
from gaptv._answers import columns_of_spark, with_statement
from gaptv._data import name_of_column, names_of_features


def is_spark_frame(data: Any) -> bool:
    return hasattr(data, "sparkSession") and hasattr(data, "isStreaming")


def _is_case_sensitive(session: Any) -> bool:
    return str(session.conf.get("spark.sql.caseSensitive", "false")).lower() == "true"


def _used_columns(frame: Any, used: Sequence[str]) -> Any:
    """A frame of these columns only, found by their places: names of frames may contain dots, and differ in case only."""
    names = list(frame.columns)
    for name in used:
        if names.count(name) > 1:
            raise ValueError(f"there are several columns {name!r}; give each its own name (frame.toDF(...) renames all)")
    wanted = list(dict.fromkeys(used))
    if not _is_case_sensitive(frame.sparkSession):
        by_lower_case: dict[str, str] = {}
        for name in wanted:
            other = by_lower_case.setdefault(name.lower(), name)
            if other != name:
                raise ValueError(f"the columns {other!r} and {name!r} are the same to Spark, which takes capital letters for small ones; rename one of them")
    numbered = frame.toDF(*(f"c{place}" for place in range(len(names))))
    return numbered.select(*(numbered[f"c{names.index(name)}"].alias(name) for name in wanted))


@contextlib.contextmanager
def _view_of(frame: Any) -> Iterator[str]:
    """The name of a temporary view of this session, which nobody else has and which ends with the block, however that ends."""
    name = f"gaptv_rows_{uuid.uuid4().hex}"
    catalog = frame.sparkSession.catalog
    try:
        frame.createTempView(name)
        yield name
    except BaseException:
        with contextlib.suppress(Exception):  # where the session is at an end, so is the view; what went wrong before is told
            catalog.dropTempView(name)
        raise
    catalog.dropTempView(name)


def fit_spark_frame(
    frame: Any, y: Any, features: Any, weight: str | None, exposure: str | None, missing: str, options: dict[str, str]
) -> _core.Model:
    if missing not in ("error", "drop"):
        raise ValueError(f"missing={missing!r}: give 'error' or 'drop'")
    if frame.isStreaming:
        raise ValueError("X is a stream, whose rows come without end; give a frame of rows that are there (spark.read instead of spark.readStream)")
    columns = list(frame.columns)
    others = [name_of_column(columns, name, what) for what, name in (("y", y), ("weight", weight), ("exposure", exposure)) if name is not None]
    names = names_of_features(columns, features, others)
    session = frame.sparkSession
    with _view_of(_used_columns(frame, [*names, *others])) as view:
        return _core.fit_table(
            "spark",
            view,
            names,
            others[0],
            weight or "",
            exposure or "",
            "",
            missing == "drop",
            with_statement(lambda statement: columns_of_spark(session.sql(statement))),
            options,
        )
