#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Writes docs/presets.md from the results of `gaptv reproduce presets`.

usage: tools/write_presets.py FOLDER [FILE]   (the folder of -o; with --data also real data)
"""
import csv
import pathlib
import sys

MEASURES = ["rmse", "max_error", "plateaus", "aic", "seconds"]
ORDER = ["best", "paper", "cart-cv", "gapcrisp", "crisp"]

HEAD = """# Presets

`--preset best` is the default, but where bins are given or lambda is not chosen by cross-validation; `--preset paper` is the recipe of the paper, unchanged. It is
`preset` in Python and `FitOptions::preset` in C++. What best does: [theory/regions.md](theory/regions.md).

| | paper | best | option |
|---|---|---|---|
| bins | where the gap statistic is smallest | 1.5 times as many | `--finer` |
| most bins tried | 50 | 50; with one feature a fifth of the rows, up to 400 | `--bins-max` |
| cells without rows | the best value nearest to the mean | the middle of the best values | `--empty-cells` |
| grids | 1 | 16, shifted by quarters of a bin, averaged (1 feature: 4; 3 features: 8) | `--shifts` |
| regions | cells of equal value | joined while a border explains less than the noise | `--border` |
| values | as fitted | half way to the mean of the region | `--relax` |

With a number of bins, or a lambda that is not chosen by cross-validation, the default is the paper's, so that `--bins 12 --lambda 0.5` is the plain fit.

## Evidence
Choices were made with seeds from 100001 on, most on the plateau benchmark, the scenarios and pure noise; the last two (most bins, cells without rows) on all cases. The table is of other seeds
(trials 1 to {trials}; slow methods, which `--methods` adds, ran on the first of them only): `{command}`. Errors are against the truth (RMSE over 10,000 points), AIC is the paper's,
squared errors of these points + 2 * regions. One choice was not made on development seeds alone: that means of few observations count less
(theory/regions.md) was added after trials 1 to 3 of this table had shown outliers in the case heavy-tails. Means, after +- the standard error; seconds of one fit on one core, several at the same time on a shared machine.

{verdict}

"""

TAIL = """
## Pure noise
In the case `noise` nothing depends on the features. Share of fits with one region: {one}. A higher price of the first border makes it larger, and costs
what best gains at 50 rows of the plateau benchmark.

{real}
## Options that stay options
Tried on development seeds.
- **`--lambda cv-paired`**, the largest lambda whose held-out error is not clearly larger than the smallest, fold by fold: from some hundred rows on nearly the error of
  `cv` with fewer regions, where `cv-1se` costs much more; in pure noise nearly every fit is one region. Not the default: with 100 rows of the plateau benchmark it takes
  too many fits for noise.
- **`--edges metric`**: differences between cells cost less the farther their centres lie apart. Clearly better where rows are crowded at one end of the features (case crowded), a
  little better or worse elsewhere. Not the default for that reason.
- **`--bins cv`** searches from coarse to fine and stops when finer grids do not help, with nearly the errors of trying every number. Good with preset paper. With best the gap
  statistic is better: cross-validation likes grids whose cuts happen to lie well, and the shifted ones do not.
- **`--bins-max`** beyond 50 with two features: no gain for best up to 200,000 rows, at several times the time; preset paper gains from 10,000 rows on.

