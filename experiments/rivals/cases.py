# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""The rows on which GapTV is compared with other methods: simulated by `gaptv simulate`, or folds of public data."""
import csv
import io
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from kinds import LARGE, MOST_REAL_ROWS, OUTER_FOLDS, REAL_SETS


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


def kinds_of(program):
    """The features and losses of all kinds, as the program lists them."""
    listed = subprocess.run([program, "simulate", "--list"], check=True, capture_output=True, text=True).stdout
    return {row["kind"]: (int(row["features"]), row["loss"]) for row in csv.DictReader(io.StringIO(listed))}


def simulated_problems(program, folder, sizes, trials, first_seed):
    """Draws what is not in the folder yet. A seed is first_seed + trial."""
    kinds = kinds_of(program)
    folder.mkdir(parents=True, exist_ok=True)
    for trial in range(1, trials + 1):
        for name, numbers in sizes.items():
            features, loss = kinds[name]
            for rows in numbers:
                if rows > LARGE and trial > max(1, trials // 3):
                    continue
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
    if not any((data / f"{name}.csv").exists() for name in REAL_SETS):
        raise FileNotFoundError(f"{data}: there is none of the public data sets, such as {next(iter(REAL_SETS))}.csv")
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
