# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Databases that tests run statements in: a PostgreSQL server and a Spark session, started once when the first test asks for them."""
import contextlib
import os
import pwd
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import pytest


def leave_out(reason):
    """Skips the test that needs what is not there; in continuous integration everything has to be there."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def pytest_configure(config):
    # Tests are run away from the sources, where pyproject.toml is not read.
    config.addinivalue_line("markers", "slow: takes long or needs much; run where CI=true or GAPTV_SLOW=1")


def pytest_collection_modifyitems(items):
    if os.environ.get("CI") != "true" and os.environ.get("GAPTV_SLOW") != "1":
        for item in items:
            if "slow" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="slow; CI=true or GAPTV_SLOW=1 runs it"))


@dataclass
class PostgresServer:
    """A server on loopback, which ends with the tests."""

    port: int
    password: str

    @property
    def dsn(self):
        return f"host=127.0.0.1 port={self.port} user=gaptv password={self.password} dbname=postgres"

    def connect(self, **options):
        """A connection of psycopg (DB-API)."""
        import psycopg

        return psycopg.connect(self.dsn, **options)


def postgres_programs():
    """The folder with initdb and postgres: the newest of Debian's, else the one of the path."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
    on_path = shutil.which("initdb")
    if on_path:
        folders.append(Path(on_path).resolve().parent)
    return next((folder for folder in reversed(folders) if (folder / "postgres").exists()), None)


def unprivileged_user():
    """The options of subprocess for another user than root, as whom the server does not start."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            user = pwd.getpwnam(name)
            return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    return None


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="session")
def postgres_server():
    """A PostgresServer with its own empty data folder."""
    psycopg = pytest.importorskip("psycopg") if os.environ.get("CI") != "true" else __import__("psycopg")
    programs, user = postgres_programs(), unprivileged_user()
    if programs is None:
        leave_out("PostgreSQL is not installed (Debian: postgresql); tests with a real server are left out")
    if user is None:
        leave_out("PostgreSQL does not start as root, and there is neither a user postgres nor nobody")
    folder = Path(tempfile.mkdtemp(prefix="gaptv-postgres-"))
    server = PostgresServer(free_port(), secrets.token_hex(16))
    process = None
    try:
        (folder / "password").write_text(server.password, encoding="ascii")
        if user:
            for path in (folder, folder / "password"):
                os.chown(path, user["user"], user["group"])
        settings = {"cwd": folder, "stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, **user}
        made = subprocess.run(
            [programs / "initdb", "-D", folder / "data", "-U", "gaptv", "--auth=scram-sha-256", f"--pwfile={folder / 'password'}", "-E", "UTF8", "--locale=C", "--no-sync"],
            **settings,
        )
        assert made.returncode == 0, made.stdout.decode(errors="replace")
        quick = ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off"]
        place = ["-c", "listen_addresses=127.0.0.1", "-c", f"port={server.port}", "-c", "unix_socket_directories="]
        with open(folder / "log", "wb") as log:
            process = subprocess.Popen([programs / "postgres", "-D", folder / "data", *place, *quick], **{**settings, "stdout": log})
        deadline = time.monotonic() + 60
        while True:
            try:
                server.connect().close()
                break
            except psycopg.OperationalError:
                if process.poll() is not None or time.monotonic() > deadline:
                    pytest.fail("PostgreSQL did not start: " + (folder / "log").read_text(errors="replace"))
                time.sleep(0.1)
        yield server
    finally:
        if process is not None:
            process.send_signal(2)  # fast shutdown
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def spark_session(tmp_path_factory):
    """A session of Spark in this process's own virtual machine, with two threads."""
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        leave_out("pyspark is not installed; tests with Spark are left out")
    if not (os.environ.get("JAVA_HOME") or shutil.which("java")):
        leave_out("Java is not installed (Debian: openjdk-17-jre-headless); tests with Spark are left out")
    os.environ.update(SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable, PYSPARK_DRIVER_PYTHON=sys.executable)
    folder = tmp_path_factory.mktemp("spark")
    session = (
        SparkSession.builder.master("local[2]")
        .appName("gaptv-tests")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.memory", "3g")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.warehouse.dir", str(folder / "warehouse"))
        .config("spark.local.dir", str(folder / "local"))
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()
