#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""How long fits of streamed rows take, beside what DuckDB needs to stream their columns out once, and how much memory.

usage: scale.py [--rows 5000000 10000000 ...] [--rounds 3] [--generated 500000000], in an environment with gaptv[duckdb]
Parquet files are made in a temporary folder. Each measurement is a process of its own; medians of the rounds, in which turns are taken.
"""
import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# Rows with a high and a low region; pseudo-random numbers are hashes of the number of the row, so that every look gives the same.
ROWS = """SELECT x, z, CASE WHEN x > 0.4 AND z > 0.6 THEN 3e0 ELSE 0e0 END + noise AS y FROM (
  SELECT hash(i) / 18446744073709551616e0 AS x, (hash(i + 1000000000000) / 18446744073709551616e0 + hash(i + 2000000000000) / 18446744073709551616e0) AS z,
  (hash(i + 3000000000000) / 18446744073709551616e0 + hash(i + 4000000000000) / 18446744073709551616e0 - 1) * 4 AS noise FROM range({rows}) r(i))"""


def measure(what, source):
    """One measurement, in this process."""
    import duckdb

    connection = duckdb.connect()
    if what == "least":  # DuckDB's own buffers count too
        connection.execute("SET memory_limit = '64MB'")
    relation = connection.sql(ROWS.format(rows=source)) if source.isdigit() else connection.read_parquet(source)
    start = time.perf_counter()
    result = {}
    if what == "stream":
        rows = 0
        for batch in relation.project("x, z, y").to_arrow_reader(131072):
            rows += batch.num_rows
        result["rows"] = rows
    else:
        import gaptv

        start = time.perf_counter()
        memory = {"kept": "1.3GB", "least": "1kB", "generated": "1kB", "memory": "100GB"}[what]
        model = gaptv.fit(relation, "y", features=["x", "z"], memory=memory)
        result |= {"rows": model.record["rows"], "bins": model.bins, "regions": len(model.regions)}
    result["seconds"] = time.perf_counter() - start
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return result | {"processor_seconds": usage.ru_utime + usage.ru_stime, "megabytes": usage.ru_maxrss / 1024}


def run(what, source):
    output = subprocess.run([sys.executable, __file__, "--measure", what, str(source)], check=True, capture_output=True, text=True)
    return json.loads(output.stdout)


def tell(rows, what, turns, stream):
    seconds = statistics.median(turn["seconds"] for turn in turns)
    print(
        f"{rows:>12,} rows  {what:9} {seconds:8.2f} s  {seconds / stream:5.1f} times streaming  {1e9 * seconds / rows:6.1f} ns a row  "
        f"{statistics.median(turn['processor_seconds'] for turn in turns):8.1f} processor s  {max(turn['megabytes'] for turn in turns):6.0f} MB  load {os.getloadavg()[0]:.1f}",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, nargs="*", default=[5_000_000, 10_000_000, 20_000_000, 50_000_000])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ways", nargs="+", default=["kept", "least"], choices=["kept", "least", "memory"])
    parser.add_argument("--generated", type=int, default=0, help="also so many rows that DuckDB makes on the fly, once")
    parser.add_argument("--measure", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(*options.measure)))
        return
    with tempfile.TemporaryDirectory() as folder:
        for rows in options.rows:
            import duckdb

            path = Path(folder) / "rows.parquet"
            duckdb.connect().sql(ROWS.format(rows=rows)).write_parquet(str(path))
            turns = {what: [] for what in ("stream", *options.ways)}
            for _ in range(options.rounds):
                for what, measured in turns.items():
                    measured.append(run(what, path))
            stream = statistics.median(turn["seconds"] for turn in turns["stream"])
            for what, measured in turns.items():
                tell(rows, what, measured, stream)
            path.unlink()
    if options.generated:
        stream = run("stream", options.generated)
        tell(options.generated, "stream", [stream], stream["seconds"])
        tell(options.generated, "generated", [run("generated", options.generated)], stream["seconds"])


if __name__ == "__main__":
    main()
