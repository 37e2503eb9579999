# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Hands rows of Parquet and Arrow files to the program gaptv, which starts this (cli/python_rows.cc): numbers on standard output.

First a line of JSON, with the names of the columns, the classes and the number of rows, or with what is wrong ("error"). Then, unless only
that was asked for, batches: the number of rows (64 bits, little end first), and that many doubles for each column. After the last one comes
a batch of 0 rows; a batch of -1 rows says that something went wrong, and what (the length of a text, and the text).
"""
from __future__ import annotations

import json
import os
import signal
import struct
from collections.abc import Iterator
from typing import Any, BinaryIO

from gaptv._data import name_of_column, names_of_features
from gaptv._fit_scan import _check_number, _labels
from gaptv._sources import Scan, WantedColumn, find_scan


def _name_of(scan: Scan, wanted: str) -> str:
    """A column by its name or, as the program has it, by its position: #1, #2, ..."""
    names = list(scan.kinds)
    place = wanted[1:]
    if wanted not in names and wanted.startswith("#") and place.isdecimal() and 1 <= int(place) <= len(names):
        return names[int(place) - 1]
    return wanted


def _describe(scan: Scan, request: dict[str, Any]) -> tuple[dict[str, Any], list[WantedColumn]]:
    outcome, weight, exposure = (_name_of(scan, request[role]) for role in ("outcome", "weight", "exposure"))
    others = [name_of_column(list(scan.kinds), name, role) for role, name in (("outcome", outcome), ("weight", weight), ("exposure", exposure)) if name]
    features = names_of_features(list(scan.kinds), [_name_of(scan, name) for name in request["features"]], others)
    for name in [*features, *others[1:]]:
        _check_number(scan, name)
    classes: list[str] = request["classes"] if request["classes"] is not None else _labels(scan, outcome, request["loss"])
    columns = [*(WantedColumn(name) for name in features), WantedColumn(outcome, tuple(classes)), *(WantedColumn(name) for name in others[1:])]
    rows = request["rows"] if request["rows"] is not None else scan.count()
    return {"features": features, "outcome": outcome, "weight": weight, "exposure": exposure, "classes": classes, "rows": rows}, columns


def _batches(stream: Any) -> Iterator[Any]:
    """The record batches of whatever a Scan has started."""
    if hasattr(stream, "__arrow_c_stream__") and not hasattr(stream, "__next__"):
        import pyarrow as pa

        stream = pa.RecordBatchReader.from_stream(stream)
    yield from stream


def _write_rows(scan: Scan, columns: list[WantedColumn], out: BinaryIO) -> None:
    for batch in _batches(scan.start(columns)):
        if batch.num_rows == 0:
            continue
        out.write(struct.pack("<q", batch.num_rows))
        for column in batch.columns:
            out.write(column.to_numpy(zero_copy_only=False).astype("<f8", copy=False).tobytes())
    out.write(struct.pack("<q", 0))


def _text(error: BaseException) -> str:
    return str(error) if isinstance(error, (ValueError, OSError, ImportError)) else f"{type(error).__name__}: {error}"


def main(text: str, file: str) -> None:
    # The program that reads has ended, or the user wants all to end: then quietly.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    request = json.loads(text)
    # Nothing else that is printed may come between the numbers, such as a bar of progress.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    try:
        scan = find_scan(file)
        if scan is None:
            raise ValueError("this is no file of Parquet or Arrow")
        description, columns = _describe(scan, request)
    except Exception as error:  # noqa: BLE001: whatever it is, the program says it
        out.write(json.dumps({"error": _text(error)}).encode() + b"\n")
        out.flush()
        return
    out.write(json.dumps(description).encode() + b"\n")
    if request["wants_rows"]:
        try:
            _write_rows(scan, columns, out)
        except Exception as error:  # noqa: BLE001
            message = _text(error).encode()
            out.write(struct.pack("<qq", -1, len(message)) + message)
    out.flush()
