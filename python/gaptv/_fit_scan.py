# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Fits of rows that stay where they are (_sources.py): copied into memory where there is room, or else looked through several times."""
from __future__ import annotations

import os
import re
from typing import Any

from gaptv import _core
from gaptv._data import name_of_column, names_of_features, utf8_text
from gaptv._sources import Scan, WantedColumn

_MOST_LABELS = 1000
_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "KI": 2**10, "MI": 2**20, "GI": 2**30, "TI": 2**40}


def bytes_of(memory: int | float | str | None) -> int:
    """A size such as "2GB", "300 MB" or a number of bytes; without, half of the machine's memory."""
    if memory is None:
        return int(os.sysconf("SC_PHYS_PAGES")) * int(os.sysconf("SC_PAGE_SIZE")) // 2
    if isinstance(memory, (int, float)):
        return int(memory)
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]?I?)B?\s*", memory.upper())
    if match is None or match[2] not in _UNITS:
        raise ValueError(f"memory={memory!r}: give a size such as '2GB', '300MB' or a number of bytes")
    return int(float(match[1]) * _UNITS[match[2]])


def _check_number(scan: Scan, name: str) -> None:
    kind = scan.kinds[name]
    if kind == "time":
        raise ValueError(f"column {name!r} holds dates or times; turn them into numbers first, e.g. days since the first date")
    if kind == "text":
        raise ValueError(f"column {name!r} holds text, not numbers; encode it as a number first")
    if kind != "number":
        raise ValueError(f"column {name!r} holds {kind}, not numbers; choose another column")


def _labels(scan: Scan, outcome: str, loss: str) -> list[str]:
    """The labels of an outcome of texts, or none if it holds numbers."""
    if scan.kinds[outcome] != "text":
        _check_number(scan, outcome)
        return []
    labels = scan.texts(outcome, _MOST_LABELS)
    if len(labels) > _MOST_LABELS:
        raise ValueError(f"{outcome}: there are more than {_MOST_LABELS} different texts, which are no classes; encode the column as a number first")
    answers = _core.answers_of_loss(loss)
    if not (answers["takes_many_classes"] or (answers["takes_two_classes"] and len(labels) <= 2)):
        number = _core.number_among_labels([utf8_text(label, "the label") for label in labels])
        if number is not None:
            raise ValueError(f'{outcome}: {number[1]}, and convert the column; for classes with such names: loss="one-vs-rest", or "binomial" if there are two')
    return labels


def _with_file(message: str, scan: Scan) -> str:
    """The message with the file that the row is in, and its place there."""
    match = re.search(r"\bindex (\d+)", message)
    if match is None:
        return message
    row = int(match[1])
    for name, rows in scan.files():
        if row < rows:
            return f"{message} (row {row + 1} of {name})"
        row -= rows
    return message


def fit_scan(
    scan: Scan, y: Any, features: Any, weight: Any, exposure: Any, missing: str, memory: int | float | str | None, options: dict[str, str]
) -> _core.Model:
    if missing not in ("error", "drop"):
        raise ValueError(f"missing={missing!r}: give 'error' or 'drop'")
    most_bytes = bytes_of(memory)
    others = [name_of_column(list(scan.kinds), name, what) for what, name in (("y", y), ("weight", weight), ("exposure", exposure)) if name is not None]
    names = names_of_features(list(scan.kinds), features, others)
    for name in [*names, *others[1:]]:
        _check_number(scan, name)
    classes = _labels(scan, others[0], options.get("loss", "auto"))
    columns = [*(WantedColumn(name) for name in names), WantedColumn(others[0], tuple(classes)), *(WantedColumn(name) for name in others[1:])]
    rows = scan.count()
    # Columns of doubles, and what the fit remembers of each row: its fold, and its place along each feature.
    needed = rows * (8 * len(columns) + 2 * len(names) + 8)
    # Where there is room for the columns only, they are read once and looked through several times.
    kept = "rows" if needed <= most_bytes else "batches" if rows * 8 * len(columns) <= most_bytes else "nothing"
    batches = _core.ArrowBatches(lambda: scan.start(columns), names, others[0], weight or "", exposure or "", classes, rows)
    try:
        return _core.Model.fit_batches(batches, missing == "drop", kept, options)
    except ValueError as error:
        raise ValueError(_with_file(str(error), scan)) from None
