#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Writes docs/presets.md from the results of `gaptv reproduce presets`.

usage: tools/write_presets.py [RESULTS [DOCUMENT]]   (RESULTS: the folder of -o, or docs/results, the default)
"""
import sys

from result_files import Results, document_arguments

MEASURES = ["rmse", "max_error", "plateaus", "aic", "seconds"]
ORDER = ["best", "paper", "cart-cv", "gapcrisp", "crisp"]

HEAD = """# Presets

`--preset best` is the default, but where bins are given or lambda is not chosen by cross-validation; `--preset paper` is the recipe of the paper, unchanged. It is
`preset` in Python and `FitOptions::preset` in C++. What best does: [theory/regions.md](theory/regions.md).

| | paper | best | option |
|---|---|---|---|
| bins | where the gap statistic is smallest | 1.5 times as many | `--finer` |
| bins for each feature | the same | its own number, down to one, from 100 to a million rows | `--axis-bins` |
| most bins tried | 50 | 50; with one feature a fifth of the rows, up to 400 | `--bins-max` |
| cells without rows | the best value nearest to the mean | the middle of the best values | `--empty-cells` |
| grids | 1 | 16, shifted by quarters of a bin, averaged (1 feature: 4; 3 features: 8) | `--shifts` |
| regions | cells of equal value | joined while a border explains less than the noise; or as many as asked for | `--border`, `--regions` |
| values | as fitted | up to half way to the mean of the region, less where rows are few | `--relax` |

With a number of bins, or a lambda that is not chosen by cross-validation, the default is the paper's, so that `--bins 12 --lambda 0.5` is the plain fit.

## Evidence
Choices were made with seeds from 100001 on, most on the plateau benchmark, the scenarios and pure noise; the last two (most bins, cells without rows) on all cases. The table is of other seeds
(trials 1 to {trials}; slow methods, which `--methods` adds, ran on the first of them only): `{command}`. Errors are against the truth on a grid of 10,000 points (RMSE, and the largest error of a point), AIC is the paper's,
squared errors of these points + 2 * regions. Regions are counted on this grid as the paper's authors do, as in [reproduction.md](reproduction.md): neighbours whose values are within 1e-4
of the first cell of a region count as equal. One choice was not made on development seeds alone: that means of few observations count less
(theory/regions.md) was added after trials 1 to 3 of this table had shown outliers in the case heavy-tails. Means, after +- the standard error; seconds of one fit on one core, several at the same time on a shared machine. Every result is in
`results/presets.csv.xz`, from which this page was written (`tools/write_presets.py`).

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
- **Leaving out a feature wherever held-out errors are smaller**, however little (`--axis-bins` without standard errors): good where a feature tells nothing, but more fits of pure noise have two regions.
- **Twice the bins on any axis where held-out rows are predicted better**, with any number of rows (`--axis-bins` for large grids too): 1 % less error than moving bins from one feature to the other, at several times the time.
- **A test against one value** (paired differences of held-out errors): good in pure noise, but it takes a quarter of the fits of 100 rows for noise.
- **Edges by the length of the border between cells**, in the units of the features: worse where rows are crowded, no gain elsewhere.
"""

REAL = """## Real data
`gaptv reproduce presets --data FOLDER`, with public sets that are not in this repository. Every tenth of the rows is predicted by models that did not see
it; error on these rows (RMSE; deviance per observation for classes and counts); regions are those of the models, as rows make no grid to count them on:

