# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Rows in databases are fitted as the same rows in memory."""
import json
import sqlite3

import numpy as np
import pytest

import gaptv

FEATURES = ["lon", "a \"b\" `c` 'd' %s"]


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


KINDS = {"plain": {}, "classes": {}, "counts": {"exposure": "days"}, "costs": {"loss": "gamma"}, "copies": {"weight": "w"}, "precision": {"weight": "w"}}


def quoted(name, mark='"'):
    return mark + name.replace(mark, 2 * mark) + mark


class Sqlite:
    def __init__(self):
        self.connection = sqlite3.connect(":memory:")

    def load(self, columns):
        self.connection.execute("DROP TABLE IF EXISTS homes")
        self.connection.execute(f"CREATE TABLE homes ({', '.join(quoted(name) for name in columns)})")
        rows = zip(*(column.tolist() for column in columns.values()), strict=True)
        self.connection.executemany(f"INSERT INTO homes VALUES ({', '.join('?' * len(columns))})", rows)
        return "homes"

    def tables(self):
        return [name for (name,) in self.connection.execute("SELECT name FROM sqlite_master UNION ALL SELECT name FROM sqlite_temp_master")]


class Duckdb:
    def __init__(self):
        self.connection = pytest.importorskip("duckdb").connect()
        self.connection.execute("CREATE SCHEMA s")

    def load(self, columns):
        pa = pytest.importorskip("pyarrow")
        self.connection.register("loaded", pa.table(dict(columns)))
        self.connection.execute("CREATE OR REPLACE TABLE s.homes AS SELECT * FROM loaded")
        self.connection.unregister("loaded")
        return "s.homes"

    def tables(self):
        return [name for (name,) in self.connection.execute("SELECT table_name FROM information_schema.tables").fetchall()]


class Postgres:
    def __init__(self, server):
        self.connection = server.connect(autocommit=True)
        self.connection.execute("CREATE SCHEMA IF NOT EXISTS s")

    def load(self, columns):
        self.connection.execute("DROP TABLE IF EXISTS s.homes")
        self.connection.execute(f"CREATE TABLE s.homes ({', '.join(quoted(name) + ' float8' for name in columns)})")
        with self.connection.cursor().copy("COPY s.homes FROM STDIN") as copy:
            for row in zip(*(column.tolist() for column in columns.values()), strict=True):
                copy.write_row(row)
        return "s.homes"

    def tables(self):
        return [name for (name,) in self.connection.execute("SELECT tablename FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')")]


class Spark:
    def __init__(self, session, folder):
        self.connection = session
        self.folder = folder

    def load(self, columns):
        pa = pytest.importorskip("pyarrow")
        import pyarrow.parquet as pq

        pq.write_table(pa.table({f"c{i}": column for i, column in enumerate(columns.values())}), self.folder / "homes.parquet")
        self.connection.catalog.clearCache()
        self.connection.read.parquet(str(self.folder / "homes.parquet")).toDF(*columns).createOrReplaceTempView("homes")
        return "homes"

    def tables(self):
        return [table.name for table in self.connection.catalog.listTables()]


@pytest.fixture(params=["sqlite", "duckdb", "postgres", "spark"])
def engine(request, tmp_path):
    if request.param == "postgres":
        return Postgres(request.getfixturevalue("postgres_server"))
    if request.param == "spark":
        return Spark(request.getfixturevalue("spark_session"), tmp_path)
    return {"sqlite": Sqlite, "duckdb": Duckdb}[request.param]()


def expect_same(counted, fitted):
    """Grid, choices and regions are the same; numbers that are sums may differ in their last digits."""
    a, b = json.loads(counted.to_json()), json.loads(fitted.to_json())

    def compare(x, y, path):
        if isinstance(x, dict):
            assert x.keys() == y.keys(), path
            for key in x:
                if key not in ("input_hash", "notes", "certificate", "threads"):
                    compare(x[key], y[key], f"{path}.{key}")
        elif isinstance(x, list):
            assert len(x) == len(y), path
            for i, (one, other) in enumerate(zip(x, y, strict=True)):
                compare(one, other, f"{path}[{i}]")
        elif isinstance(x, float) or isinstance(y, float):
            assert x == pytest.approx(y, rel=1e-8, abs=1e-10), path
        else:
            assert x == y, path

    for one, other in zip(a["surfaces"], b["surfaces"], strict=True):
        for key in ("regions", "region_of_cell", "axes", "beta"):
            if key in one:
                compare(one[key], other[key], key)
    assert counted.n_regions == fitted.n_regions if hasattr(counted, "n_regions") else True
    grid = np.array([[x, z] for x in np.linspace(-3, 3, 41) for z in np.linspace(-4, 5, 41)])
    np.testing.assert_array_equal(counted.predict(grid, type="region"), fitted.predict(grid, type="region"))
    np.testing.assert_allclose(counted.predict(grid), fitted.predict(grid), rtol=1e-12)
    for one, other in zip(counted.edges, fitted.edges, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12)


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_table_gives_the_model_of_its_rows(engine, kind):
    columns = rows_of(kind)
    table = engine.load(columns)
    before = sorted(engine.tables())
    options = {"lambdas": 10, "bins_max": 20, **KINDS[kind]}
    counted = gaptv.fit_table(engine.connection, table, outcome="y", features=FEATURES, **options)
    names = {key: columns[value] for key, value in KINDS[kind].items() if key in ("weight", "exposure")}
    fitted = gaptv.fit(np.column_stack([columns[name] for name in FEATURES]), columns["y"], **{**options, **names})
    expect_same(counted, fitted)
    assert sorted(engine.tables()) == before


