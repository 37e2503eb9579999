# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Databases that tests run statements in: a PostgreSQL server and a Spark session, started once when the first test asks for them."""
import os

import pytest
import same_rows
import servers


def leave_out(reason):
    """Skips the test that needs what is not there; in continuous integration everything has to be there."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def pytest_configure(config):
    # Tests are run away from the sources, where pyproject.toml is not read.
    config.addinivalue_line("markers", "slow: takes long or needs much; run where CI=true or GAPTV_SLOW=1")


def is_slow(item):
    """Spark takes minutes for what other engines do in seconds."""
    parameters = item.callspec.id.split("-") if hasattr(item, "callspec") else []
    return "slow" in item.keywords or "spark_session" in item.fixturenames or "spark" in parameters


def pytest_collection_modifyitems(items):
    if os.environ.get("CI") != "true" and os.environ.get("GAPTV_SLOW") != "1":
        for item in items:
            if is_slow(item):
                item.add_marker(pytest.mark.skip(reason="slow; CI=true or GAPTV_SLOW=1 runs it"))


@pytest.fixture(scope="session")
def postgres_server():
    """A servers.PostgresServer with its own empty data folder."""
    try:
        with servers.postgres_server() as server:
            yield server
    except servers.NotInstalled as reason:
        leave_out(f"{reason}; tests with a real server are left out")


@pytest.fixture(scope="session")
def spark_session(tmp_path_factory):
    """A session of Spark in this process's own virtual machine, with two threads."""
    try:
        with servers.spark_session(tmp_path_factory.mktemp("spark")) as session:
            yield session
    except servers.NotInstalled as reason:
        leave_out(f"{reason}; tests with Spark are left out")


@pytest.fixture(params=["sqlite", "duckdb", "postgres", "spark"])
def database(request, tmp_path):
    """A way to fit rows where statements count them (same_rows.Database)."""
    if request.param == "postgres":
        connection = request.getfixturevalue("postgres_server").connect(autocommit=True)
        request.addfinalizer(connection.close)
        return same_rows.Postgres(connection)
    if request.param == "spark":
        return same_rows.Spark(request.getfixturevalue("spark_session"), tmp_path)
    return {"sqlite": same_rows.Sqlite, "duckdb": same_rows.Duckdb}[request.param]()
