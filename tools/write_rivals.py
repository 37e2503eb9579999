#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Writes docs/rivals.md from the results of experiments/rivals/run.py.

usage: tools/write_rivals.py [RESULTS [DOCUMENT]]   (RESULTS: a folder with rivals.csv, or docs/results, the default)
"""
import csv
import io
import math
import sys
from pathlib import Path

from result_files import document_arguments, read_text, table

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "experiments" / "rivals"))

import summary  # noqa: E402
from kinds import MOST_REAL_ROWS, OUTER_FOLDS, REAL_SETS, group_of  # noqa: E402

OURS = "gaptv"
NAMES = {"paper": "paper's recipe", "cart-cv": "pruned tree", "forest": "forest", "boosting": "boosting", "nearest": "nearest", "smoother": "smoother", "ebm": "EBM"}
QUANTILES = {"error": "Error", "q95": "The 95 % quantile of absolute errors", "q99": "The 99 % quantile of absolute errors"}

HEAD = """# Rivals: where GapTV is better, and where others are

The default of GapTV beside methods of other kinds on the same rows. Written by `tools/write_rivals.py` from results that are beside this page (`results/rivals.csv.xz`). They were made by
`experiments/rivals/run.py --program build/gaptv --data FOLDER` with {settings}. Trial t has that seed + t; seeds from 100001 on are those by which the default is developed. The kinds are those of
`gaptv simulate --list`, with {least:,} to {most_rows:,} rows: {trials_told}. Of public data, which are not in this repository, at most {most:,} rows are taken and predicted in {folds} folds, the same for every method.

- **Error**: against the truth (the mean, probability or rate) on 10,000 points, root mean square. Of public data RMSE on held-out rows, or mean deviance where outcomes are classes or counts.
- **A ratio** is a rival's error over that of GapTV: above 1 GapTV is better. Ratios are averaged as logarithms, first over trials, then over sizes, then over kinds and sets, which count the same.
- **Rivals**: the paper's recipe (`--preset paper`); the tree of rpart pruned by cross-validation (`--method cart-cv`; of counts it fits numbers, and it knows no exposure); scikit-learn's random forest (200 trees,
  the size of leaves by the out-of-bag error) and histogram gradient boosting (number and size of trees by 5-fold cross-validation); the mean of the k nearest rows (k by 5-fold cross-validation);
  a smoother of mgcv (tensor product of splines by REML, with more than 3,000 rows `bam` and its fREML; negative binomial counts); EBM of interpret-core (4 bags, at most 2,000 rounds; on the first trial or fold only, and compared with GapTV on it; not on larger samples).
  Nothing but the trees and the paper's recipe has regions.
