#!/usr/bin/env python3
"""The Python package beside scikit-learn and interpret, on the plateau benchmark: a JSON object a line for each figure.

usage: python_package.py GAPTV ROUNDS, in an environment with gaptv, scikit-learn and interpret-core
All use all cores. Turns are taken, and medians compared.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from interpret.glassbox import ExplainableBoostingRegressor
from sklearn.model_selection import GridSearchCV
from sklearn.tree import DecisionTreeRegressor

import gaptv
from gaptv import _core


def simulated(program, rows):
    """Features and outcome, and the truth."""
    with tempfile.TemporaryDirectory() as name:
        paths = [Path(name) / "rows.csv", Path(name) / "truth.csv"]
        subprocess.run([program, "simulate", "plateaus", "-n", str(rows), "--seed", "1", "-o", paths[0], "--truth", paths[1]], check=True)
        return [np.loadtxt(path, delimiter=",", skiprows=1) for path in paths]


def timed(work):
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def report(what, value, limit, **details):
    print(json.dumps({"what": what, "value": value, "limit": limit, **details}), flush=True)


def overhead(X, y, rounds):
    """What the estimator costs beside the call of the C++ library."""
    texts = {"preset": "best", "loss": "gaussian", "seed": "0", "threads": "1"}
    through_python, alone = [], []
    for _ in range(5 * rounds):
        through_python.append(timed(lambda: gaptv.GapTVRegressor().fit(X, y))[0])
        alone.append(timed(lambda: _core.Model.fit(_core.Rows([X[:, 0], X[:, 1]], ["x1", "x2"], y, "y", None, None, []), texts))[0])
    extra = statistics.median(through_python) - statistics.median(alone)
    report("GapTVRegressor().fit of 10,000 rows beside the C++ call, milliseconds more", 1000 * extra, 10, fit_seconds=statistics.median(through_python))


def presets(X, y, small_X, small_y, rounds):
    seconds = {"best": [], "paper": []}
    small = []
    for _ in range(5 * rounds):
        for preset, list_of in seconds.items():
            list_of.append(timed(lambda: gaptv.fit(X, y, preset=preset))[0])
        small.append(timed(lambda: gaptv.fit(small_X, small_y))[0])
    best, paper = (statistics.median(seconds[preset]) for preset in ("best", "paper"))
    report("fit of 10,000 rows, preset best / preset paper", best / paper, 6, best_seconds=best, paper_seconds=paper)
    report("fit of 500 rows, preset best, seconds", statistics.median(small), 0.1)


def beside(name, make_peer, program, rows, rounds):
    """One fit of a peer, the median of ours; errors against the truth."""
    data, truth = simulated(program, rows)
    X, y = np.ascontiguousarray(data[:, :2]), np.ascontiguousarray(data[:, 2])

    def error(model):
        return float(np.sqrt(np.mean((model.predict(truth[:, :2]) - truth[:, 2]) ** 2)))

    ours, model = zip(*(timed(lambda: gaptv.GapTVRegressor(n_jobs=-1).fit(X, y)) for _ in range(rounds)))
    seconds, peer = timed(lambda: make_peer(X, y).fit(X, y))
    report(f"GapTVRegressor / {name}, {rows} rows", statistics.median(ours) / seconds, 0.1, seconds=statistics.median(ours), peer_seconds=seconds)
    report(f"RMSE of GapTVRegressor / {name}, {rows} rows", error(model[0]) / error(peer), 1, rmse=error(model[0]), peer_rmse=error(peer))


def tuned_tree(X, y):
    alphas = DecisionTreeRegressor(random_state=0).cost_complexity_pruning_path(X, y).ccp_alphas
    grid = np.geomspace(alphas[alphas > 0][0], alphas[-1], 50)
    return GridSearchCV(DecisionTreeRegressor(random_state=0), {"ccp_alpha": grid}, cv=5, n_jobs=os.cpu_count(), scoring="neg_mean_squared_error")


def boosting(X, y):
    return ExplainableBoostingRegressor(interactions=1, random_state=0, n_jobs=os.cpu_count())


def main():
    program, rounds = sys.argv[1], int(sys.argv[2])
    tables = [simulated(program, rows)[0] for rows in (10_000, 500)]
    (X, y), (small_X, small_y) = ((np.ascontiguousarray(table[:, :2]), np.ascontiguousarray(table[:, 2])) for table in tables)
    overhead(X, y, rounds)
    presets(X, y, small_X, small_y, rounds)
    for rows in (1000, 10_000):
        beside("a tree tuned by GridSearchCV", tuned_tree, program, rows, rounds)
    beside("ExplainableBoostingRegressor", boosting, program, 2000, rounds)


if __name__ == "__main__":
    main()
