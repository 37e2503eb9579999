# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Rows in databases are fitted as the same rows in memory."""
import numpy as np
import pytest
from same_rows import FEATURES, KINDS, Files, Sqlite, differences, expect_same, fit_in_memory, rows_of

import gaptv

@pytest.mark.parametrize("kind", list(KINDS))
def test_a_table_gives_the_model_of_its_rows(database, kind):
    columns = rows_of(kind)
    database.load(columns)
    before = sorted(database.tables())
    options = {"lambdas": 10, "bins_max": 20, **KINDS[kind]}
    counted = database.fit(**options)
    expect_same(counted, fit_in_memory(columns, **options))
    assert sorted(database.tables()) == before


@pytest.mark.parametrize("ending", ["csv", "parquet"])
@pytest.mark.parametrize("kind", list(KINDS))
def test_streamed_files_give_the_model_of_their_rows(tmp_path, ending, kind):
    columns = rows_of(kind)
    files = Files(tmp_path, ending)
    files.load(columns)
    options = {"lambdas": 10, "bins_max": 20, **KINDS[kind]}
    expect_same(files.fit(**options), fit_in_memory(columns, **options))


def test_rows_are_chosen_and_missing_values_left_out(database):
    columns = rows_of("plain")
    columns["y"][[3, 7]] = np.inf
    columns[FEATURES[1]][11] = np.nan if not isinstance(database, Sqlite) else np.inf
    database.load(columns)
    table = database.table
    given = {"outcome": "y", "features": FEATURES, "bins_max": 12, "lambdas": 10}
    with pytest.raises(ValueError, match="NaN or an infinite number"):
        gaptv.fit_table(database.connection, table, **given)
    where = "lon > -1 -- the east"
    counted = gaptv.fit_table(database.connection, table, where=where, missing="drop", **given)
    kept = (columns["lon"] > -1) & np.isfinite(columns["y"]) & np.isfinite(columns[FEATURES[1]])
    fitted = gaptv.fit(np.column_stack([columns[name][kept] for name in FEATURES]), columns["y"][kept], bins_max=12, lambdas=10)
    assert differences(counted, fitted) == [f"dropped_rows: {counted.record['dropped_rows']} and 0"]


def test_errors_name_the_statement_and_bad_columns(database):
    database.load(rows_of("plain", 50))
    table = database.table
    with pytest.raises(Exception) as refusal:
        gaptv.fit_table(database.connection, table, outcome="y", features="nowhere")
    if hasattr(refusal.value, "__notes__"):
        assert "SELECT" in refusal.value.__notes__[0]
    with pytest.raises(ValueError, match="no row"):
        gaptv.fit_table(database.connection, table, outcome="y", features="lon", where="lon > 1000")


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
    engine.load(columns)
    table = engine.table

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
