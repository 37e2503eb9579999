#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Writes docs/areas-evidence.md from the results of `gaptv reproduce areas`, and its first table into docs/areas.md.

usage: tools/write_areas.py [RESULTS [DOCUMENT]]   (RESULTS: the folder of -o, or docs/results, the default)
"""
import math
import re
import sys

from result_files import ROOT, Results, document_arguments, table

NOT_NUMBERS = ["banana", "chicago2015_arrest", "mack"]  # classes and counts: their deviance is told too
MOST_BLANK = 0.05
FIXED = "squares-256-1"

HEAD = """# Areas that follow the outcome, beside merged squares

Evidence for `gaptv release` ([areas.md](areas.md)): what is published with at least 5, 10, 50 or 100 rows in each area, how well does it predict rows that were not there? Written by `tools/write_areas.py` from the
results of `gaptv reproduce areas --data FOLDER`, which are beside this page (`results/areas.csv.xz`, `results/areas_real.csv.xz`).
The results are of the default before features had bins of their own (`--axis-bins equal`) and before noise was estimated within cells.

## What is measured
- **Honest**: a part of the rows is held out (a fifth in turn; a third where there are more than 100,000), areas are made of the others, and each held-out row is predicted by the value of the area in which it lies, read from the
  published polygons. The error is the root mean squared error, of rates weighted by exposure. For classes and counts the deviance of an observation follows below.
- **GapTV**: the default fit, then `gaptv release --min-count K`. Nothing is chosen for a data set or a count. An area of a single place is joined here too, which nobody asks of the others.
- **Squares**: as multi-resolution grids do (the rule of the R package MRG by its documentation; written anew for this comparison, `experiments/merged_squares.h`): of four squares that make up one of twice the side, none stays by itself if
  one of them has rows but fewer than K. There are 4, 8, ... 256 finest squares along the longer side of the map, the coarsest square is the whole map, and none is blank. "Some blank": the coarsest resolution is 1, 2, 4, ... 32
  along that side, and squares of it with fewer than K rows are left blank; at most 5 % of the rows may be in such. **With hindsight**: the resolution with the smallest held-out error is taken, for each set and each K anew. A square that is blank or
  has no rows predicts what a reader would guess: the mean of what is published in the smallest larger square around it.
- **Tree**: a pruned tree (`cart-cv`) whose leaves have K rows; there is none for counts.

The squares have the choices of hindsight that GapTV has not, so that the ratios are the least that can be said for it. Where the outcome is yes or no, most of the error is that of a single answer and the same for all: the last table tells more.

"""

ERRORS = """## {title}
Means over folds{trials}; in brackets the number of areas. Ratio: GapTV's error over the other's, below 1 where GapTV is better; of the folds, in brackets, how many GapTV wins. "256": the fixed finest resolution of 256, none blank.