def test_rows_are_chosen_and_missing_values_left_out(engine):
    columns = rows_of("plain")
    columns["y"][[3, 7]] = np.inf
    columns[FEATURES[1]][11] = np.nan if not isinstance(engine, Sqlite) else np.inf
    table = engine.load(columns)
    given = {"outcome": "y", "features": FEATURES, "bins_max": 12, "lambdas": 10}
    with pytest.raises(ValueError, match="NaN or an infinite number"):
        gaptv.fit_table(engine.connection, table, **given)
    where = "lon > -1 -- the east"
    counted = gaptv.fit_table(engine.connection, table, where=where, missing="drop", **given)
    kept = (columns["lon"] > -1) & np.isfinite(columns["y"]) & np.isfinite(columns[FEATURES[1]])
    fitted = gaptv.fit(np.column_stack([columns[name][kept] for name in FEATURES]), columns["y"][kept], bins_max=12, lambdas=10)
    expect_same(counted, fitted)


def test_errors_name_the_statement_and_bad_columns(engine):
    table = engine.load(rows_of("plain", 50))
    with pytest.raises(Exception) as refusal:
        gaptv.fit_table(engine.connection, table, outcome="y", features="nowhere")
    if hasattr(refusal.value, "__notes__"):
        assert "SELECT" in refusal.value.__notes__[0]
    with pytest.raises(ValueError, match="no row"):
        gaptv.fit_table(engine.connection, table, outcome="y", features="lon", where="lon > 1000")


def test_labels_dates_and_texts():
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    connection.execute(
        "CREATE TABLE t AS SELECT i / 100.0 AS x, CAST(i AS DECIMAL(10, 3)) AS d, CASE WHEN (i * 7919) % 100 < (i // 200) * 15 THEN 'yes' ELSE 'no' END AS y, "
        "DATE '2020-01-01' + CAST(i AS INTEGER) AS day, 'a' AS name, i % 3 = 0 AS flag FROM range(1000) r(i)"
    )
    counted = gaptv.fit_table(connection, "t", outcome="y", features=["x"])
    frame = connection.execute("SELECT * FROM t").fetchnumpy()
    fitted = gaptv.fit(np.asarray(frame["x"], dtype=float).reshape(-1, 1), np.asarray(frame["y"], dtype=str))
    np.testing.assert_allclose(counted.predict(np.linspace(0, 10, 50).reshape(-1, 1)), fitted.predict(np.linspace(0, 10, 50).reshape(-1, 1)), rtol=1e-12)
    gaptv.fit_table(connection, "t", outcome="flag", features=["d"])
    for column, message in (("day", "dates or times"), ("name", "holds texts")):
        with pytest.raises(ValueError, match=message):
            gaptv.fit_table(connection, "t", outcome="x", features=[column])


def test_sqlalchemy_and_adbc():
    columns = rows_of("plain", 500)
    fitted = gaptv.fit(np.column_stack([columns[name] for name in FEATURES]), columns["y"], bins_max=9)
    given = {"outcome": "y", "features": FEATURES, "bins_max": 9}
    engine = Sqlite()
    table = engine.load(columns)

    class Driver:  # nobody knows whose it is
        def cursor(self):
            return engine.connection.cursor()

    with pytest.raises(ValueError, match="give dialect="):
        gaptv.fit_table(Driver(), table, **given)
    expect_same(gaptv.fit_table(Driver(), table, dialect="sqlite", **given), fitted)
    with pytest.raises(ValueError, match="none; give one of"):
        gaptv.fit_table(object(), table, dialect="sqlite", **given)
    sqlalchemy = pytest.importorskip("sqlalchemy")
    pool = sqlalchemy.create_engine("sqlite://", creator=lambda: engine.connection)
    expect_same(gaptv.fit_table(pool, table, **given), fitted)