| data | rows | paper | regions | best | regions | pruned tree | leaves |
|---|---|---|---|---|---|---|---|
"""


def with_error(results, key, measure, digits=4):
    return f"{results.mean(key, measure):.{digits}g} +- {results.error(key, measure):.2g}"


def real_part(folder):
    real = Results(folder, "presets_real", ["data", "rows", "method"])
    if not real:
        return ""
    lines, worse, beaten = [], [], []
    for data, rows in dict.fromkeys(key[:2] for key in real.keys()):
        cells = []
        for method in ("paper", "best", "cart-cv"):
            key = (data, rows, method)
            cells.append(f"{with_error(real, key, 'error')} | {real.mean(key, 'plateaus'):.0f}" if real.has(key) else "- | -")
        lines.append(f"| {data} | {rows} | " + " | ".join(cells) + " |")
        best = (data, rows, "best")
        difference = real.mean(best, "error") - real.mean((data, rows, "paper"), "error")
        if difference > 0:
            worse.append(f"{data} ({difference / real.error(best, 'error'):.1f} standard errors)")
        tree = (data, rows, "cart-cv")
        if real.has(tree) and real.mean(tree, "error") < real.mean(best, "error"):
            beaten.append(data)
    return (REAL + "\n".join(lines) + f"\n\nLarger error than the paper's recipe: {', '.join(worse) if worse else 'none'}. "
            f"Larger error than the pruned tree: {', '.join(beaten) if beaten else 'none'}.\n")


def value(presets, key, measure):
    if measure == "aic":
        return f"{presets.mean(key, measure):.0f} +- {presets.error(key, measure):.0f}"
    return with_error(presets, key, measure, 2 if measure == "seconds" else 4)


def evidence_table(presets, cases):
    lines = ["| case | n | method | trials | RMSE | largest error | regions | AIC | seconds |", "|---|---|---|---|---|---|---|---|---|"]
    for case, n in cases:
        for method in ORDER:
            key = (case, n, method)
            if presets.has(key):
                lines.append(f"| {case} | {n} | {method} | {presets.trials(key)} | " + " | ".join(value(presets, key, m) for m in MEASURES) + " |")
    return "\n".join(lines) + "\n"


def ratios(presets, cases, measure):
    """Best over paper."""
    return {case: presets.mean((*case, "best"), measure) / presets.mean((*case, "paper"), measure) for case in cases}


def average(numbers):
    return sum(numbers) / len(numbers)


def names(cases):
    return ", ".join(f"{case} {n}" for case, n in cases) if cases else "none"


def verdict(presets, cases):
    rmse, largest = ratios(presets, cases, "rmse"), ratios(presets, cases, "max_error")
    fewer = sum(presets.mean((*case, "best"), "plateaus") < presets.mean((*case, "paper"), "plateaus") for case in cases)
    worse = [f"{case} at {n} rows ({(presets.mean((case, n, 'best'), 'rmse') - presets.mean((case, n, 'paper'), 'rmse')) / presets.error((case, n, 'best'), 'rmse'):.1f} standard errors)"
             for case, n in cases if rmse[case, n] > 1]
    larger = [case for case in cases if largest[case] > 1]
    text = (f"Of {len(cases)} cases best has the smaller error (RMSE) in {sum(r <= 1 for r in rmse.values())} and fewer regions in {fewer}; RMSE of best over paper is "
            f"{average(rmse.values()):.3f} on average. Larger error: " + ("; ".join(worse) if worse else "none") +
            f". The **largest error** of a point, the paper's fourth measure, is {average(largest.values()):.3f} times that of paper on average, and larger in "
            f"{len(larger)}: {names(larger)}.")
    plateaus = [n for case, n in cases if case == "plateaus"]
    aic = ratios(presets, [("plateaus", n) for n in plateaus], "aic")
    text += (f" On the paper's benchmark its AIC differs from the paper's recipe by {', '.join(f'{100 * (r - 1):.0f} %' for r in aic.values())}"
             f" at n = {', '.join(map(str, plateaus))}")
    trees = [case for case in cases if presets.has((*case, "cart-cv"))]
    smaller_tree = lambda case, measure: presets.mean((*case, "cart-cv"), measure) < presets.mean((*case, "best"), measure)
    if all(("plateaus", n) in trees for n in plateaus):
        wins = [n for n in plateaus if not smaller_tree(("plateaus", n), "aic")]
        text += ", and is below that of the pruned tree at " + ("every n" if len(wins) == len(plateaus) else "n = " + ", ".join(map(str, wins)))
    lost = [case for case in trees if smaller_tree(case, "rmse")]
    return text + (f". The pruned tree has the smaller error in {len(lost)} of {len(trees)}, most of them where the truth is a few boxes along the axes, or nothing: {names(lost)}.")


def noise_part(presets, cases):
    return ", ".join(f"{100 * presets.mean(('noise', n, 'best'), 'one_plateau'):.0f} % of {presets.trials(('noise', n, 'best'))} at {n} rows "
                     f"(paper: {100 * presets.mean(('noise', n, 'paper'), 'one_plateau'):.0f} %)" for case, n in cases if case == "noise")


def write(folder, target):
    presets = Results(folder, "presets", ["case", "n", "method"])
    cases = sorted({(case, int(n)) for case, n, _ in presets.keys()}, key=lambda key: (key[0] != "plateaus", key))
    trials = max(presets.trials(key) for key in presets.keys())
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(HEAD.format(trials=trials, command=f"gaptv reproduce presets --trials {trials}", verdict=verdict(presets, cases)) + evidence_table(presets, cases) +
                      TAIL.format(one=noise_part(presets, cases), real=real_part(folder)), encoding="utf-8")


if __name__ == "__main__":
    write(*document_arguments(sys.argv[1:], __doc__, "presets.md"))