"""


def number(value):
    return f"{value:.4g}"


class Comparison:
    def __init__(self, results, measure):
        self.results, self.measure = results, measure
        self.groups = list(dict.fromkeys(key[:3] for key in results.keys()))

    def error(self, group, method):
        return self.results.mean((*group, method), self.measure)

    def ratio(self, group, method):
        return self.error(group, "gaptv") / self.error(group, method)

    def best(self, group, most_blank):
        """The squares with the smallest error, of those that leave no more rows blank."""
        names = [key[3] for key in self.results.keys() if key[:3] == group and key[3].startswith("squares")]
        allowed = [name for name in names if (name.endswith("-1") if most_blank == 0 else self.results.mean((*group, name), "blank") <= most_blank)]
        return min(allowed, key=lambda name: self.error(group, name))

    def wins(self, group, method):
        pairs = list(zip(self.results.values((*group, "gaptv"), self.measure), self.results.values((*group, method), self.measure)))
        return sum(mine < other for mine, other in pairs), len(pairs)

    def with_areas(self, group, method):
        finest = f"{method.split('-')[1]}: " if method.startswith("squares") else ""
        return f"{finest}{number(self.error(group, method))} ({self.results.mean((*group, method), 'areas'):.0f})"

    def row(self, group):
        whole, blank = self.best(group, 0), self.best(group, MOST_BLANK)
        cells = [group[0], group[1], group[2], self.with_areas(group, "gaptv"), self.with_areas(group, whole),
                 f"**{self.ratio(group, whole):.3f}** ({self.wins(group, whole)[0]} of {self.wins(group, whole)[1]})",
                 f"{self.ratio(group, blank):.3f}", f"{self.ratio(group, FIXED):.3f}"]
        return cells + [f"{self.ratio(group, 'tree'):.3f}" if self.results.has((*group, "tree")) else "–"]


HEADER = ["data", "rows", "at least", "GapTV", "squares", "ratio (folds)", "ratio, some blank", "ratio, 256", "ratio, tree"]


def told(comparison, groups, method_of, what):
    lost = [group for group in groups if comparison.ratio(group, method_of(group)) >= 1]
    text = f"GapTV's error is below that of {what} in {len(groups) - len(lost)} of {len(groups)} cases"
    return text + (" (not: " + ", ".join(f"{g[0]} at {g[2]}, ratio {comparison.ratio(g, method_of(g)):.3f}, {'better in %d of %d folds' % comparison.wins(g, method_of(g))}" for g in lost) + ")." if lost else ".")


def verdict(comparison):
    groups = comparison.groups
    sets = list(dict.fromkeys(group[:2] for group in groups))
    lines = [told(comparison, groups, lambda g: comparison.best(g, 0), "squares of which none is blank"),
             told(comparison, groups, lambda g: comparison.best(g, MOST_BLANK), "squares of which some may be blank"),
             told(comparison, groups, lambda g: FIXED, "squares of the fixed resolution")]
    trees = [group for group in groups if comparison.results.has((*group, "tree"))]
    if trees:
        lines.append(told(comparison, trees, lambda g: "tree", "the tree"))
    means = [(of, math.exp(sum(math.log(comparison.ratio(g, comparison.best(g, 0))) for g in groups if g[:2] == of) / sum(g[:2] == of for g in groups))) for of in sets]
    lines.append("Averaged over the counts (geometric mean of the ratios, none blank): " + ", ".join(f"{data} ({rows} rows) {mean:.3f}" for (data, rows), mean in means) + ".")
    return "\n" + "\n".join(f"- {line}" for line in lines) + "\n\n"


def part(results, title, measure, keep=lambda group: True):
    comparison = Comparison(results, measure)
    comparison.groups = [group for group in comparison.groups if keep(group)]
    if not comparison.groups:
        return ""
    trials = len({row["trial"] for row in results.rows})
    text = ERRORS.format(title=title, trials=f" and {trials} samples" if trials > 1 else "")
    return text + table(HEADER, [comparison.row(group) for group in comparison.groups]) + verdict(comparison)


def short_table(results):
    """Ratios by set and count to the best squares, blank or not, with hindsight."""
    rows = []
    for of in results:
        comparison = Comparison(of, "rmse")
        counts = list(dict.fromkeys(group[2] for group in comparison.groups))
        for data in dict.fromkeys(group[:2] for group in comparison.groups):
            rows.append([*data] + [f"{comparison.ratio((*data, count), comparison.best((*data, count), MOST_BLANK)):.3f}" for count in counts])
        header = ["data", "rows"] + [f"at least {count}" for count in counts]
    return table(header, rows) if rows else ""


def write(folder, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    groups = ["data", "rows", "min_count", "method"]
    simulated, real = Results(folder, "areas", groups), Results(folder, "areas_real", groups)
    short = short_table([of for of in (simulated, real) if of])
    text = HEAD + f"## In short\nThe error of GapTV's areas over that of the best squares, of which some may be blank, chosen with hindsight:\n\n{short}\n" + (part(simulated, "Simulated plateaus", "rmse") if simulated else "## Simulated plateaus\nNot run.\n\n")
    if real:
        text += part(real, "Real data", "rmse")
        text += part(real, "Real data: deviance of classes and counts", "deviance", lambda group: group[0] in NOT_NUMBERS)
        text += ("A published share of 0 or 1 would have an infinite deviance where an observation is the other one; for all alike it is moved to the nearest share that GapTV would publish itself for so many rows in all. "
                 "Areas of 5 rows often have such shares, so that this error punishes many small areas.\n")
    target.write_text(text.rstrip("\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    folder, target = document_arguments(sys.argv[1:], __doc__, "areas-evidence.md")
    write(folder, target)
    tutorial = ROOT / "docs" / "areas.md"
    if target.parent == tutorial.parent:
        (short,) = re.findall(r"hindsight:\n\n((?:\|.*\n)+)", target.read_text(encoding="utf-8"))
        text = tutorial.read_text(encoding="utf-8")
        tutorial.write_text(re.sub(r"\| data \| rows \|.*\n(?:\|.*\n)+", lambda _: short, text), encoding="utf-8")
