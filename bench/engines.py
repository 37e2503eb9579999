#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""The same rows through memory, streamed files, DuckDB, PostgreSQL and Spark: the same models, and how long each takes.

usage: engines.py [--rows 5000000] [--kinds plain ...] [--ways csv ...], in an environment with gaptv[all,spark,test]
Starts a PostgreSQL server on loopback and a local session of Spark where these are installed, and ends them. Ends with status 1 if models differ.
"""
import argparse
import contextlib
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python" / "tests"))

import servers  # noqa: E402
from gaptv import _answers, _spark_frame, _tables  # noqa: E402
from same_rows import KINDS, Duckdb, Files, Postgres, Spark, differences, fit_in_memory, rows_of  # noqa: E402

WAYS = ["csv", "parquet", "duckdb", "postgres", "spark"]


def timed(work):
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


class Traffic:
    """Counts the statements of fits in databases, and the numbers that they fetch."""

    def __init__(self):
        self.statements = self.numbers = 0
        for module in (_tables, _spark_frame):
            module.with_statement = lambda run: _answers.with_statement(self.counted(run))

    def counted(self, run):
        def run_and_count(statement):
            columns = run(statement)
            self.statements += 1
            self.numbers += sum(len(column) for column in columns)
            return columns

        return run_and_count

    def take(self):
        """What came since the last time, in words."""
        words = f"{self.statements} statements, {8 * self.numbers / 1e6:.1f} MB of numbers; " if self.statements else ""
        self.statements = self.numbers = 0
        return words


def open_way(name, folder, stack):
    if name in ("csv", "parquet"):
        return Files(folder, name)
    if name == "duckdb":
        return Duckdb()
    if name == "postgres":
        return Postgres(stack.enter_context(servers.postgres_server()).connect(autocommit=True))
    return Spark(stack.enter_context(servers.spark_session(folder)), folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=5_000_000)
    parser.add_argument("--kinds", nargs="+", choices=list(KINDS), default=["plain", "copies", "precision", "counts", "classes"])
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=WAYS)
    options = parser.parse_args()
    differ = 0
    traffic = Traffic()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        ways = {name: open_way(name, folder, stack) for name in options.ways}
        for kind in options.kinds:
            columns = rows_of(kind, options.rows)
            print(f"{options.rows:,} rows, load {os.getloadavg()[0]:.1f}", flush=True)
            seconds, expected = timed(lambda: fit_in_memory(columns, **KINDS[kind]))  # noqa: B023
            print(f"{kind:10} memory    {seconds:7.1f} s  bins {expected.bins}, lambda {expected.lam:.6g}, {len(expected.regions)} regions", flush=True)
            for name, way in ways.items():
                way.load(columns)
                seconds, model = timed(lambda: way.fit(**KINDS[kind]))  # noqa: B023
                found = differences(model, expected)
                differ += bool(found)
                print(f"{kind:10} {name:9} {seconds:7.1f} s  {1e9 * seconds / options.rows:7.0f} ns a row  {traffic.take()}{'; '.join(found) or 'the same model'}", flush=True)
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
