#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Keeps the results of `gaptv reproduce` in the repository, so that a reader can check the documents that are written from them.

usage: tools/result_files.py FOLDER [TARGET]

Every NAME.csv of FOLDER that a document reads becomes TARGET/NAME.csv.xz (TARGET: docs/results), with six digits of every number and the
line of settings (`# seed 0, gaptv 0.1.0`) above the header; figures that documents show are copied to the folder `figures` beside TARGET.

The writers of documents (tools/write_*.py) read either folder through this module.
"""
import csv
import io
import lzma
import math
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "docs" / "results"
# What documents read, but for the crime study, which has a file for each city.
NAMES = ["synthetic", "bins", "scenarios", "lambda", "crisp_speed", "presets", "presets_real", "regions", "regions_real", "region_rules", "region_rules_real", "honesty", "areas", "areas_real", "rivals"]
FIGURES = ["synthetic", "synthetic_map", "bins"]
CITY = "crime_"


def city_names(folder):
    """The names of the results of the crime study: crime_austin, crime_chicago."""
    stems = {path.name.split(".")[0] for suffix in (".csv", ".csv.xz") for path in Path(folder).glob(f"{CITY}*{suffix}")}
    return sorted(stem for stem in stems if not stem.endswith(("_map", "_summary")))


def rounded(field):
    try:
        return f"{float(field):.6g}" if "." in field or "e" in field else field
    except ValueError:
        return field


def rounded_text(text):
    return "\n".join(",".join(map(rounded, row)) for row in csv.reader(io.StringIO(text))) + "\n"


def read_text(folder, name):
    """The settings and the CSV text of a result file, or nothing. Numbers have six digits wherever they come from, so that a document
    is the same from a folder of results and from what is kept of it."""
    raw, kept = Path(folder) / f"{name}.csv", Path(folder) / f"{name}.csv.xz"
    if raw.exists():
        settings = Path(f"{raw}.settings")
        return (settings.read_text(encoding="utf-8").strip() if settings.exists() else "unknown settings",
                rounded_text(raw.read_text(encoding="utf-8")))
    if kept.exists():
        first, rest = lzma.decompress(kept.read_bytes()).decode("utf-8").split("\n", 1)
        return first.removeprefix("# "), rest
    return None


class Results:
    """The rows of an experiment, averaged over what is not a group."""

    def __init__(self, folder, names, groups):
        self.rows, self.cells, self.settings = [], {}, {}
        for name in [names] if isinstance(names, str) else names:
            found = read_text(folder, name)
            if found is None:
                continue
            self.settings[name] = found[0]
            self.rows += csv.DictReader(io.StringIO(found[1]))
        for row in self.rows:
            self.cells.setdefault(tuple(row[group] for group in groups), []).append(row)

    def __bool__(self):
        return bool(self.rows)

    def has(self, key):
        return tuple(map(str, key)) in self.cells

    def keys(self):
        return list(self.cells)

    def values(self, key, measure):
        return [float(row[measure]) for row in self.cells.get(tuple(map(str, key)), []) if row[measure] != ""]

    def mean(self, key, measure):
        values = self.values(key, measure)
        return sum(values) / len(values) if values else math.nan

    def error(self, key, measure):
        """The standard error of the mean."""
        values = self.values(key, measure)
        if len(values) < 2:
            return math.nan
        mean = sum(values) / len(values)
        return math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))

    def trials(self, key):
        return len(self.cells.get(tuple(map(str, key)), []))


def table(header, rows):
    """A table of Markdown."""
    lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def document_arguments(arguments, usage, default):
    """The folder of results and the document of a writer: [RESULTS [DOCUMENT]]. Exits where they make no sense."""
    if len(arguments) > 2 or any(argument.startswith("-") for argument in arguments):
        sys.exit(usage)
    folder = Path(arguments[0]) if arguments else KEPT
    if not folder.is_dir():
        sys.exit(f"{folder}: no such folder")
    return folder, Path(arguments[1]) if len(arguments) == 2 else ROOT / "docs" / default


def keep(folder, target):
    target.mkdir(parents=True, exist_ok=True)
    kept = []
    for name in NAMES + city_names(folder):
        found = read_text(folder, name)
        if found is None:
            continue
        data = f"# {found[0]}\n{found[1]}"
        (target / f"{name}.csv.xz").write_bytes(lzma.compress(data.encode("utf-8"), preset=9 | lzma.PRESET_EXTREME))
        kept.append(name)
    for name in FIGURES + [f"{city}_map" for city in city_names(folder)]:
        source = folder / f"{name}.svg"
        if source.exists():
            (target.parent / "figures").mkdir(exist_ok=True)
            shutil.copyfile(source, target.parent / "figures" / source.name)
    return kept


def main(arguments):
    if len(arguments) not in (1, 2) or arguments[0].startswith("-"):
        sys.exit(__doc__)
    folder = Path(arguments[0])
    if not folder.is_dir():
        sys.exit(f"{folder}: no such folder")
    kept = keep(folder, Path(arguments[1]) if len(arguments) == 2 else KEPT)
    print("kept: " + (", ".join(kept) if kept else "nothing"))


if __name__ == "__main__":
    main(sys.argv[1:])
