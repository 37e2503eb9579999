# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Rows in databases that are not as they should be, and fits that end in the middle: a clear error, and nothing is left behind."""
import contextlib
import threading

import numpy as np
import pytest
from interrupts import interrupted_after
from same_rows import FEATURES, Duckdb, Postgres, Spark, Sqlite, expect_same, quoted, rows_of

import gaptv

QUICK = {"bins_max": 9, "lambdas": 6}


def create(database, name, columns, rows):
    """A table of columns with types; rows are texts in SQL."""
    mark = "`" if isinstance(database, Spark) else '"'
    values = ", ".join(rows)
    names = [quoted(column, mark) for column in columns]
    if isinstance(database, Spark):
        database.connection.sql(f"CREATE OR REPLACE TEMPORARY VIEW {quoted(name, mark)} AS SELECT {', '.join(f'CAST(col{i + 1} AS {kind}) AS {names[i]}' for i, kind in enumerate(columns.values()))} FROM VALUES {values}")
        return
    cursor = database.connection.cursor() if not isinstance(database, Duckdb) else database.connection
    cursor.execute(f"DROP TABLE IF EXISTS {quoted(name)}")
    cursor.execute(f"CREATE TABLE {quoted(name)} ({', '.join(f'{one} {kind}' for one, kind in zip(names, columns.values(), strict=True))})".replace("DOUBLE", "double precision"))
    if rows:
        cursor.execute(f"INSERT INTO {quoted(name)} VALUES {values}")


def simple(count=60):
    return [f"({i % 7}, {i % 3 + i * 0.01})" for i in range(count)]


def test_null_is_counted_named_and_left_out(database):
    rows = simple()
    rows[4] = f"({4 % 7}, NULL)"
    create(database, "t", {"x": "DOUBLE", "y": "DOUBLE"}, rows)
    with pytest.raises(ValueError, match=r"outcome 'y': 1 row holds no value \(NULL\) \(of 60\)"):
        gaptv.fit_table(database.connection, "t", outcome="y", features="x", **QUICK)
    assert gaptv.fit_table(database.connection, "t", outcome="y", features="x", missing="drop", **QUICK).record["dropped_rows"] == 1


def test_a_table_without_rows_is_refused(database):
    create(database, "t", {"x": "DOUBLE", "y": "DOUBLE"}, ["(1, 1)"])
    with pytest.raises(ValueError, match="no row"):
        gaptv.fit_table(database.connection, "t", outcome="y", features="x", where="x > 1")
    if not isinstance(database, Spark):
        create(database, "t", {"x": "DOUBLE", "y": "DOUBLE"}, [])
        with pytest.raises(ValueError, match="no row"):
            gaptv.fit_table(database.connection, "t", outcome="y", features="x")


HOSTILE = ['a "quoted" name', "x; DROP TABLE t; --", "with.dots.in", "on\ntwo lines", "select", "gaptv_step_1", "gx0", "größe'", "%s %(a)s {}", "n" * 70]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_only_names(database, name):
    table = "gaptv_step_1" if name == "gaptv_step_1" else "t"
    create(database, table, {name: "DOUBLE", "y": "DOUBLE"}, simple())
    model = gaptv.fit_table(database.connection, table, outcome="y", features=name, **QUICK)
    plain = gaptv.fit(np.array([[i % 7] for i in range(60)], dtype=float), [i % 3 + i * 0.01 for i in range(60)], **QUICK)
    expect_same(model, plain)
    assert model.feature_names == [name]


def test_names_of_tables_are_quoted(database):
    if isinstance(database, Spark):
        pytest.skip("views of a session take no such names")
    name = 'a "b".c; --'
    create(database, name, {"x": "DOUBLE", "y": "DOUBLE"}, simple())
    gaptv.fit_table(database.connection, quoted(name), outcome="y", features="x", **QUICK)
    with pytest.raises(ValueError, match="give table or schema.table"):
        gaptv.fit_table(database.connection, '"t', outcome="y", features="x")


def test_times_texts_and_other_types_are_refused(database):
    if isinstance(database, Sqlite):
        create(database, "t", {"x": "DOUBLE", "y": "DOUBLE"}, [*simple(), "('later', 1)"])
        with pytest.raises(ValueError, match="1 row holds a text or bytes"):
            gaptv.fit_table(database.connection, "t", outcome="y", features="x")
        return
    text = "STRING" if isinstance(database, Spark) else "text"
    create(database, "t", {"moment": "timestamp", "day": "date", "word": text, "y": "DOUBLE"}, ["('2020-01-01 10:00:00', '2020-01-01', 'a', 1.0)", "('2020-01-02 10:00:00', '2020-01-02', 'b', 2.0)"])
    for column, message in (("moment", "dates or times"), ("day", "dates or times"), ("word", "holds texts")):
        with pytest.raises(ValueError, match=f"'{column}' .*{message}"):
            gaptv.fit_table(database.connection, "t", outcome="y", features=column)


def test_decimals_and_long_integers_are_what_a_double_holds(database):
    numbers = [(i * 0.1, 9007199254740993 + i * 1001, i % 3 + i * 0.01) for i in range(60)]
    create(database, "t", {"d": "DECIMAL(10, 3)", "i": "BIGINT", "y": "DOUBLE"}, [f"({d:.1f}, {i}, {y!r})" for d, i, y in numbers])
    model = gaptv.fit_table(database.connection, "t", outcome="y", features=["d", "i"], **QUICK)
    rows = np.array([[float(f"{d:.1f}"), float(i)] for d, i, _ in numbers])
    expect_same(model, gaptv.fit(rows, [y for _, _, y in numbers], **QUICK))


