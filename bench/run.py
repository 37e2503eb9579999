#!/usr/bin/env python3
"""Measures speed and memory beside peers in the same run; prints a table, and JSON with --json FILE.

Every figure is a ratio to a peer or to a plain read of the same data, because the machine may be shared and noisy. Peers
and GapTV take turns, and medians are compared.
"""
import argparse
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "bench"
GAPTV = BUILD / "gaptv"
GAPTV_BENCH = BUILD / "bench" / "gaptv_bench"

# The authors' published pipeline on 10,000 rows, measured elsewhere once; it is not run here.
AUTHORS_SECONDS_10000_ROWS = 150


def measure(*arguments):
    """One JSON result of the in-memory bench program."""
    words = [str(GAPTV_BENCH), *map(str, arguments)]
    return json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def run_timed(words):
    """Wall seconds and peak resident bytes of a command."""
    start = time.perf_counter()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    if status != 0:
        raise RuntimeError(f"{words[0]} failed with status {status}")
    return seconds, usage.ru_maxrss * 1024


def python_read_seconds(statement, path):
    """The time of one read in a fresh interpreter, without its start."""
    code = f"import sys, time\n{statement[0]}\nt = time.perf_counter()\n{statement[1]}\nprint(time.perf_counter() - t)"
    result = subprocess.run([sys.executable, "-c", code, str(path)], check=True, capture_output=True, text=True)
    return float(result.stdout)


def exponent(sizes, seconds):
    """The slope of log seconds over log size by least squares."""
    x = [math.log(size) for size in sizes]
    y = [math.log(second) for second in seconds]
    mean_x, mean_y = statistics.fmean(x), statistics.fmean(y)
    return sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / sum((a - mean_x) ** 2 for a in x)


class Report:
    def __init__(self):
        self.rows = []

    def add(self, what, value, limit, **details):
        holds = limit is None or value <= limit
        self.rows.append({"what": what, "value": value, "limit": limit, "holds": holds, **details})
        mark = "" if limit is None else f"  (limit {limit:g}: {'holds' if holds else 'MISSED'})"
        extra = ", ".join(f"{key} {val:.4g}" if isinstance(val, float) else f"{key} {val}" for key, val in details.items())
        print(f"{what}: {value:.3g}{mark}  [{extra}]", flush=True)


def small_fit(report, folder, rounds):
    path = folder / "small.csv"
    subprocess.run([GAPTV, "simulate", "plateaus", "-n", "10000", "--seed", "1", "-o", path], check=True)
    ours, rpart = [], []
    for _ in range(rounds):
        ours.append(measure("fit", 10000, 7)["fit_seconds"])
        output = subprocess.run(["Rscript", ROOT / "bench" / "rpart.R", path, "7"], check=True, capture_output=True, text=True)
        rpart.append(statistics.median(float(value) for value in output.stdout.split()))
    fit, peer = statistics.median(ours), statistics.median(rpart)
    report.add("fit of 10,000 rows / R rpart()", fit / peer, 3, fit_seconds=fit, rpart_seconds=peer)
    report.add("authors' pipeline (constant measured elsewhere) / fit", AUTHORS_SECONDS_10000_ROWS / fit, None, fit_seconds=fit)


def large_in_memory(report, rows, repeats):
    result = measure("fit", rows, repeats)
    ratio = result["fit_seconds"] / result["plain_read_seconds"]
    report.add(f"fit of {rows:,} rows in memory / plain read", ratio, 25, **{k: v for k, v in result.items() if k.endswith("seconds")})
    result = measure("predict", rows, repeats)
    ratio = result["predict_seconds"] / result["plain_read_seconds"]
    report.add(f"prediction of {rows:,} rows / plain read", ratio, 10, **{k: v for k, v in result.items() if k.endswith("seconds")})


def large_from_csv(report, folder, rows, rounds):
    path = folder / "large.csv"
    subprocess.run([GAPTV, "simulate", "plateaus", "-n", str(rows), "--seed", "1", "-o", path], check=True)
    readers = {
        "pandas": ("import pandas", "pandas.read_csv(sys.argv[1])"),
        "pyarrow": ("import pyarrow.csv", "pyarrow.csv.read_csv(sys.argv[1])"),
    }
    seconds = {"gaptv": [], **{name: [] for name in readers}}
    peak = 0
    for _ in range(rounds):
        words = [GAPTV, "fit", path, "--x", "x1,x2", "--y", "y", "-o", folder / "model.json", "--quiet"]
        fit_seconds, bytes_used = run_timed(words)
        seconds["gaptv"].append(fit_seconds)
        peak = max(peak, bytes_used)
        for name, statement in readers.items():
            seconds[name].append(python_read_seconds(statement, path))
    middle = {name: statistics.median(values) for name, values in seconds.items()}
    details = {f"{name}_seconds": value for name, value in middle.items()}
    report.add(f"fit of {rows:,} rows from CSV / pandas.read_csv alone", middle["gaptv"] / middle["pandas"], 1, **details)
    report.add(f"fit of {rows:,} rows from CSV / pyarrow read_csv alone", middle["gaptv"] / middle["pyarrow"], 2, **details)
    allowed = 3 * 3 * 8 * rows + 200e6
    report.add(f"peak memory of that fit / allowed ({allowed / 1e6:.0f} MB)", peak / allowed, 1, peak_megabytes=peak / 1e6)


def growth(report, largest):
    sizes = [size for size in (10**4, 10**5, 10**6, 10**7) if size <= largest]
    results = [measure("fit", size, 3, 50) for size in sizes]
    passes = [r["grid_seconds"] + r["gap_seconds"] for r in results]
    report.add("exponent of the data pass over rows", exponent(sizes[1:], passes[1:]), None, rows=str(sizes))
    report.add("exponent of the whole fit over rows (50 x 50 cells)", exponent(sizes, [r["fit_seconds"] for r in results]), None)
    bins = (20, 30, 50, 70, 100, 140)
    results = [measure("fit", 200000, 1, q) for q in bins]
    cells = [r["cells"] for r in results]
    report.add("exponent of selection and solve over cells", exponent(cells, [r["select_seconds"] + r["solve_seconds"] for r in results]), None, cells=re.sub(" ", "", str(cells)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=10_000_000, help="rows of the large cases")
    parser.add_argument("--rounds", type=int, default=3, help="turns that GapTV and its peers take")
    parser.add_argument("--json", type=Path, help="write the results here too")
    parser.add_argument("--accuracy", type=int, metavar="TRIALS", default=0, help="also average the plateau benchmark over trials")
    options = parser.parse_args()
    report = Report()
    with tempfile.TemporaryDirectory(dir=BUILD) as name:
        folder = Path(name)
        small_fit(report, folder, max(3, options.rounds))
        large_in_memory(report, options.rows, 5)
        large_from_csv(report, folder, options.rows, options.rounds)
    growth(report, options.rows)
    result = {"measurements": report.rows}
    if options.accuracy:
        result["accuracy"] = measure("accuracy", options.accuracy, 1000)
        for row in result["accuracy"]:
            print(row)
    if options.json:
        options.json.write_text(json.dumps(result, indent=1) + "\n")
    missed = [row["what"] for row in report.rows if not row["holds"]]
    print(f"{len(report.rows) - len(missed)} of {len(report.rows)} measurements hold" + (f"; missed: {missed}" if missed else ""))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
