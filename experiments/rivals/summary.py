# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""What the results of run.py say: ratios of errors, averaged as logarithms, first over trials, then over sizes, then over kinds."""
import csv
import math
from collections import defaultdict

from kinds import GROUPS, group_of

KEY = ["data", "n", "trial", "method", "asked", "version"]
MEASURES = ["error", "q95", "q99", "largest", "deviance", "regions", "seconds"]
COLUMNS = [*KEY, *MEASURES]
# A tenth more error than the best of all counts as lost.
BEHIND = 1.1


def read_rows(path):
    if not path.exists():
        return []
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def average(numbers):
    numbers = list(numbers)
    return sum(numbers) / len(numbers) if numbers else math.nan


class Outcomes:
    """Results by (data, n, asked) and method: a value for each trial."""

    def __init__(self, rows):
        self.values = defaultdict(dict)
        for row in rows:
            key = (row["data"], int(row["n"]), row["asked"], row["method"])
            self.values[key][int(row["trial"])] = {name: float(row[name]) for name in MEASURES if row.get(name)}

    def methods(self):
        return list(dict.fromkeys(key[3] for key in self.values if key[2] == ""))

    def problems(self, method, asked=""):
        """Simulated kinds in the order of their groups, then public sets."""
        order = [kind for kinds in GROUPS.values() for kind in kinds]
        found = [key[:2] for key in self.values if key[2:] == (asked, method)]
        return sorted(found, key=lambda problem: (order.index(problem[0]) if problem[0] in order else len(order), problem))

    def mean(self, problem, method, measure, asked=""):
        trials = self.values.get((*problem, asked, method), {})
        return average(values[measure] for values in trials.values() if measure in values)

    def trials(self, problem, method, asked=""):
        return set(self.values.get((*problem, asked, method), {}))

    def ratio_of_means(self, problem, above, below, measure):
        """Of the trials that both have, so that a method that ran on the first trial only is not compared with others' luck in the rest."""
        trials = self.trials(problem, above) & self.trials(problem, below)
        if not trials:
            return math.nan
        ones, others = (average(self.values[(*problem, "", method)][t][measure] for t in trials) for method in (above, below))
        return max(ones, 1e-12) / max(others, 1e-12)

    def log_ratios(self, problem, above, below, measure, asked=""):
        """log(above / below) of every trial that both have; with real data that of the mean over the folds."""
        ones = self.values.get((*problem, asked, above), {})
        others = self.values.get((*problem, asked, below), {})
        trials = [t for t in ones if t in others and measure in ones[t] and measure in others[t]]
        pairs = [(ones[t][measure], others[t][measure]) for t in trials]
        if pairs and group_of(problem[0]) == "real data" and measure != "seconds":
            pairs = [(average(a for a, _ in pairs), average(b for _, b in pairs))]
        return [math.log(max(a, 1e-12) / max(b, 1e-12)) for a, b in pairs]


def by_kind(outcomes, above, below, measure, asked=""):
    """The mean logarithm of the ratio for each kind of data, its variance, and how many problems."""
    found = defaultdict(list)
    for problem in outcomes.problems(below, asked):
        logs = outcomes.log_ratios(problem, above, below, measure, asked)
        if logs:
            mean = average(logs)
            spread = sum((value - mean) ** 2 for value in logs) / (len(logs) - 1) / len(logs) if len(logs) > 1 else 0.0
            found[problem[0]].append((mean, spread))
    return {kind: (average(m for m, _ in of_kind), sum(s for _, s in of_kind) / len(of_kind) ** 2, len(of_kind)) for kind, of_kind in found.items()}


def overall(kinds):
    """The ratio and its standard error over kinds, which count the same."""
    if not kinds:
        return math.nan, math.nan
    ratio = math.exp(average(mean for mean, _, _ in kinds.values()))
    return ratio, ratio * math.sqrt(sum(spread for _, spread, _ in kinds.values())) / len(kinds)


def middle(kinds):
    """The median ratio over kinds, which one kind without noise cannot move far."""
    means = sorted(mean for mean, _, _ in kinds.values())
    half = len(means) // 2
    return math.exp((means[half] + means[-half - 1]) / 2) if means else math.nan


