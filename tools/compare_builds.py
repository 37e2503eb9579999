#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Fits the same data with two builds of the program and compares what they found, bit for bit.

usage: compare_builds.py OLD NEW [--data FOLDER] [--simulated N]

Compared are, of every surface: edges, fitted values of the cells, labels of the regions, lambda, lambda_max, the curve of the
cross-validation, the gap curve, certificate and training errors; model files of formats 1 and 2 are understood. FOLDER holds the real
sets that experiments/real_sets.cc names; those that are not there are left out. Exit code 1 if anything differs.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

METHODS = [
    ["--preset", "best"],
    ["--preset", "paper"],
    ["--preset", "best", "--edges", "metric"],
    ["--preset", "paper", "--lambda", "aic"],
    ["--preset", "paper", "--bins", "cv", "--bins-max", "12"],
    ["--preset", "paper", "--bins", "7", "--lambda", "3.25"],
    ["--method", "cart"],
    ["--method", "cart", "--prune", "1se"],
    ["--method", "cart-cv"],
    ["--method", "gapcrisp", "--bins", "8", "--lambdas", "8"],
    ["--method", "crisp", "--bins", "9", "--lambdas", "8"],
    ["--preset", "paper", "--loss", "huber", "--lambdas", "12"],
    ["--preset", "best", "--loss", "quantile=0.8", "--bins-max", "12", "--lambdas", "8"],
]
NUMBERS_ONLY = ("crisp", "huber", "quantile")

# Name of the file, features, outcome, whether it is large, further options.
REAL_SETS = [
    ("airfoil", "freq,attackangle", "soundpressure", False, []),
    ("austin2014_grid100", "ix,iy", "log_count", True, []),
    ("banana", "x1,x2", "y", False, ["--loss", "binomial"]),
    ("bikeshares", "temp,windspeed", "cnt", False, []),
    ("brain", "X,Y", "medFPQ", False, []),
    ("california_housing", "longitude,latitude", "median_house_value", True, []),
    ("chicago2015_grid100", "ix,iy", "log_count", True, []),
    ("chicago2015_arrest", "lat,lon", "arrest", True, ["--loss", "binomial"]),
    ("concrete", '"Water","Coarse Aggr."', "Compressive Strength (28-day)(Mpa)", False, []),
    ("lidar", "range", "logratio", False, []),
    ("mack", "lat,lon", "egg.count", False, ["--loss", "poisson"]),
    ("violence", "medIncome,PopDens", "ViolentCrimesPerPop", False, []),
]


def surfaces_of(model):
    """What is compared of each surface, whichever format the file has."""
    if model["format_version"] == 1:
        parts = model["models"] if model["format"] == "gaptv-class-model" else [model]
        for part in parts:
            record = part["record"]
            found = {key: record[key] for key in ("lambda", "lambda_max", "input_hash", "objective")}
            found.update({"rmse": record["train"]["rmse"], "deviance": record["train"]["deviance"], "certificate": record["certificate"]})
            yield part, part["plateaus"], part["plateau_of_cell"], record["cv"], record["gap"], found
        return
    for part in model["surfaces"]:
        record = part["record"]
        found = {key: record[key] for key in ("lambda", "lambda_max", "input_hash")}
        certificate = record["certificate"]
        found.update({"objective": certificate["objective"], "rmse": record["train_rmse"], "deviance": record["train_deviance"],
                      "certificate": {key: certificate[key] for key in ("relative_gap", "max_violation")}})
        yield part, part["regions"], part["region_of_cell"], record["cv"], record["gap"], found


def finite(numbers):
    """Format 1 has null for every number that is not finite."""
    return [number if isinstance(number, (int, float)) else None for number in numbers]


def facts(path):
    model = json.loads(Path(path).read_text())
    result = {}
    for number, (part, regions, labels, cv, gap, found) in enumerate(surfaces_of(model)):
        found.update({"edges": [axis["edges"] for axis in part["grid"]["axes"]], "beta": part["beta"], "cells": part["cells"], "labels": labels,
                      "regions": [(region["value"], region["weight"], region["mean"]) for region in regions],
                      "cv": [cv["lambdas"], cv["mean"], cv["standard_error"]], "gap": [gap["bins"], finite(gap["log_w"]), finite(gap["gap"])]})
        result.update({f"{name} of surface {number}": value for name, value in found.items()})
    return result


def fit(program, data, options, output):
    run = subprocess.run([program, "fit", str(data), *options, "-o", str(output), "--quiet"], capture_output=True, text=True)
    return run.returncode, run.stderr


def cases(old, folder, data_folder, simulated):
    kinds = ["plateaus", "scenario1", "scenario2", "scenario3", "scenario4"]
    for number in range(simulated):
        kind, rows = kinds[number % len(kinds)], [60, 200, 500, 1500][number // len(kinds) % 4]
        path = folder / f"simulated{number}.csv"
        subprocess.run([old, "simulate", kind, "-n", str(rows), "--seed", str(number), "-o", str(path)], check=True, capture_output=True)
        yield f"{kind}, {rows} rows, seed {number}", path, ["--x", "x1,x2", "--y", "y"], False, False
    for name, features, outcome, is_large, options in REAL_SETS:
        path = data_folder / f"{name}.csv" if data_folder else None
        if path and path.exists():
            yield name, path, ["--x", features, "--y", outcome, *options], is_large, bool(options)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--simulated", type=int, default=40)
    arguments = parser.parse_args()
    compared, refused, different = 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for title, path, columns, is_large, has_loss in cases(arguments.old, folder, arguments.data, arguments.simulated):
            for options in METHODS:
                text = " ".join(options)
                if (has_loss and any(word in text for word in NUMBERS_ONLY)) or (has_loss and "poisson" in columns and "cart" in text):
                    continue
                if is_large and any(word in text for word in ("crisp", "huber", "quantile", "metric", "bins cv")):
                    continue
                models = [folder / "old.json", folder / "new.json"]
                codes = [fit(program, path, columns + options, model) for program, model in zip((arguments.old, arguments.new), models)]
                if codes[0][0] != 0 and codes[1][0] != 0:
                    refused += 1
                    continue
                if codes[0][0] != codes[1][0]:
                    different += 1
                    print(f"{title}, {text}: exit codes {codes[0][0]} and {codes[1][0]}: {codes[0][1]}{codes[1][1]}")
                    continue
                old, new = (facts(model) for model in models)
                compared += 1
                names = [key for key in old if old[key] != new.get(key)] + [key for key in new if key not in old]
                if names:
                    different += 1
                    print(f"{title}, {text}: differ in {', '.join(names)}")
    print(f"{compared} models compared, {refused} refused by both, {different} different")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
