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
# A folder of its own: one of these packages needs an old numpy.
PEERS_PYTHON = ROOT / "build" / "peers-venv" / "bin" / "python"
PEERS_OF_DENOISE = {"prox_tv": "prox_tv.tv1_2d", "cut_pursuit": "parallel cut pursuit"}
# A peer that takes longer than this for one image is given up.
PEER_SECONDS = 120

# The authors' published pipeline on 10,000 rows, measured elsewhere once; it is not run here.
AUTHORS_SECONDS_10000_ROWS = 150
# The R package of CRISP with 50 lambdas and 5 folds, at 31 bins (2000 rows) and 100 bins (100 rows); likewise.
CRISP_PROCESSOR_SECONDS_31 = 108
CRISP_PROCESSOR_SECONDS_100 = 282


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

    def skip(self, what, reason):
        self.rows.append({"what": what, "value": None, "limit": None, "holds": None, "reason": reason})
        print(f"{what}: not measured  [{reason}]", flush=True)


def small_fit(report, folder, rounds):
    path = folder / "small.csv"
    subprocess.run([GAPTV, "simulate", "plateaus", "-n", "10000", "--seed", "1", "-o", path], check=True)
    ours, rpart = [], []
    for _ in range(rounds):
        ours.append(measure("fit", 10000, 7)["fit_seconds"])
        rpart.append(rpart_seconds(path, 7))
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


def losses(report, rows, bins, repeats):
    result = measure("losses", rows, repeats, bins)
    for loss, outcomes in (("binomial", "classes"), ("poisson", "counts")):
        ours, gaussian = result[f"{loss}_seconds"], result[f"gaussian_seconds_on_{outcomes}"]
        report.add(f"{loss} fit of {rows:,} rows, {bins} x {bins} cells / gaussian fit of the same", ours / gaussian, 1.3, fit_seconds=ours, gaussian_seconds=gaussian)


class Peer:
    """Another package for images; once it has failed it is not asked again."""

    def __init__(self, name):
        self.name = name
        self.failure = None

    def seconds(self, side, penalty, image, values):
        """The time of one call, or nothing if it failed."""
        if self.failure:
            return None
        words = [PEERS_PYTHON, ROOT / "bench" / "peers.py", self.name, str(side), str(penalty), image, values]
        try:
            result = subprocess.run(words, check=True, capture_output=True, text=True, timeout=PEER_SECONDS)
            return json.loads(result.stdout)["seconds"]
        except subprocess.TimeoutExpired:
            self.failure = f"took more than {PEER_SECONDS} s"
        except subprocess.CalledProcessError as error:
            last_words = (error.stderr.strip().splitlines() or ["without a word"])[-1]
            self.failure = f"failed with status {error.returncode}: {last_words}"
        except OSError as error:
            self.failure = f"is not installed: {error}"
        return None


def denoise_image(report, folder, side, rounds):
    image, values = folder / "image.bin", folder / "values.bin"
    measure("image", side, image)
    peers = [Peer(name) for name in PEERS_OF_DENOISE]
    for penalty in (0.3, 0.6, 1):
        ours, theirs, scores = [], {peer.name: [] for peer in peers}, {}
        for _ in range(rounds):
            ours.append(measure("denoise", side, 1, penalty))
            for peer in peers:
                seconds = peer.seconds(side, penalty, image, values)
                if seconds is None:
                    continue
                theirs[peer.name].append(seconds)
                scores[peer.name] = measure("score", side, penalty, values)
        middle = statistics.median(result["seconds"] for result in ours)
        case = f"denoise of {side} x {side} pixels, lambda {penalty}"
        report.add(f"{case}: relative duality gap", ours[0]["relative_gap"], 1e-9, seconds=middle, plateaus=ours[0]["plateaus"])
        for peer in peers:
            what = f"{case} / {PEERS_OF_DENOISE[peer.name]}"
            if peer.failure:
                report.skip(what, peer.failure)
                continue
            score = scores[peer.name]
            details = {
                "seconds": middle,
                "peer_seconds": statistics.median(theirs[peer.name]),
                "peer_objective_above_minimum": score["objective"] / ours[0]["objective"] - 1,
                "plateaus": ours[0]["plateaus"],
                "peer_plateaus": score["plateaus"],
                "peer_plateaus_within_1e-4": score["plateaus_within_1e-4"],
            }
            report.add(what, middle / details["peer_seconds"], 1, **details)


