# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Statements that predict in a database give what predict() gives, on every row and to the last bit.

GAPTV_SCORING_ROWS=1000000 runs the same on a million rows; the usual number is 20,000.
"""
import os
import re
import subprocess
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from engines import Duckdb, Postgres, Spark, Sqlite, rows_to_score

import gaptv

pandas = pytest.importorskip("pandas")

ROWS = int(os.environ.get("GAPTV_SCORING_ROWS", "20000"))
DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "scoring.md"
HOSTILE = ['Preis "in" `DM` \\d; --é', "select"]


@pytest.fixture(scope="module", params=["duckdb", "sqlite", "postgres", "spark"])
def engine(request, tmp_path_factory):
    if request.param == "duckdb":
        pytest.importorskip("duckdb")
        pytest.importorskip("pyarrow")
        return Duckdb()
    if request.param == "sqlite":
        return Sqlite()
    if request.param == "postgres":
        return Postgres(request.getfixturevalue("postgres_server"))
    pytest.importorskip("pyarrow")
    return Spark(request.getfixturevalue("spark_session"), tmp_path_factory.mktemp("engine"))


def make_rows(features, count=3000, seed=1):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(count, features)) * [3.0, 0.001, 1e6][:features]
    # Some values repeat and some are whole numbers, among them zero: these become edges.
    X[::3, 0] = np.round(X[::3, 0])
    signal = np.sin(X[:, 0]) + (X[:, -1] > 0) * 2.0
    return X, signal, signal + rng.normal(0, 0.3, count)


def fit(X, y, names, **options):
    return gaptv.fit(pandas.DataFrame(X, columns=names), y, **options)


def fit_case(case):
    if case == "one feature":
        X, _, y = make_rows(1)
        return fit(X, y, ["x"])
    if case == "two features with hostile names":
        X, _, y = make_rows(2)
        return fit(X, y, HOSTILE, bins=15, lam=1.0)
    if case == "three features":
        X, _, y = make_rows(3)
        return fit(X, y, ["a", "b", "c"], bins=5)
    if case == "probabilities":
        X, signal, y = make_rows(2)
        return fit(X, np.where(y > 1, "yes", "no"), ["a", "b"], loss="binomial", bins=12)
    if case == "rates":
        X, signal, _ = make_rows(2)
        counts = np.random.default_rng(2).poisson(np.exp(signal / 2))
        return fit(X, counts, ["a", "b"], loss="poisson", exposure=np.full(len(X), 0.7), bins=12)
    if case == "classes":
        X, _, y = make_rows(2)
        return fit(X, np.select([y > 1.5, y > 0], ["it's \\ 'red'", 'a "b" `c`'], "grün"), ["a", "b"], bins=10, lam=2.0)
    if case == "a mask":
        X, _, y = make_rows(2)
        return fit(X, y, ["a", "b"], bins=20, mask="data:1")
    if case == "a tree":
        X, _, y = make_rows(2)
        return fit(X, y, ["a", "b"], method="cart")
    if case == "a constant feature":
        X, _, y = make_rows(2)
        return fit(np.column_stack([X[:, 0], np.full(len(X), 7.0)]), y, ["a", "b"], bins=6)
    # Thousands of regions on 142 x 142 cells.
    X, _, y = make_rows(2, count=40_000)
    return fit(X, y, ["a", "b"], bins=142, lam=0.3, held_out="off")


CASES = [
    "one feature",
    "two features with hostile names",
    "three features",
    "probabilities",
    "rates",
    "classes",
    "a mask",
    "a tree",
    "a constant feature",
    "a large model",
]


# Spark takes seconds for each statement.
QUICK_IN_SPARK = {"two features with hostile names", "three features", "classes", "a mask"}


def leave_out_slow(engine, case, what="query"):
    if ROWS <= 20_000 and engine.dialect == "spark" and case not in QUICK_IN_SPARK and (case, what) != ("a large model", "lookup"):
        pytest.skip("slow in Spark; GAPTV_SCORING_ROWS=1000000 runs it")


@cache
def fitted(case):
    return fit_case(case)


@pytest.fixture(scope="module", params=CASES)
def case(request):
    return request.param


def expected_columns(model, columns, type):
    """What predict() says, which takes no infinite numbers: those of the largest size are in the same cells. None where a feature is missing."""
    table = np.array([[np.nan if value is None else value for value in column] for column in columns.values()]).T
    is_missing = np.isnan(table).any(axis=1)
    X = np.clip(table, -np.finfo(float).max, np.finfo(float).max)
    X[is_missing] = 0
    regions = model.predict(X, type="region").astype(int)
    values = model.predict(X, type=type)
    if model.classes is None:
        result = [values] if type != "region" else []
        result.append(regions)
    else:
        labels = np.array(model.classes, dtype=object)
        result = [labels[np.argmax(model.predict(X), axis=1)]]
        result += list(values.T) if type != "region" else []
        result += list(regions.T)
    return [[None if missing else value for value, missing in zip(column.tolist(), is_missing, strict=True)] for column in result]


def bits(column):
    """Numbers such that two are equal if the values are, to the last bit: -0.0 is not 0.0."""
    if all(value is None or type(value) is float for value in column):
        return np.array([np.nan if value is None else value for value in column], dtype=np.float64).view(np.int64)
    return np.array(column, dtype=object)


def assert_same(found, expected):
    assert len(found) == len(expected)
    for ours, theirs in zip(found, expected, strict=True):
        assert len(ours) == len(theirs)
        different = np.flatnonzero(bits(ours) != bits(theirs))
        assert not len(different), f"{len(different)} rows differ, the first one is {different[0]}: {ours[different[0]]!r} instead of {theirs[different[0]]!r}"


@pytest.mark.parametrize("what", ["query", "lookup"])
def test_every_row_has_the_value_and_the_region_of_predict(engine, case, what):
    leave_out_slow(engine, case, what)
    model = fitted(case)
    columns = rows_to_score(model, ROWS)
    engine.load(columns)
    engine.drop_lookup()
    assert_same(engine.run(model.sql_statements(engine.dialect, "homes", what=what)), expected_columns(model, columns, "response"))


@pytest.mark.parametrize("name", ["probabilities", "rates", "classes"])
@pytest.mark.parametrize("type", ["link", "region"])
def test_other_types_are_those_of_predict(engine, name, type):
    leave_out_slow(engine, name)
    model = fitted(name)
    columns = rows_to_score(model, 2000)
    engine.load(columns)
    for what in ("query", "lookup"):
        engine.drop_lookup()
        assert_same(engine.run(model.sql_statements(engine.dialect, "homes", what=what, type=type)), expected_columns(model, columns, type))


def test_expressions_go_into_any_statement(engine):
    model = fitted("classes")
    columns = rows_to_score(model, 2000)
    engine.load(columns)
    chosen = [model.to_sql(engine.dialect)] + [model.to_sql(engine.dialect, label=label) for label in model.classes]
    features = ", ".join(columns)
    expected = expected_columns(model, columns, "response")[: len(chosen)]
    assert_same(engine.run([f"SELECT id, {features}, {', '.join(chosen)} FROM homes"]), expected)


def test_columns_of_other_types_are_compared_as_doubles(engine):
    X, _, y = make_rows(2)
    model = fit(np.round(X * [1, 1000]), y, ["a", "b"], bins=10)
    rng = np.random.default_rng(3)
    table = np.round(rng.normal(size=(2000, 2)) * 3, 1)
    engine.load({"a": table[:, 0].tolist(), "b": table[:, 1].tolist()})
    cast = {"duckdb": ("DECIMAL(9, 2)", "INTEGER"), "postgres": ("numeric", "smallint"), "spark": ("DECIMAL(9, 2)", "INT"), "sqlite": ("NUMERIC", "INTEGER")}[engine.dialect]
    b = "b" if engine.dialect == "sqlite" else "round(b)"
    table[:, 1] = np.trunc(table[:, 1]) if engine.dialect == "sqlite" else table[:, 1]
    view = f"(SELECT id, CAST(a AS {cast[0]}) AS a, CAST({b} AS {cast[1]}) AS b FROM homes)"
    found = engine.run([f"SELECT id, a, b, CAST(b AS {'REAL' if engine.dialect == 'sqlite' else 'DOUBLE PRECISION' if engine.dialect == 'postgres' else 'DOUBLE'}), {model.to_sql(engine.dialect)} FROM {view} AS narrower"])
    table[:, 1] = found[0]
    assert_same(found[1:], [model.predict(table).tolist()])


def test_texts_in_sqlite_are_no_numbers():
    X, _, y = make_rows(1)
    model = fit(X, y, ["x"], bins=6)
    engine = Sqlite()
    engine.connection.execute("CREATE TABLE homes (id INTEGER, x)")
    engine.connection.execute("INSERT INTO homes VALUES (0, '1'), (1, x'31'), (2, NULL), (3, 1)")
    engine.width = 1
    (values,) = engine.run([f"SELECT id, x, {model.to_sql('sqlite')} FROM homes"])
    assert values == [None, None, None, model.predict([[1.0]])[0]]
    # A name in double quotes would be a text where there is no such column.
    with pytest.raises(Exception, match="no such column"):
        engine.fetch([f"SELECT {model.to_sql('sqlite').replace('`x`', '`y`')} FROM homes"])


def test_nothing_is_run_by_hostile_names(engine):
    names = ['x"; DROP TABLE homes; --', "y`; DROP TABLE homes; --'"]
    X, _, y = make_rows(2)
    model = fit(X, np.select([y > 1.5, y > 0], ["'; DROP TABLE homes; --", "\\'; DROP TABLE homes; --"], "\n; --"), names, bins=4, lam=5.0)
    columns = rows_to_score(model, 500)
    engine.load(columns)
    for what in ("query", "lookup"):
        engine.drop_lookup()
        assert_same(engine.run(model.sql_statements(engine.dialect, "homes", what=what)), expected_columns(model, columns, "response"))


@pytest.mark.parametrize("number", range(4), ids=["duckdb", "sqlite", "postgres", "spark"])
def test_the_examples_of_the_document_run(number, request, tmp_path, monkeypatch, capsys):
    module = ["duckdb", "sqlite3", "psycopg", "pyspark"][number]
    if module == "psycopg":
        server = request.getfixturevalue("postgres_server")
        with server.connect(autocommit=True) as connection:
            connection.execute("CREATE DATABASE document")
        for name, value in {"HOST": "127.0.0.1", "PORT": str(server.port), "USER": "gaptv", "PASSWORD": server.password, "DATABASE": "document"}.items():
            monkeypatch.setenv("PG" + name, value)
    elif module == "pyspark":
        request.getfixturevalue("spark_session")
    else:
        pytest.importorskip(module)
    X, _, y = make_rows(2, count=500)
    frame = pandas.DataFrame(np.column_stack([X, y]), columns=["lon", "lat", "price"])
    frame.to_csv(tmp_path / "homes.csv", index=False)
    gaptv.fit(frame[["lon", "lat"]], y, bins=5, lam=1.0).save(tmp_path / "model.json")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 4 and module in blocks[number]
    exec(blocks[number], {})
    if module in ("sqlite3", "psycopg"):
        assert re.search(r"\(.*\d\.\d+.*\)", capsys.readouterr().out)


@pytest.mark.skipif("GAPTV_PROGRAM" not in os.environ, reason="GAPTV_PROGRAM does not name the command-line program")
def test_the_program_writes_the_same(tmp_path):
    model = fitted("classes")
    model.save(tmp_path / "model.json")
    for dialect in ("duckdb", "postgres", "spark", "sqlite", "bigquery", "snowflake"):
        for what in ("query", "lookup"):
            command = [os.environ["GAPTV_PROGRAM"], "export", "model.json", "--dialect", dialect, "--what", what, "--table", "my.homes"]
            text = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True, encoding="utf-8").stdout
            assert text == model.to_sql(dialect, "my.homes", what=what) + "\n"
            assert text.startswith("-- UNVERIFIED") == (dialect in ("bigquery", "snowflake"))
            statements = model.sql_statements(dialect, "my.homes", what=what)
            assert all(statement in text for statement in statements)
            assert statements[-1].startswith("SELECT")


def test_what_is_impossible_is_refused_in_words_of_python():
    X, _, y = make_rows(1)
    model = fit(X, y, ["x"], bins=4)
    for arguments, message in [
        (("oracle",), "dialect 'oracle': give one of duckdb"),
        (("duckdb", "a..b"), "give table or schema.table"),
        (("duckdb", None, "query"), re.escape("name it by table")),
        (("duckdb", "homes", "expression"), 'what="query"'),
        (("duckdb", "homes", "everything"), "give expression, query or lookup"),
    ]:
        dialect, table, what = (*arguments, None, None)[:3]
        with pytest.raises(ValueError, match=message):
            model.to_sql(dialect, table, what=what)
    with pytest.raises(ValueError, match="leave out label"):
        model.to_sql("duckdb", label="red")
    with pytest.raises(ValueError, match="type 'odds'"):
        model.to_sql("duckdb", type="odds")
