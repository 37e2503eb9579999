# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Rows that stay where they are: files of Parquet, CSV or Arrow, relations of DuckDB, datasets of pyarrow, lazy frames of polars.

Each is a Scan: it names its columns, and hands them out as numbers again and again, batch by batch.
"""
from __future__ import annotations

import glob
import importlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

ROWS_PER_BATCH = 65536
_FORMATS = {"parquet": "parquet", "pq": "parquet", "csv": "csv", "tsv": "csv", "txt": "csv", "arrow": "arrow", "feather": "arrow", "ipc": "arrow"}


@dataclass(frozen=True)
class WantedColumn:
    """A column as numbers; of texts, the place of each among these labels."""

    name: str
    labels: tuple[str, ...] = ()


class Scan(Protocol):
    """What can be looked through several times. kinds says of each column whether it is "number", "text", "time" or anything else."""

    kinds: dict[str, str]

    def count(self) -> int: ...
    def start(self, columns: Sequence[WantedColumn]) -> Any: ...
    def texts(self, column: str, most: int) -> list[str]: ...
    def files(self) -> list[tuple[str, int]]: ...


def _refuse_doubled_names(names: Sequence[str]) -> None:
    doubled = sorted({name for name in names if list(names).count(name) > 1})
    if doubled:
        raise ValueError(f"there are several columns {doubled[0]!r}; give each its own name")


def _quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _kind_of_duckdb(type_name: str) -> str:
    name = type_name.upper()
    if name.startswith(("DATE", "TIME", "INTERVAL")):
        return "time"
    if name.startswith(("VARCHAR", "ENUM", "UUID", "CHAR")):
        return "text"
    whole = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT", "BIGNUM")
    is_number = name.startswith("DECIMAL") or name in ("DOUBLE", "FLOAT", "REAL", "BOOLEAN", *whole)
    return "number" if is_number and not name.endswith("]") else name.lower()


class DuckDBScan:
    """A relation of DuckDB, which reads and streams; nothing is created in its database."""

    def __init__(self, relation: Any, files: list[str] | None = None, connection: Any = None):
        self._relation = relation
        self._files = files
        self._connection = connection  # ours, if the relation is: it must not be closed
        _refuse_doubled_names(relation.columns)
        self.kinds = {name: _kind_of_duckdb(str(kind)) for name, kind in zip(relation.columns, relation.types)}

    def count(self) -> int:
        return int(self._relation.aggregate("count(*)").fetchall()[0][0])

    def start(self, columns: Sequence[WantedColumn]) -> Any:
        parts = []
        for i, column in enumerate(columns):
            name = _quote(column.name)
            if column.labels:
                name = f"list_position([{', '.join(_text(label) for label in column.labels)}], CAST({name} AS VARCHAR)) - 1"
            parts.append(f"CAST({name} AS DOUBLE) AS c{i}")
        relation = self._relation.project(", ".join(parts))
        reader = getattr(relation, "to_arrow_reader", None) or relation.fetch_record_batch
        return reader(ROWS_PER_BATCH)

    def texts(self, column: str, most: int) -> list[str]:
        found = self._relation.project(f"CAST({_quote(column)} AS VARCHAR) AS c").filter("c IS NOT NULL").distinct().limit(most + 1).fetchall()
        return sorted(text for (text,) in found)

    def files(self) -> list[tuple[str, int]]:
        if self._files is None or self._connection is None:
            return []
        listed = ", ".join(_text(name) for name in self._files)
        return [(str(name), int(rows)) for name, rows in self._connection.execute(f"SELECT file_name, num_rows FROM parquet_file_metadata([{listed}])").fetchall()]


class DatasetScan:
    """A dataset of pyarrow: files that it reads batch by batch."""

    def __init__(self, dataset: Any):
        self._dataset = dataset
        _refuse_doubled_names(dataset.schema.names)
        self.kinds = {field.name: self._kind(field.type) for field in dataset.schema}

    @staticmethod
    def _kind(data_type: Any) -> str:
        from pyarrow import types

        if types.is_dictionary(data_type):
            return DatasetScan._kind(data_type.value_type)
        if types.is_temporal(data_type):
            return "time"
        if types.is_string(data_type) or types.is_large_string(data_type):
            return "text"
        if types.is_integer(data_type) or types.is_floating(data_type) or types.is_decimal(data_type) or types.is_boolean(data_type):
            return "number"
        return str(data_type)

    def count(self) -> int:
        return int(self._dataset.count_rows())

    def _batches(self, columns: Sequence[WantedColumn], schema: Any) -> Iterator[Any]:
        import pyarrow as pa
        from pyarrow import compute

        names = [column.name for column in columns]
        for batch in self._dataset.to_batches(columns=list(dict.fromkeys(names)), batch_size=ROWS_PER_BATCH):
            arrays = []
            for column in columns:
                array = batch.column(column.name)
                if column.labels:
                    array = compute.index_in(array.cast(pa.string()), value_set=pa.array(column.labels, pa.string()))
                elif pa.types.is_dictionary(array.type):
                    array = array.dictionary_decode()
                if pa.types.is_boolean(array.type):
                    array = array.cast(pa.int8())
                if pa.types.is_decimal(array.type):
                    array = array.cast(pa.string())  # straight to doubles it would be off by the last digit
                arrays.append(array.cast(pa.float64(), safe=False))
            yield pa.RecordBatch.from_arrays(arrays, schema=schema)

    def start(self, columns: Sequence[WantedColumn]) -> Any:
        import pyarrow as pa

        schema = pa.schema([(f"c{i}", pa.float64()) for i in range(len(columns))])
        return pa.RecordBatchReader.from_batches(schema, self._batches(columns, schema))

    def texts(self, column: str, most: int) -> list[str]:
        import pyarrow as pa
        from pyarrow import compute

        found: set[str] = set()
        for batch in self._dataset.to_batches(columns=[column]):
            found.update(text for text in compute.unique(batch.column(0).cast(pa.string())).to_pylist() if text is not None)
            if len(found) > most:
                break
        return sorted(found)

    def files(self) -> list[tuple[str, int]]:
        fragments = self._dataset.get_fragments()
        return [(str(fragment.path), int(fragment.count_rows())) for fragment in fragments if hasattr(fragment, "path")]


class PolarsScan:
    """A lazy frame of polars, which computes the used columns anew for each look: in batches where its version can, or else at once."""

    def __init__(self, frame: Any):
        self._frame = frame
        self.kinds = {name: self._kind(data_type) for name, data_type in frame.collect_schema().items()}

    @staticmethod
    def _kind(data_type: Any) -> str:
        if data_type.is_temporal():
            return "time"
        if data_type.is_numeric() or str(data_type) == "Boolean":
            return "number"
        return "text" if str(data_type).startswith(("String", "Categorical", "Enum")) else str(data_type)

    def count(self) -> int:
        import polars as pl

        return int(self._frame.select(pl.len()).collect().item())

    def start(self, columns: Sequence[WantedColumn]) -> Any:
        import polars as pl

        wanted = []
        schema = self._frame.collect_schema()
        for i, column in enumerate(columns):
            expression = pl.col(column.name)
            if column.labels:
                expression = expression.cast(pl.String).replace_strict(list(column.labels), list(range(len(column.labels))), default=None, return_dtype=pl.Float64)
            elif str(schema[column.name]).startswith("Decimal"):
                expression = expression.cast(pl.String)  # straight to doubles it could be off by the last digit
            wanted.append(expression.cast(pl.Float64).alias(f"c{i}"))
        frame = self._frame.select(wanted)
        if not hasattr(frame, "collect_batches"):
            return frame.collect()
        import pyarrow as pa

        numbers = pa.schema([(f"c{i}", pa.float64()) for i in range(len(columns))])
        parts = frame.collect_batches(chunk_size=ROWS_PER_BATCH, maintain_order=True)
        return pa.RecordBatchReader.from_batches(numbers, (batch for part in parts for batch in part.to_arrow().cast(numbers).to_batches()))

    def texts(self, column: str, most: int) -> list[str]:
        import polars as pl

        found = self._frame.select(pl.col(column).cast(pl.String).unique()).collect().to_series().drop_nulls().to_list()
        return sorted(found)[: most + 1]

    def files(self) -> list[tuple[str, int]]:
        return []


def _has(module: str) -> bool:
    try:
        importlib.import_module(module)
    except ImportError:
        return False
    return True


def _paths(data: Any) -> list[str] | None:
    """The files that are named, if data is a path or a list of paths."""
    given = [data] if isinstance(data, (str, os.PathLike)) else data
    if not isinstance(given, (list, tuple)) or not given or not all(isinstance(path, (str, os.PathLike)) for path in given):
        return None
    paths: list[str] = []
    for path in map(os.fspath, given):
        if any(mark in path for mark in "*?[") and not os.path.exists(path):
            found = sorted(glob.glob(path, recursive=True))
            if not found:
                raise FileNotFoundError(f"{path}: no file has such a name")
            paths += found
        elif os.path.isdir(path):
            found = sorted(str(inside) for inside in Path(path).rglob("*") if inside.suffix.lower().lstrip(".") in _FORMATS)
            if not found:
                raise FileNotFoundError(f"{path}: no file in this folder is one of Parquet, CSV or Arrow")
            paths += found
        elif not os.path.exists(path):
            raise FileNotFoundError(f"{path}: there is no such file")
        else:
            paths.append(path)
    return paths


def _format_of(paths: Sequence[str]) -> str:
    endings = {Path(path.removesuffix(".gz")).suffix.lower().lstrip(".") for path in paths}
    formats = {_FORMATS.get(ending, "") for ending in endings}
    if len(formats) != 1 or "" in formats:
        raise ValueError(f"the files end in {', '.join(sorted('.' + ending for ending in endings))}: give files of one format that end in .parquet, .csv or .arrow")
    return formats.pop()


def _scan_files(paths: list[str]) -> Scan:
    kind = _format_of(paths)
    if kind != "arrow" and _has("duckdb") and _has("pyarrow"):
        import duckdb

        connection = duckdb.connect()
        # By its name, as the types of read_csv() and read_parquet() do not take the same lists of files in all versions.
        relation = connection.table_function(f"read_{kind}", [paths])
        return DuckDBScan(relation, paths if kind == "parquet" else None, connection)
    if _has("pyarrow"):
        from pyarrow import dataset

        return DatasetScan(dataset.dataset(paths, format={"arrow": "ipc"}.get(kind, kind)))
    raise ImportError("reading such files needs duckdb and pyarrow: pip install 'gaptv[duckdb]'")


def find_scan(data: Any) -> Scan | None:
    """How to look through data where they are, if they are not in memory anyway."""
    paths = _paths(data)
    if paths is not None:
        return _scan_files(paths)
    if hasattr(data, "fetchnumpy") and hasattr(data, "project") and hasattr(data, "types"):
        return DuckDBScan(data)
    if hasattr(data, "get_fragments") and hasattr(data, "to_batches"):
        return DatasetScan(data)
    if hasattr(data, "collect_schema") and hasattr(data, "collect") and not hasattr(data, "to_numpy"):
        return PolarsScan(data)
    return None