"""


def number(value, digits=3):
    return "-" if math.isnan(value) else f"{value:.{digits}f}"


def significant(value):
    return "-" if math.isnan(value) else f"{value:.4g}"


def enumerate_words(words):
    return ", ".join(words) if words else "none"


def group_table(outcomes, rivals, measure):
    columns = {rival: summary.by_kind(outcomes, rival, OURS, measure) for rival in rivals}
    groups = summary.in_groups(summary.by_kind(outcomes, OURS, OURS, measure))
    lines = [[group, *(number(summary.overall({kind: column[kind] for kind in kinds if kind in column})[0]) for column in columns.values())] for group, kinds in groups.items()]
    lines.append(["**all kinds and sets**", *(f"**{number(summary.overall(column)[0])}**" for column in columns.values())])
    lines.append(["how many it ran on", *(str(len(column)) for column in columns.values())])
    return table(["", *(NAMES[rival] for rival in rivals)], lines)


def best_by_group(outcomes, rivals):
    """For each group the method with the smallest error on average, and its ratio where it is not GapTV."""
    told = []
    columns = {rival: summary.by_kind(outcomes, rival, OURS, "error") for rival in rivals}
    for group, kinds in summary.in_groups(summary.by_kind(outcomes, OURS, OURS, "error")).items():
        # Only methods that ran on all kinds of the group.
        ratios = {rival: summary.overall({kind: column[kind] for kind in kinds})[0] for rival, column in columns.items() if all(kind in column for kind in kinds)}
        best = min(ratios, key=ratios.get, default=None)
        told.append(f"{group}: " + (f"{NAMES[best]} ({ratios[best]:.2f} times the error of GapTV)" if best and ratios[best] < 1 else "GapTV"))
    return "Smallest error on average, " + "; ".join(told) + ".\n"


def in_short(outcomes, rivals):
    ratios = {rival: summary.overall(summary.by_kind(outcomes, rival, OURS, "error")) for rival in rivals}
    told = ", ".join(f"{NAMES[rival]} {number(ratio)}" + (f" +- {error:.3f}" if error > 0 else "") for rival, (ratio, error) in ratios.items())
    middles = ", ".join(f"{NAMES[rival]} {number(summary.middle(summary.by_kind(outcomes, rival, OURS, 'error')))}" for rival in rivals)
    lost, count = summary.behind(outcomes, OURS, rivals)
    readable = [rival for rival in ("paper", "cart-cv") if rival in rivals]
    lost_to_readable, _ = summary.behind(outcomes, OURS, readable)
    text = (f"## In short\nMean ratio of a rival's error to that of GapTV, after +- one standard error from trials: {told}. The median over kinds and sets, which a kind without noise cannot move far: {middles}.\n\n"
            f"GapTV is more than 10 % behind the best of all methods in {len(lost)} of {count} problems (a problem is a kind with a number of rows, or a set)")
    return text + (f", and behind the better of the two that have regions or leaves in {len(lost_to_readable)}.\n" if readable else ".\n")


def rival_part(outcomes, rivals):
    lines = ["## Where each rival wins\nThe problems where its error is so much smaller that GapTV has more than 1.1 times as much, and how many times:\n"]
    for rival in rivals:
        wins, count = summary.behind(outcomes, OURS, [rival])
        losses = sum(outcomes.ratio_of_means(problem, rival, OURS, "error") > summary.BEHIND for problem in outcomes.problems(OURS))
        named = enumerate_words([f"{name} {rows} ({ratio:.2f})" for (name, rows), _, ratio in wins])
        lines.append(f"- **{NAMES[rival]}** wins {len(wins)} of {count}, and loses {losses} by as much: {named}.")
    return "\n".join(lines) + "\n"


def problem_table(outcomes, rivals, measure, is_real):
    lines = []
    for problem in outcomes.problems(OURS):
        if (problem[0] in REAL_SETS) != is_real:
            continue
        errors = {method: outcomes.mean(problem, method, measure) for method in [OURS, *rivals]}
        # A mean of fewer trials, of the slowest method, is no rival of a mean of all.
        least = min(error for method, error in errors.items() if outcomes.trials(problem, method) == outcomes.trials(problem, OURS) and not math.isnan(error))
        lines.append([problem[0], str(problem[1]), *(f"**{significant(e)}**" if e == least else significant(e) for e in errors.values())])
    return table(["", "rows", "GapTV", *(NAMES[rival] for rival in rivals)], lines) if lines else "Not run.\n"


def region_part(outcomes):
    """Errors at fixed numbers of regions, beside a tree with as many leaves."""
    numbers = sorted({int(key[2]) for key in outcomes.values if key[2]})
    columns = [summary.by_kind(outcomes, "tree", OURS, "error", str(k)) for k in numbers]
    if not any(columns):
        return ""
    lines = []
    for group, kinds in summary.in_groups(columns[0]).items():
        lines.append([group, *(number(summary.overall({kind: column[kind] for kind in kinds if kind in column})[0]) for column in columns)])
    lines.append(["**all kinds and sets**", *(f"**{number(summary.overall(column)[0])}**" for column in columns)])
    return (f"## With {', '.join(map(str, numbers))} regions\nError of a tree that grows best first to so many leaves (`--method cart --regions K`) over that of `--regions K`; counts, which trees do not fit, are left out:\n\n"
            + table(["", *(f"{k} regions" for k in numbers)], lines))


def size_part(outcomes, rivals):
    """Numbers of regions, and seconds."""
    methods = [OURS, *rivals]
    lines = []
    for problem in outcomes.problems(OURS):
        if group_of(problem[0]) in ("plateaus of the paper", "features that matter unequally"):
            with_regions = [method for method in methods if method in (OURS, "paper", "cart-cv")]
            lines.append([problem[0], str(problem[1]), *(f"{outcomes.mean(problem, m, 'regions'):.0f}" for m in with_regions), *(significant(outcomes.mean(problem, m, "seconds")) for m in methods)])
    heads = ["", "rows", *(f"regions of {'GapTV' if m == OURS else NAMES[m]}" for m in methods if m in (OURS, "paper", "cart-cv")), *(f"s, {'GapTV' if m == OURS else NAMES[m]}" for m in methods)]
    return ("## Regions and seconds\nSeconds of one core's processor time, tuning included; of GapTV also for reading the file and for the held-out error, of others for prediction too. Those of some rivals were measured on the first trial only; - where they were not measured.\n\n"
            + table(heads, lines))


def write(folder, target):
    found = read_text(folder, "rivals")
    if found is None:
        sys.exit(f"{folder}: there is no rivals.csv; experiments/rivals/run.py makes it")
    settings, text = found
    rows = list(csv.DictReader(io.StringIO(text)))
    outcomes = summary.Outcomes(rows)
    rivals = [rival for rival in NAMES if rival in outcomes.methods()]
    simulated = [problem for problem in outcomes.problems(OURS) if problem[0] not in REAL_SETS]
    if not simulated:
        sys.exit(f"{folder}: rivals.csv has no simulated rows of a program called {OURS}")
    trials = [len(outcomes.trials(problem, OURS)) for problem in simulated]
    few = sum(number < max(trials) for number in trials)
    told = f"{max(trials)} trials" + (f", fewer of {few} of the {len(trials)} problems, which are told with the luck of their samples" if few else "")
    numbers = [rows for _, rows in simulated]
    text = HEAD.format(settings=settings, trials_told=told, least=min(numbers), most_rows=max(numbers), most=MOST_REAL_ROWS, folds=OUTER_FOLDS)
    text += "\n" + in_short(outcomes, rivals) + "\n" + best_by_group(outcomes, rivals)
    for measure, title in QUANTILES.items():
        text += f"\n### {title}, rival over GapTV\n" + group_table(outcomes, rivals, measure)
    text += "\n" + rival_part(outcomes, rivals) + "\n" + region_part(outcomes)
    text += "\n## Every problem\nMean errors; the smallest is in bold.\n\n" + problem_table(outcomes, rivals, "error", False)
    text += "\n### Public data\n" + problem_table(outcomes, rivals, "error", True) + "\n" + size_part(outcomes, rivals)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(*document_arguments(sys.argv[1:], __doc__, "rivals.md"))
