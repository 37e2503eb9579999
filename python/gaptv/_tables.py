# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Fits of rows in a database, which counts them: only numbers of cells cross the network."""
from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gaptv import _core
from gaptv._answers import Columns, Run, columns_of_spark, to_columns, with_statement
from gaptv._data import utf8_text
from gaptv._functions import option_texts, with_warnings
from gaptv._model import Model

# Parts of the names of drivers' modules, and SQLAlchemy's names of dialects.
_DIALECTS = {
    "duckdb": "duckdb",
    "sqlite": "sqlite",
    "psycopg": "postgres",
    "postgres": "postgres",
    "asyncpg": "postgres",
    "pg8000": "postgres",
    "pyspark": "spark",
    "spark": "spark",
    "databricks": "spark",
    "bigquery": "bigquery",
    "snowflake": "snowflake",
}


def _dialect_in(text: str) -> str | None:
    return next((dialect for part, dialect in _DIALECTS.items() if part in text.lower()), None)


def _dialect_of(connection: Any) -> str:
    """The dialect that a connection's driver speaks."""
    vendor = ""
    if hasattr(connection, "adbc_get_info"):
        vendor = str(connection.adbc_get_info().get("vendor_name", ""))
    elif hasattr(connection, "dialect"):  # SQLAlchemy
        vendor = str(getattr(connection.dialect, "name", ""))
    found = _dialect_in(vendor) or next((d for d in (_dialect_in(base.__module__) for base in type(connection).__mro__) if d), None)
    if found is None:
        raise ValueError(
            f"the dialect of {type(connection).__module__}.{type(connection).__name__} is not known; give dialect=..., one of {', '.join(_core.names_of_dialects())}"
        )
    return found


def _read_answer(cursor: Any) -> Columns:
    width = len(cursor.description)
    return to_columns(cursor.fetchall(), width)


def _run_of(connection: Any) -> Run:
    """How a connection runs a statement: of Spark, SQLAlchemy, or DB-API (which ADBC is too)."""
    if hasattr(connection, "createDataFrame"):
        return lambda statement: columns_of_spark(connection.sql(statement))
    if hasattr(connection, "exec_driver_sql"):

        def run_in_sqlalchemy(statement: str) -> Columns:
            # Drivers that are given parameters, even none, read the signs of remainders as their places.
            result = connection.exec_driver_sql(statement, execution_options={"no_parameters": True})
            return to_columns(result.fetchall(), len(result.keys()))

        return run_in_sqlalchemy
    if type(connection).__name__ == "DuckDBPyConnection":
        # A cursor is another connection there, which does not know what was registered with this one.
        return lambda statement: _read_answer(connection.execute(statement))
    if not hasattr(connection, "cursor"):
        raise ValueError(f"connection: {type(connection).__name__} is none; give one of DB-API, ADBC, SQLAlchemy or a session of Spark")

    def run_in_database(statement: str) -> Columns:
        cursor = connection.cursor()
        try:
            cursor.execute(statement)
            return _read_answer(cursor)
        finally:
            cursor.close()

    return run_in_database


_SNAPSHOT = "ISOLATION LEVEL REPEATABLE READ READ ONLY"
_IDLE, _ACTIVE, _IN_TRANSACTION = 0, 1, 2  # as libpq numbers them


def _run_only(connection: Any, statement: str) -> None:
    cursor = connection.cursor()
    try:
        cursor.execute(statement)
    finally:
        cursor.close()


@contextlib.contextmanager
def _ended(end: Callable[[], Any]) -> Iterator[None]:
    """Ends what was begun, whatever happens; that a dead connection cannot is not the error to tell of."""
    try:
        yield
    finally:
        with contextlib.suppress(Exception):
            end()


def _stop_statement(connection: Any) -> None:
    """Who interrupts a fit must not have to wait for its statement, which would block the connection."""
    if connection.info.transaction_status == _ACTIVE and hasattr(connection, "pgconn"):
        connection.cancel()
        while connection.pgconn.get_result() is not None:
            pass


