# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""The data on which GapTV is compared with other methods: which kinds of `gaptv simulate --list` at which sizes, and public data sets."""
import csv
import io
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

# Kinds by what they ask of a method; the sizes of the whole suite.
GROUPS = {
    "plateaus of the paper": {"plateaus": [50, 200, 1000, 5000, 20000]},
    "boxes": {"boxes": [200, 2000], "scenario1": [200], "scenario3": [500], "crowded": [2000], "one-feature": [50, 200, 2000], "three-features": [200, 2000]},
    "discs and bands": {"discs": [100, 500, 2000, 10000], "bands": [200, 2000]},
    "features that matter unequally": {"dominant-curve": [200, 2000, 20000], "useless-second": [100, 500, 2000], "useless-second-steps": [200, 2000],
                                       "useless-third": [500, 5000], "useless-two": [500, 5000]},
    "smooth": {"smooth": [200, 2000], "gradient": [100, 1000], "scenario4": [500], "smooth-curve": [50, 200, 2000], "smooth-three": [500, 5000]},
    "smooth with little noise or none": {"smooth-exact": [200, 2000], "smooth-quiet": [200, 2000, 20000]},
    "heavy tails": {"heavy-tails": [200, 2000]},
    "counts": {"counts": [200, 2000], "counts-over-3": [500, 5000], "counts-over-13": [200, 1000, 5000], "counts-over-13-smooth": [1000]},
    "classes": {"binary": [200, 2000], "slope-class": [500, 5000], "rare-class": [1000, 5000, 20000]},
}

# What runs in about three minutes.
QUICK = {
    "plateaus": [200, 2000], "boxes": [500], "one-feature": [200], "three-features": [500], "discs": [100, 1000], "bands": [500], "dominant-curve": [500], "useless-second": [500],
    "useless-second-steps": [500], "useless-third": [1000], "smooth": [500], "gradient": [200], "smooth-exact": [1000], "smooth-quiet": [500], "heavy-tails": [500], "counts": [500],
    "counts-over-3": [1000], "counts-over-13": [1000], "binary": [1000], "slope-class": [1000], "rare-class": [3000],
}


@dataclass
class RealSet:
    """Columns of a CSV file that the repository does not hold; experiments/real_sets.cc has the same."""
    features: list
    outcome: str
    loss: str = "gaussian"
    exposure: str = ""


REAL_SETS = {
    "airfoil": RealSet(["freq", "attackangle"], "soundpressure"),
    "austin2014_grid100": RealSet(["ix", "iy"], "log_count"),
    "banana": RealSet(["x1", "x2"], "y", "binomial"),
    "bikeshares": RealSet(["temp", "windspeed"], "cnt"),
    "brain": RealSet(["X", "Y"], "medFPQ"),
    "california_housing": RealSet(["longitude", "latitude"], "median_house_value"),
    "chicago2015_arrest": RealSet(["lat", "lon"], "arrest", "binomial"),
    "chicago2015_grid100": RealSet(["ix", "iy"], "log_count"),
    "concrete": RealSet(["Water", "Coarse Aggr."], "Compressive Strength (28-day)(Mpa)"),
    "lidar": RealSet(["range"], "logratio"),
    "mack": RealSet(["lon", "lat"], "egg.count", "poisson", "net.area"),
    "violence": RealSet(["medIncome", "PopDens"], "ViolentCrimesPerPop"),
}
QUICK_REAL_SETS = ["airfoil", "banana", "bikeshares", "brain", "concrete", "lidar", "mack", "violence"]
OUTER_FOLDS = 5
# Of larger sets so many rows are taken, the same for every method: the slowest method decides.
MOST_REAL_ROWS = 20000


@dataclass
class Problem:
    """One fit that every method makes: rows to learn from, and points where predictions are measured."""
    name: str
    rows: int
    trial: int  # with real data the fold
    loss: str
    train_file: Path
    test_file: Path
    is_real: bool
    exposure: str = ""
    seed: int = 0
    columns: list = field(default_factory=list)

    def read(self, path):
        """Features, outcomes and exposures (or None) of the training or the test file."""
        table = np.genfromtxt(path, delimiter=",", skip_header=1, ndmin=2)
        features = len(self.columns)
        return table[:, :features], table[:, features], table[:, features + 1] if self.exposure else None


def group_of(name):
    for group, kinds in GROUPS.items():
        if name in kinds:
            return group
    return "real data"


def kinds_of(program):
    """The features and losses of all kinds, as the program lists them."""
    listed = subprocess.run([program, "simulate", "--list"], check=True, capture_output=True, text=True).stdout
    return {row["kind"]: (int(row["features"]), row["loss"]) for row in csv.DictReader(io.StringIO(listed))}


def simulated_problems(program, folder, sizes, trials, first_seed):
    """Draws what is not in the folder yet. A seed is first_seed + trial."""
    kinds = kinds_of(program)
    folder.mkdir(parents=True, exist_ok=True)
    for name, numbers in sizes.items():
        features, loss = kinds[name]
        for rows in numbers:
            for trial in range(1, trials + 1):
                seed = first_seed + trial
                train, test = (folder / f"{name}_{rows}_{seed}_{part}.csv" for part in ("sample", "truth"))
                if not (train.exists() and test.exists()):
                    subprocess.run([program, "simulate", name, "-n", str(rows), "--seed", str(seed), "-o", train, "--truth", test], check=True)
                yield Problem(name, rows, trial, loss, train, test, False, seed=seed, columns=[f"x{j + 1}" for j in range(features)])


def read_real_set(path, wanted):
    """The features, outcome and exposure as numbers; rows that lack one of them are left out."""
    names = [*wanted.features, wanted.outcome, *([wanted.exposure] if wanted.exposure else [])]
    rows = []
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            try:
                rows.append([float(row[name]) for name in names])
            except ValueError:
                continue
    table = np.array(rows)
    return table[np.isfinite(table).all(axis=1)]


def write_rows(path, header, table):
    text = "\n".join(",".join(repr(float(value)) for value in row) for row in table)
    path.write_text(",".join(header) + "\n" + text + "\n", encoding="utf-8")


def real_problems(data, folder, names, seed):
    """Every method gets the same five folds."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        wanted = REAL_SETS[name]
        if not (data / f"{name}.csv").exists():
            continue
        table = read_real_set(data / f"{name}.csv", wanted)
        table = table[np.random.default_rng([seed, 1]).permutation(len(table))[:MOST_REAL_ROWS]]
        columns = [f"x{j + 1}" for j in range(len(wanted.features))]
        header = [*columns, "y", *(["exposure"] if wanted.exposure else [])]
        for fold in range(OUTER_FOLDS):
            is_out = np.arange(len(table)) % OUTER_FOLDS == fold
            train, test = (folder / f"{name}_{seed}_{fold + 1}_{part}.csv" for part in ("sample", "held_out"))
            if not (train.exists() and test.exists()):
                write_rows(train, header, table[~is_out])
                write_rows(test, header, table[is_out])
            yield Problem(name, len(table), fold + 1, wanted.loss, train, test, True, "exposure" if wanted.exposure else "", seed, columns)