## Tried without success
On the plateau benchmark with development seeds. What options offer can be repeated with them; the rest was tried with programs that are not kept, so
that there are no numbers here.
- **A finer grid alone** (`--preset paper --finer 1.5`): a small gain, a third of what best gains at 500 rows; twice the bins, no more.
- **More folds, repeated cross-validation** (`--folds 10`): no gain. Even the best lambda of each sample, known afterwards, gains little.
- **Full relaxation** (`--preset paper --relax 1`): worse than none. Half, or a share by cross-validation (`--relax cv`), on the plain fit: nearly no gain.
- **Joining regions of the plain fit** (`--preset paper --border 2`): far fewer regions, but larger errors.
- **Edges to diagonal neighbours, or to all within 2 or 3 cells**: worse, the farther the more.
- **Adaptive weights** (a second total-variation fit whose edges weigh less across the first one's jumps): worse.
- **Smaller lambda for the averaged fits**: as good as relaxing, not better together with it.
- **A test against one value** (paired differences of held-out errors): good in pure noise, but it takes a quarter of the fits of 100 rows for noise.
- **Edges by the length of the border between cells**, in the units of the features: worse where rows are crowded, no gain elsewhere.
"""

REAL = """## Real data
`gaptv reproduce presets --data FOLDER`, with public sets that are not in this repository. Every tenth of the rows is predicted by models that did not see
it; error on these rows (RMSE; deviance per observation for classes and counts), regions of the models:

| data | rows | paper | regions | best | regions | pruned tree | leaves |
|---|---|---|---|---|---|---|---|
"""


def read_summary(path, keys):
    with open(path, newline="", encoding="utf-8") as file:
        return {tuple(row[key] for key in keys): row for row in csv.DictReader(file)}


def real_part(folder):
    path = folder / "presets_real_summary.csv"
    if not path.exists():
        return ""
    found = read_summary(path, ("data", "rows", "method"))
    lines, worse = [], []
    for data, rows in dict.fromkeys((data, rows) for data, rows, _ in found):
        cells = []
        for method in ("paper", "best", "cart-cv"):
            row = found.get((data, rows, method))
            cells.append(f"{float(row['error']):.4g} +- {float(row['error_se']):.2g} | {float(row['plateaus']):.0f}" if row else "- | -")
        lines.append(f"| {data} | {rows} | " + " | ".join(cells) + " |")
        best, paper = found[(data, rows, "best")], found[(data, rows, "paper")]
        difference = float(best["error"]) - float(paper["error"])
        if difference > 0:
            worse.append(f"{data} ({difference / float(best['error_se']):.1f} standard errors)")
    return REAL + "\n".join(lines) + f"\n\nLarger error than the paper's recipe: {', '.join(worse) if worse else 'none'}.\n"


def main():
    folder = pathlib.Path(sys.argv[1])
    target = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else pathlib.Path("docs/presets.md")
    groups = {}
    trials = 0
    with open(folder / "presets_summary.csv", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            groups[(row["case"], int(row["n"]), row["method"])] = row
            trials = max(trials, int(row["trials"]))

    def value(key, measure, digits=4):
        row = groups[key]
        if measure == "aic":
            return f"{float(row['aic']):.0f} +- {float(row['aic_se']):.0f}"
        return f"{float(row[measure ]):.{digits}g} +- {float(row[measure + '_se']):.2g}"

    cases = list(dict.fromkeys((case, n) for case, n, _ in groups))
    cases.sort(key=lambda key: (key[0] != "plateaus", key))
    lines = ["| case | n | method | trials | RMSE | largest error | regions | AIC | seconds |", "|---|---|---|---|---|---|---|---|---|"]
    worse, better_error, fewer = [], 0, 0
    for case, n in cases:
        for method in ORDER:
            key = (case, n, method)
            if key in groups:
                lines.append(f"| {case} | {n} | {method} | {groups[key]['trials']} | " + " | ".join(value(key, m, 2 if m == "seconds" else 4) for m in MEASURES) + " |")
        best, paper = groups[(case, n, "best")], groups[(case, n, "paper")]
        error = float(best["rmse_se"])
        difference = float(best["rmse"]) - float(paper["rmse"])
        better_error += difference <= 0
        fewer += float(best["plateaus"]) < float(paper["plateaus"])
        if difference > 0:
            worse.append(f"{case} at {n} rows ({difference / error:.1f} standard errors)")
    verdict = (f"Of {len(cases)} cases best has the smaller error in {better_error} and fewer regions in {fewer}. Larger error: "
               + ("; ".join(worse) if worse else "none") + ".")
    plateaus = [n for case, n in cases if case == "plateaus"]
    change = ", ".join(f"{100 * (float(groups[('plateaus', n, 'best')]['aic']) / float(groups[('plateaus', n, 'paper')]['aic']) - 1):.0f} %" for n in plateaus)
    verdict += f" On the paper's benchmark its AIC differs from the paper's recipe by {change} at n = {', '.join(map(str, plateaus))}"
    if all(("plateaus", n, "cart-cv") in groups for n in plateaus):
        wins = [n for n in plateaus if float(groups[("plateaus", n, "best")]["aic"]) < float(groups[("plateaus", n, "cart-cv")]["aic"])]
        verdict += (", and is below that of the pruned tree at " + ("every n" if len(wins) == len(plateaus) else "n = " + ", ".join(map(str, wins))))
    lost = [f"{case} {n}" for case, n in cases if (case, n, "cart-cv") in groups
            and float(groups[(case, n, "cart-cv")]["rmse"]) < float(groups[(case, n, "best")]["rmse"])]
    verdict += f". The pruned tree has the smaller error where the truth is a few boxes along the axes, or nothing: {', '.join(lost)}."
    one = ", ".join(f"{100 * float(groups[('noise', n, 'best')]['one_plateau']):.0f} % of {groups[('noise', n, 'best')]['trials']} at {n} rows (paper: {100 * float(groups[('noise', n, 'paper')]['one_plateau']):.0f} %)"
                    for case, n in cases if case == "noise")
    command = f"gaptv reproduce presets --trials {trials}"
    target.write_text(HEAD.format(trials=trials, command=command, verdict=verdict) + "\n".join(lines) + "\n" + TAIL.format(one=one, real=real_part(folder)), encoding="utf-8")


if __name__ == "__main__":
    main()