@contextlib.contextmanager
def _savepoint(connection: Any) -> Iterator[None]:
    """The user's own transaction can go on after an error."""
    _run_only(connection, "SAVEPOINT gaptv_fit")
    try:
        yield
    except BaseException:
        with contextlib.suppress(Exception):
            _stop_statement(connection)
            _run_only(connection, "ROLLBACK TO SAVEPOINT gaptv_fit")
        raise
    finally:
        with contextlib.suppress(Exception):
            _run_only(connection, "RELEASE SAVEPOINT gaptv_fit")


def _transaction(connection: Any, dialect: str) -> contextlib.AbstractContextManager[Any]:
    """What the statements run in: a transaction that sees a snapshot, reads only and ends with the fit, where one can be had. Who is in a transaction
    already stays in it, as it was."""
    if hasattr(connection, "exec_driver_sql"):
        if connection.in_transaction():
            return connection.begin_nested()  # type: ignore[no-any-return]
        if dialect == "postgres":
            connection.exec_driver_sql(f"SET TRANSACTION {_SNAPSHOT}")
        return _ended(connection.rollback)
    status = getattr(getattr(connection, "info", None), "transaction_status", None)  # of psycopg
    if status == _IN_TRANSACTION:
        return _savepoint(connection)
    if status == _IDLE:
        is_open = not connection.autocommit  # its driver begins before the first statement
        _run_only(connection, f"SET TRANSACTION {_SNAPSHOT}" if is_open else f"BEGIN {_SNAPSHOT}")

        def end() -> None:
            _stop_statement(connection)
            if is_open:
                connection.rollback()
            else:
                _run_only(connection, "ROLLBACK")

        return _ended(end)
    # DuckDB does not tell whether there is a transaction, and aborts it where another is begun.
    return contextlib.nullcontext()


def _name(name: Any, what: str) -> str:
    if not isinstance(name, str):
        raise ValueError(f"{what}: give the name of a column, not {type(name).__name__}")
    return utf8_text(name, what)


def fit_table(
    connection: Any,
    table: str,
    *,
    outcome: str,
    features: Sequence[str] | str,
    weight: str | None = None,
    exposure: str | None = None,
    where: str | None = None,
    missing: str = "error",
    dialect: str | None = None,
    random_state: int = 0,
    threads: int = 0,
    **options: Any,
) -> Model:
    """Fits rows of a database where they are: statements count them, and only the counts are fetched. The model is that of the same rows in memory but
    for the last digits.

    connection: of DB-API (sqlite3, psycopg, duckdb), ADBC, or SQLAlchemy (also an engine), or a session of Spark. Nothing is created in the database.
    table: "table" or "schema.table"; a part that contains a dot goes between double quotes. where: a condition in the words of the database.
    outcome, features, weight, exposure: names of columns of numbers; an outcome may have two labels. missing and options are those of fit().
    dialect: "duckdb", "postgres", "spark" or "sqlite" (and "bigquery" or "snowflake", in which nobody has run the statements) if the connection
    does not tell.
    """
    if missing not in ("error", "drop"):
        raise ValueError(f"missing={missing!r}: give 'error' or 'drop'")
    names = [features] if isinstance(features, str) else list(features)
    spoken = dialect or _dialect_of(connection)

    def fit_with(connected: Any) -> Model:
        run = with_statement(_run_of(connected))
        with _transaction(connected, spoken):
            core = _core.fit_table(
                spoken,
                utf8_text(table, "the table"),
                [_name(name, "features") for name in names],
                _name(outcome, "outcome"),
                "" if weight is None else _name(weight, "weight"),
                "" if exposure is None else _name(exposure, "exposure"),
                "" if where is None else utf8_text(where, "where"),
                missing == "drop",
                run,
                option_texts({**options, "seed": random_state, "threads": threads}),
            )
        return with_warnings(Model(core), is_weighted=weight is not None)

    if hasattr(connection, "connect") and hasattr(connection, "dialect") and not hasattr(connection, "exec_driver_sql"):
        with connection.connect() as connected:  # an engine of SQLAlchemy
            return fit_with(connected)
    return fit_with(connection)
