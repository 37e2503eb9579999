# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""The same rows fitted in every way there is, and what must not differ between the models; for tests and for bench/engines.py.

KINDS of rows: outcomes of several kinds, weights and exposures. WAYS to fit them: each is told where it may put its files, is given the rows, and
returns their model.
"""
import json
import sqlite3

import numpy as np

import gaptv

FEATURES = ["lon", "a \"b\" `c` 'd' %s"]
KINDS = {"plain": {}, "classes": {}, "counts": {"exposure": "days"}, "costs": {"loss": "gamma"}, "copies": {"weight": "w"}, "precision": {"weight": "w"}}
LITTLE = "1kB"  # no room for rows: they are looked through where they are
AS_NUMBERS = 1e-12  # relative; engines add up in their own order
AS_SUMS = 1e-8  # of sums of many terms that cancel, such as errors on held-out rows


def rows_of(kind, count=2000, seed=1):
    """Columns by name; the second feature has ties."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=count)
    z = rng.integers(0, 60, count) / 8 - 3
    high = (x > 0.2) & (z > 0)
    columns = {FEATURES[0]: x, FEATURES[1]: z}
    if kind == "counts":
        columns["y"] = rng.poisson(np.where(high, 5.0, 1.0)).astype(float)
        columns["days"] = rng.integers(1, 6, count) / 2
    elif kind == "classes":
        columns["y"] = (rng.random(count) < np.where(high, 0.8, 0.3)).astype(float)
    elif kind == "costs":
        columns["y"] = np.exp(rng.normal(size=count) + high)
    else:
        columns["y"] = 1e4 + 3 * high + rng.normal(size=count)
    if kind == "copies":
        columns["w"] = rng.integers(1, 5, count).astype(float)
    if kind == "precision":
        columns["w"] = rng.gamma(2.0, 1.0, count)
    return columns


def quoted(name, mark='"'):
    return mark + name.replace(mark, 2 * mark) + mark


def differences(model, other):
    """What differs between two models of the same rows, as sentences; none if they are the same."""
    found = []

    def numbers(what, some, others, relative):
        some, others = np.asarray(some, dtype=float), np.asarray(others, dtype=float)
        if some.shape != others.shape:
            found.append(f"{what}: {some.shape} and {others.shape} numbers")
            return
        size = np.maximum(np.abs(some), np.abs(others))
        worst = np.max(np.abs(some - others) / np.where(size > 0, size, 1), initial=0.0)
        if not worst <= relative:
            found.append(f"{what}: differ by {worst:.1e} relative")

    if list(model.bins) != list(other.bins):
        found.append(f"bins: {model.bins} and {other.bins}")
    # Edges between two values depend on sums of weights of the kind precision, so that one near 0 is not known better than others; all others are
    # the same to the last bit.
    is_exact = model.record["weight_kind"] != "precision"
    for axis, (edges, others) in enumerate(zip(model.edges, other.edges, strict=True)):
        if is_exact or len(edges) != len(others):
            numbers(f"edges of axis {axis}", edges, others, 0.0)
        elif len(edges):
            size = np.max(np.abs(edges))
            numbers(f"edges of axis {axis}, of size", np.subtract(edges, others) + size, np.full(len(edges), size), AS_NUMBERS)
    numbers("lambda", [model.lam], [other.lam], AS_NUMBERS)
    surfaces = [json.loads(each.to_json())["surfaces"] for each in (model, other)]
    for one, two in zip(*surfaces, strict=True):
        if one["region_of_cell"] != two["region_of_cell"]:
            found.append("cells lie in other regions")
        numbers("values of cells", one["beta"], two["beta"], AS_NUMBERS)
        # Errors by fold and lambda: folds of other rows have others.
        numbers("errors of cross-validation", one["record"]["cv"]["mean"], two["record"]["cv"]["mean"], AS_SUMS)
        if one["record"]["held_out"]:
            numbers("error on held-out rows", [one["record"]["held_out"]["error"]], [two["record"]["held_out"]["error"]], AS_SUMS)
    numbers("values of regions", [region["value"] for region in model.regions], [region["value"] for region in other.regions], AS_NUMBERS)
    numbers("rows of regions", [region["weight"] for region in model.regions], [region["weight"] for region in other.regions], AS_NUMBERS)
    for name in ("rows", "dropped_rows", "loss", "weight_kind"):
        if model.record[name] != other.record[name]:
            found.append(f"{name}: {model.record[name]} and {other.record[name]}")
    return found