class Meddling:
    """A connection of DB-API in front of another: do() is called before the statement of this number."""

    def __init__(self, connection, number, do):
        self.connection, self.left, self.do = connection, number, do

    def cursor(self):
        cursor = self.connection.cursor()
        meddling = self

        class Cursor:
            description = property(lambda self: cursor.description)

            def execute(self, statement):
                meddling.left -= 1
                if meddling.left == 0:
                    meddling.do()
                cursor.execute(statement)

            def fetchall(self):
                return cursor.fetchall()

            def close(self):
                cursor.close()

        return Cursor()


@pytest.mark.parametrize("number", [3, 4, 6])
def test_rows_that_change_between_statements_are_noticed(number):
    sqlite = Sqlite()
    sqlite.load(rows_of("plain"))
    changed = Meddling(sqlite.connection, number, lambda: sqlite.connection.execute(f"INSERT INTO homes VALUES ({', '.join('1' * len(rows_of('plain', 1)))})"))
    with pytest.raises(ValueError, match="the table changed between two statements"):
        gaptv.fit_table(changed, "homes", dialect="sqlite", outcome="y", features=FEATURES, **QUICK)


def test_what_others_change_during_a_fit_is_not_seen_in_postgresql(postgres_server):
    columns = rows_of("plain")
    with postgres_server.connect(autocommit=True) as writer:
        postgres = Postgres(writer)
        postgres.load(columns)
        before = postgres.fit(**QUICK)
        stop = threading.Event()

        def write():
            with postgres_server.connect(autocommit=True) as other:
                while not stop.is_set():
                    other.execute("INSERT INTO s.homes SELECT * FROM s.homes LIMIT 50")

        thread = threading.Thread(target=write)
        with postgres_server.connect() as reader:
            rows = reader.execute("SELECT count(*) FROM s.homes").fetchone()[0]
            reader.rollback()
            assert rows == 2000
            thread.start()
            try:
                postgres.connection = reader
                model = postgres.fit(**QUICK)
            finally:
                stop.set()
                thread.join()
        assert model.record["rows"] >= before.record["rows"]
        assert model.record["rows"] == round(sum(region["weight"] for region in model.regions))


@pytest.mark.parametrize("autocommit", [True, False])
def test_a_connection_of_psycopg_is_left_as_it_was(postgres_server, autocommit):
    from psycopg.pq import TransactionStatus

    with postgres_server.connect(autocommit=True) as first:
        Postgres(first).load(rows_of("plain", 300))
    with postgres_server.connect(autocommit=autocommit) as connection:
        for feature in ("lon", "nowhere"):
            with contextlib.suppress(Exception) if feature == "nowhere" else contextlib.nullcontext():
                gaptv.fit_table(connection, "s.homes", outcome="y", features=feature, **QUICK)
            assert connection.info.transaction_status == TransactionStatus.IDLE
        # The user's own transaction goes on, with what was written in it.
        with contextlib.ExitStack() as stack:
            if autocommit:
                stack.enter_context(connection.transaction(force_rollback=True))
            connection.execute("CREATE TEMPORARY TABLE mine AS SELECT 1 AS one")
            gaptv.fit_table(connection, "s.homes", outcome="y", features="lon", **QUICK)
            with pytest.raises(Exception, match="nowhere"):
                gaptv.fit_table(connection, "s.homes", outcome="y", features="nowhere", **QUICK)
            assert connection.info.transaction_status == TransactionStatus.INTRANS
            assert connection.execute("SELECT one FROM mine").fetchone() == (1,)
        connection.rollback()


def test_a_connection_of_duckdb_is_left_as_it_was():
    duckdb = Duckdb()
    duckdb.load(rows_of("plain", 300))
    for _ in range(2):
        duckdb.fit(**QUICK)
        with pytest.raises(Exception, match="nowhere"):
            gaptv.fit_table(duckdb.connection, "s.homes", outcome="y", features="nowhere")
        duckdb.connection.execute("BEGIN TRANSACTION")  # there was none
        duckdb.connection.execute("CREATE TABLE mine AS SELECT 1 AS one")
        duckdb.fit(**QUICK)
        duckdb.connection.execute("ROLLBACK")
    assert duckdb.tables() == ["homes"]


def test_a_connection_that_dies_tells_its_own_error(postgres_server):
    import psycopg

    with postgres_server.connect(autocommit=True) as living:
        Postgres(living).load(rows_of("plain", 300))
        before = Postgres(living).tables()
        dying = postgres_server.connect(autocommit=True)
        killed = Meddling(dying, 5, lambda: living.execute(f"SELECT pg_terminate_backend({dying.info.backend_pid}, 5000)"))
        with pytest.raises(psycopg.OperationalError):
            gaptv.fit_table(killed, "s.homes", dialect="postgres", outcome="y", features="lon", **QUICK)
        dying.close()
        with postgres_server.connect() as dead:
            living.execute(f"SELECT pg_terminate_backend({dead.info.backend_pid}, 5000)")
            with pytest.raises(psycopg.OperationalError):
                gaptv.fit_table(dead, "s.homes", outcome="y", features="lon", **QUICK)
        assert Postgres(living).tables() == before


@pytest.mark.parametrize("name", ["duckdb", "postgres", "sqlite"])
def test_an_interrupted_fit_leaves_nothing(name, request):
    way = {"duckdb": Duckdb, "sqlite": Sqlite, "postgres": lambda: Postgres(request.getfixturevalue("postgres_server").connect(autocommit=True))}[name]()
    way.load(rows_of("plain", 20000))
    before = way.tables()
    with interrupted_after(0.15), pytest.raises(KeyboardInterrupt):
        for _ in range(1000):
            way.fit(bins_max=50)
    assert way.tables() == before
    assert way.fit(**QUICK).record["rows"] == 20000
    if name == "postgres":
        assert way.connection.info.transaction_status == 0