def in_groups(kinds):
    groups = [*GROUPS, "real data"]
    return {group: {kind: value for kind, value in kinds.items() if group_of(kind) == group} for group in groups if any(group_of(kind) == group for kind in kinds)}


def behind(outcomes, ours, rivals, measure="error"):
    """The problems where one of the rivals has a mean error more than a tenth below ours: (problem, rival, ours / rival), worst first; and how many problems there are."""
    found, count = [], 0
    for problem in outcomes.problems(ours):
        ratios = {rival: outcomes.ratio_of_means(problem, ours, rival, measure) for rival in rivals}
        ratios = {rival: ratio for rival, ratio in ratios.items() if not math.isnan(ratio)}
        if not ratios:
            continue
        count += 1
        best = max(ratios, key=ratios.get)
        if ratios[best] > BEHIND:
            found.append((problem, best, ratios[best]))
    return sorted(found, key=lambda item: -item[2]), count


def print_table(header, lines):
    widths = [max(len(line[column]) for line in [header, *lines]) for column in range(len(header))]
    for line in [header, *lines]:
        print("  ".join(text.ljust(width) if not column else text.rjust(width) for column, (text, width) in enumerate(zip(line, widths, strict=True))).rstrip())
    print()


def print_rivals(outcomes, ours, rivals):
    for measure, title in (("error", "error"), ("q95", "95 % quantile of absolute errors"), ("q99", "99 % quantile of absolute errors")):
        columns = {rival: by_kind(outcomes, rival, ours, measure) for rival in rivals}
        print(f"{title}: rival over {ours} (above 1: {ours} is better)")
        lines = []
        for group, kinds in in_groups(by_kind(outcomes, ours, ours, measure)).items():
            lines.append([group, *(f"{overall({kind: column[kind] for kind in kinds if kind in column})[0]:.3f}" for column in columns.values())])
        simulated = {rival: {kind: value for kind, value in column.items() if group_of(kind) != "real data"} for rival, column in columns.items()}
        for name, part in (("all simulated kinds", simulated), ("all kinds and sets", columns)):
            lines.append([name, *(f"{overall(column)[0]:.3f}" for column in part.values())])
        lines.append(["their median", *(f"{middle(column):.3f}" for column in columns.values())])
        print_table(["", *rivals], lines)
    lost, count = behind(outcomes, ours, rivals)
    print(f"{ours} is more than 10 % behind the best of all in {len(lost)} of {count}:")
    for (name, rows), rival, ratio in lost:
        print(f"  {name} {rows}: {ratio:.2f} times the error of {rival}")
    print()


def print_programs(outcomes, first, other):
    """A paired comparison of two programs."""
    measures = {measure: by_kind(outcomes, other, first, measure) for measure in ("error", "q95", "q99", "largest", "regions", "seconds")}
    print(f"{other} over {first}, the same rows (below 1: {other} is better); +- one standard error from trials")
    lines = []
    for kind in measures["error"]:
        of_kind = [{kind: column[kind]} if kind in column else {} for column in measures.values()]
        lines.append([kind, *(shown(overall(part), is_first=not place) for place, part in enumerate(of_kind))])
    for group, kinds in in_groups(measures["error"]).items():
        parts = [{kind: column[kind] for kind in kinds if kind in column} for column in measures.values()]
        lines.append([f"GROUP {group}", *(shown(overall(part), is_first=not place) for place, part in enumerate(parts))])
    lines.append(["ALL", *(shown(overall(column), is_first=not place) for place, column in enumerate(measures.values()))])
    print_table(["", *measures], lines)


def shown(ratio_and_error, is_first):
    ratio, error = ratio_and_error
    return f"{ratio:.3f} +- {error:.3f}" if is_first else f"{ratio:.3f}"


def print_regions(outcomes, ours, numbers):
    for asked in numbers:
        kinds = by_kind(outcomes, "tree", ours, "error", asked)
        if kinds:
            lines = [[group, f"{overall(part)[0]:.3f}"] for group, part in in_groups(kinds).items()]
            print(f"error with {asked} regions: best-first tree over {ours}")
            print_table(["", "tree"], [*lines, ["all", f"{overall(kinds)[0]:.3f}"]])
