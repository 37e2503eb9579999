# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Databases behind one face, for tests that run the same statements in all of them."""
import sqlite3

import numpy as np


class Engine:
    """load(): makes the table "homes" with a column id and the features; None in a list is NULL. run(): the columns of the last statement, in the order of id."""

    dialect = ""
    width = 0  # of the table, without id

    def drop_lookup(self):
        """Removes the look-up table of an earlier test."""
        self.connection.execute("DROP TABLE IF EXISTS gaptv_cells")

    def run(self, statements):
        """A list of columns without those of the table: lists of numbers, texts and None."""
        rows = sorted(self.fetch(statements), key=lambda row: row[0])
        return [list(column) for column in zip(*rows, strict=True)][1 + self.width :]


class Duckdb(Engine):
    dialect = "duckdb"

    def __init__(self):
        import duckdb

        self.connection = duckdb.connect()

    def load(self, columns):
        import pyarrow as pa

        self.width = len(columns)
        count = len(next(iter(columns.values())))
        arrays = {"id": pa.array(range(count))} | {name: pa.array(values, pa.float64()) for name, values in columns.items()}
        self.connection.register("gaptv_loaded", pa.table(arrays))
        self.connection.execute("CREATE OR REPLACE TABLE homes AS SELECT * FROM gaptv_loaded")

    def fetch(self, statements):
        for statement in statements:
            self.connection.execute(statement)
        return self.connection.fetchall()


class Sqlite(Engine):
    dialect = "sqlite"

    def __init__(self):
        self.connection = sqlite3.connect(":memory:")

    def load(self, columns):
        self.width = len(columns)
        self.connection.execute("DROP TABLE IF EXISTS homes")
        names = ", ".join('"' + name.replace('"', '""') + '" REAL' for name in columns)
        self.connection.execute(f"CREATE TABLE homes (id INTEGER, {names})")
        marks = ", ".join("?" * (1 + len(columns)))
        self.connection.executemany(f"INSERT INTO homes VALUES ({marks})", zip(*([range(len(next(iter(columns.values()))))] + list(columns.values())), strict=True))

    def fetch(self, statements):
        for statement in statements:
            cursor = self.connection.execute(statement)
        return cursor.fetchall()


class Postgres(Engine):
    dialect = "postgres"

    def __init__(self, server):
        self.connection = server.connect(autocommit=True)

    def load(self, columns):
        self.width = len(columns)
        self.connection.execute("DROP TABLE IF EXISTS homes")
        names = ", ".join('"' + name.replace('"', '""').replace("%", "%%") + '" float8' for name in columns)
        self.connection.execute(f"CREATE TABLE homes (id bigint, {names})")
        with self.connection.cursor().copy("COPY homes FROM STDIN") as copy:
            for number, row in enumerate(zip(*columns.values(), strict=True)):
                copy.write("\t".join([str(number), *("\\N" if value is None else repr(float(value)) for value in row)]) + "\n")

    def fetch(self, statements):
        cursor = self.connection.cursor(binary=True)
        for statement in statements:
            cursor.execute(statement)
        return cursor.fetchall()


class Spark(Engine):
    dialect = "spark"

    def __init__(self, session, folder):
        self.session = session
        self.folder = folder
        self.answers = 0

    def drop_lookup(self):
        self.session.catalog.dropTempView("gaptv_cells")

    def load(self, columns):
        import pyarrow as pa
        import pyarrow.parquet as pq

        self.width = len(columns)
        count = len(next(iter(columns.values())))
        # Files of Parquet need not take every name.
        arrays = {"id": pa.array(range(count))} | {f"c{number}": pa.array(values, pa.float64()) for number, values in enumerate(columns.values())}
        pq.write_table(pa.table(arrays), self.folder / "homes.parquet", row_group_size=100_000)
        self.session.catalog.clearCache()
        self.session.read.parquet(str(self.folder / "homes.parquet")).toDF("id", *columns).createOrReplaceTempView("homes")

    def fetch(self, statements):
        import pyarrow.parquet as pq

        for statement in statements:
            frame = self.session.sql(statement)
        self.answers += 1
        path = str(self.folder / f"answer-{self.answers}")
        frame.toDF(*(f"c{number}" for number in range(len(frame.columns)))).write.parquet(path)
        columns = pq.read_table(path).to_pydict()
        return list(zip(*columns.values(), strict=True))


def rows_to_score(model, count, seed=0):
    """The features of rows: anywhere, on every edge, just beside it, far away, infinite, zero with either sign, NULL (None) and NaN."""
    rng = np.random.default_rng(seed)
    columns = []
    for edges in model.edges:
        edges = np.asarray(edges) if len(edges) else np.zeros(1)
        low, high = edges[0], edges[-1]
        margin = max(high - low, 1.0) * 0.2
        special = np.concatenate([edges, np.nextafter(edges, -np.inf), np.nextafter(edges, np.inf), [0.0, -0.0, 1e300, -1e300, 5e-324, -5e-324, np.inf, -np.inf]])
        values = rng.uniform(low - margin, high + margin, count)
        is_special = rng.random(count) < 0.3
        values[is_special] = rng.choice(special, is_special.sum())
        # Each special value comes at least once, beside an ordinary one of the other features.
        places = rng.permutation(count)[: len(special)]
        values[places] = special[: len(places)]
        values = values.tolist()
        for row in rng.permutation(count)[: count // 100]:
            values[row] = None if rng.random() < 0.5 else float("nan")
        columns.append(values)
    return dict(zip(model.feature_names, columns, strict=True))