def expect_same(model, other):
    assert differences(model, other) == []


def fit_in_memory(columns, **options):
    """The model that all others are compared with."""
    given = {name: columns[options[name]] if name in ("weight", "exposure") else value for name, value in options.items()}
    return gaptv.fit(np.column_stack([columns[name] for name in FEATURES]), columns["y"], **given)


class Way:
    """A way to fit rows: load() puts them where they are to be fitted from, fit() fits them there."""

    def load(self, columns):
        raise NotImplementedError

    def fit(self, **options):
        raise NotImplementedError


class Files(Way):
    """Files that are streamed."""

    def __init__(self, folder, ending, memory=LITTLE):
        self.path = folder / f"rows.{ending}"
        self.memory = memory

    def load(self, columns):
        import duckdb
        import pyarrow as pa

        connection = duckdb.connect()
        connection.register("loaded", pa.table(dict(columns)))
        connection.execute(f"COPY loaded TO '{self.path}'")
        connection.close()

    def fit(self, **options):
        return gaptv.fit(self.path, "y", features=FEATURES, memory=self.memory, **options)


class Database(Way):
    """A table that statements count."""

    table = "homes"

    def fit(self, **options):
        return gaptv.fit_table(self.connection, self.table, outcome="y", features=FEATURES, **options)


class Sqlite(Database):
    def __init__(self):
        self.connection = sqlite3.connect(":memory:")

    def load(self, columns):
        self.connection.execute("DROP TABLE IF EXISTS homes")
        self.connection.execute(f"CREATE TABLE homes ({', '.join(quoted(name) for name in columns)})")
        rows = zip(*(column.tolist() for column in columns.values()), strict=True)
        self.connection.executemany(f"INSERT INTO homes VALUES ({', '.join('?' * len(columns))})", rows)

    def tables(self):
        return [name for (name,) in self.connection.execute("SELECT name FROM sqlite_master UNION ALL SELECT name FROM sqlite_temp_master")]


class Duckdb(Database):
    table = "s.homes"

    def __init__(self):
        import duckdb

        self.connection = duckdb.connect()
        self.connection.execute("CREATE SCHEMA s")

    def load(self, columns):
        import pyarrow as pa

        self.connection.register("loaded", pa.table(dict(columns)))
        self.connection.execute("CREATE OR REPLACE TABLE s.homes AS SELECT * FROM loaded")
        self.connection.unregister("loaded")

    def tables(self):
        return [name for (name,) in self.connection.execute("SELECT table_name FROM information_schema.tables").fetchall()]


class Postgres(Database):
    table = "s.homes"

    def __init__(self, connection):
        self.connection = connection
        self.connection.execute("CREATE SCHEMA IF NOT EXISTS s")

    def load(self, columns):
        self.connection.execute("DROP TABLE IF EXISTS s.homes")
        self.connection.execute(f"CREATE TABLE s.homes ({', '.join(quoted(name) + ' float8' for name in columns)})")
        # The binary format: a count of columns, and of each its length and its bytes.
        fields = [(f"n{i}", ">i4") for i in range(len(columns))] + [(f"v{i}", ">f8") for i in range(len(columns))]
        order = [("count", ">i2")] + [field for i in range(len(columns)) for field in (fields[i], fields[len(columns) + i])]
        rows = np.empty(len(columns["y"]), dtype=order)
        rows["count"] = len(columns)
        for i, column in enumerate(columns.values()):
            rows[f"n{i}"] = 8
            rows[f"v{i}"] = column
        with self.connection.cursor().copy("COPY s.homes FROM STDIN (FORMAT binary)") as copy:
            copy.write(b"PGCOPY\n\xff\r\n\0" + bytes(8))
            for first in range(0, len(rows), 65536):
                copy.write(rows[first : first + 65536].tobytes())
            copy.write(b"\xff\xff")

    def tables(self):
        return [name for (name,) in self.connection.execute("SELECT tablename FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')")]


class Spark(Database):
    def __init__(self, session, folder):
        self.connection = session
        self.folder = folder

    def load(self, columns):
        import pyarrow as pa
        import pyarrow.parquet as pq

        pq.write_table(pa.table({f"c{i}": column for i, column in enumerate(columns.values())}), self.folder / "homes.parquet", row_group_size=1_000_000)
        self.connection.catalog.clearCache()
        self.connection.read.parquet(str(self.folder / "homes.parquet")).toDF(*columns).createOrReplaceTempView("homes")

    def tables(self):
        return [table.name for table in self.connection.catalog.listTables()]