def denoise_growth(report, largest_side, repeats):
    sides = [largest_side // 4, largest_side // 2, largest_side]
    for penalty in (0.3, 0.6, 1):
        seconds = [measure("denoise", side, repeats, penalty)["seconds"] for side in sides]
        report.add(f"exponent of denoise over pixels, lambda {penalty}", exponent([side**2 for side in sides], seconds), 1.2, pixels=str([side**2 for side in sides]), seconds=str(seconds))


def chains(report, nodes, repeats):
    sizes = [nodes // 100, nodes // 10, nodes]
    results = [measure("chain", size, repeats) for size in sizes]
    largest = results[-1]
    report.add(f"denoise of a chain of {nodes:,} nodes, seconds", largest["denoise_seconds"], 2, solver_alone_seconds=largest["solve_seconds"], plateaus=largest["plateaus"], relative_gap=largest["relative_gap"])
    report.add("exponent of the solver of chains over nodes", exponent(sizes, [r["solve_seconds"] for r in results]), 1.1, nodes=str(sizes))
    report.add("exponent of denoise of chains over nodes", exponent(sizes, [r["denoise_seconds"] for r in results]), 1.1, nodes=str(sizes))


def cube_path(report, side, repeats):
    result = measure("path", side, repeats)
    report.add(f"path of {result['lambdas']} lambdas on {side} x {side} x {side} cells, two threads, seconds", result["seconds"], 6, worst_relative_gap=result["worst_relative_gap"])


def rpart_seconds(path, repeats):
    """The median time of R's rpart() on a file, read before."""
    words = ["Rscript", ROOT / "bench" / "rpart.R", path, str(repeats)]
    output = subprocess.run(words, check=True, capture_output=True, text=True)
    return statistics.median(float(value) for value in output.stdout.split())


def trees(report, folder, largest, rounds):
    path = folder / "tree.csv"
    subprocess.run([GAPTV, "simulate", "plateaus", "-n", "10000", "--seed", "1", "-o", path], check=True)
    methods = {"cart": 1, "cart-cv": None}  # with the limit of each
    ours, theirs = {method: [] for method in methods}, []
    for _ in range(rounds):
        for method, seconds in ours.items():
            seconds.append(measure("tree", 10000, 7, method)["seconds"])
        theirs.append(rpart_seconds(path, 7))
    peer = statistics.median(theirs)
    for method, limit in methods.items():
        seconds = statistics.median(ours[method])
        report.add(f"{method} of 10,000 rows / R rpart()", seconds / peer, limit, seconds=seconds, rpart_seconds=peer)
    sizes = [size for size in (10**5, 10**6, 10**7) if size <= largest]
    turns = [[measure("tree", size, 1, "cart")["seconds"] for size in sizes] for _ in range(rounds)]
    seconds = [statistics.median(turn) for turn in zip(*turns)]
    steps = [size * math.log(size) for size in sizes]
    report.add("exponent of cart over n log n", exponent(steps, seconds), 1.1, rows=str(sizes), seconds=str(seconds))


def crisp(report, rounds):
    for rows, bins, limit, peer in ((2000, 31, 1, CRISP_PROCESSOR_SECONDS_31), (100, 100, 3, CRISP_PROCESSOR_SECONDS_100)):
        result = measure("crisp", rows, rounds, bins)
        report.add(f"CRISP of {rows} rows at {bins} bins per feature, 50 lambdas, 5 folds, seconds", result["seconds"], limit, processor_seconds=result["processor_seconds"])
        report.add(f"R package (constant measured elsewhere) / CRISP at {bins} bins, processor time", peer / result["processor_seconds"], None)
        report.add(f"CRISP at {bins} bins: worst relative gap of all solves", result["worst_relative_gap"], 1e-5)


def python_package(report, rounds):
    """The measurements of another program, as they come."""
    words = [sys.executable, ROOT / "bench" / "python_package.py", GAPTV, str(rounds)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            report.add(**json.loads(line))
    if process.returncode != 0:
        raise RuntimeError(f"{words[1]} failed with status {process.returncode}")


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
    parser.add_argument("--rows", type=int, default=10_000_000, help="rows of the large cases, nodes of the longest chain")
    parser.add_argument("--side", type=int, default=1000, help="rows and columns of the largest image")
    parser.add_argument("--rounds", type=int, default=3, help="turns that GapTV and its peers take")
    parser.add_argument("--only", nargs="+", metavar="PART", default=[], help="these parts alone, e.g. denoise chain cube")
    parser.add_argument("--json", type=Path, help="write the results here too")
    parser.add_argument("--accuracy", type=int, metavar="TRIALS", default=0, help="also average the plateau benchmark over trials")
    options = parser.parse_args()
    report = Report()
    with tempfile.TemporaryDirectory(dir=BUILD) as name:
        folder = Path(name)
        parts = {
            "small": lambda: small_fit(report, folder, max(3, options.rounds)),
            "memory": lambda: large_in_memory(report, options.rows, 5),
            "csv": lambda: large_from_csv(report, folder, options.rows, options.rounds),
            "growth": lambda: growth(report, options.rows),
            "losses": lambda: (losses(report, 10_000, 50, 7), losses(report, 1_000_000, 50, 3)),
            "denoise": lambda: denoise_image(report, folder, options.side, options.rounds),
            "denoise-growth": lambda: denoise_growth(report, options.side, options.rounds),
            "chain": lambda: chains(report, options.rows, options.rounds),
            "cube": lambda: cube_path(report, 50, options.rounds),
            "cart": lambda: trees(report, folder, options.rows, max(3, options.rounds)),
            "crisp": lambda: crisp(report, options.rounds),
            "python": lambda: python_package(report, options.rounds),
        }
        unknown = set(options.only) - set(parts)
        if unknown:
            parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(parts)}")
        for part in options.only or parts:
            parts[part]()
    result = {"measurements": report.rows}
    if options.accuracy:
        result["accuracy"] = measure("accuracy", options.accuracy, 1000)
        for row in result["accuracy"]:
            print(row)
    if options.json:
        options.json.write_text(json.dumps(result, indent=1) + "\n")
    measured = [row for row in report.rows if row["holds"] is not None]
    missed = [row["what"] for row in measured if not row["holds"]]
    print(f"{len(measured) - len(missed)} of {len(measured)} measurements hold" + (f"; missed: {missed}" if missed else ""))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
