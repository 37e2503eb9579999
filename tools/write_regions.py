#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Writes docs/regions.md from the results of `gaptv reproduce regions`.

usage: tools/write_regions.py [RESULTS [DOCUMENT]]   (RESULTS: the folder of -o, or docs/results, the default)
"""
import math
import sys

from result_files import Results, document_arguments, table

CONTENDERS = ["gaptv", "tree", "tree-7"]
NAMES = {"gaptv": "GapTV", "tree": "tree", "tree-7": "tree, 7 rows"}

HEAD = """# Few regions: how good, and how honestly reported

Evidence for `--regions K`, and for the held-out error that a model reports. Written by `tools/write_regions.py` from the results of `{command}`,
which are beside this page (`results/`). Means, after +- the standard error.
The results are of the default before features had bins of their own (`--axis-bins equal`) and before noise was estimated within cells.

"""

EQUAL = """## At equal numbers of regions
GapTV with `--regions K` beside a tree with at most K leaves that grows best first, i.e. the split that saves most is made next (`--method cart --regions K`), as
scikit-learn's `max_leaf_nodes` does. "tree" may have leaves of one row, as scikit-learn's by default (`--min-split 2 --min-bucket 1`); "tree, 7 rows" has rpart's
limits, which are the default here. RMSE against the truth on the plateau benchmark ({trials} trials; regions counted as in [reproduction.md](reproduction.md)):

"""

REAL = """### Real data
Every tenth of the rows is predicted by models that did not see it, the same tenths for all; error on these rows (RMSE; deviance per observation for classes and counts).
There are no trees for counts (mack).

"""

RULES = """## What `auto` is
`--regions auto` stops joining where every border is worth its price. The other rules that look at the data choose on the curve of held-out errors: its minimum (`within=0%`), the fewest regions within
1 % or 2 % of it, or within one standard error (`1se`). Geometric means over the {cases} cases of [presets.md](presets.md) of a rule's mean over that of `auto` ({trials} trials, errors against the truth{real}):

"""

RULES_VERDICT = """
{verdict} So `auto` stays the price of a border: it needs no held-out error, and gives the same regions with `--held-out off`.
Every case is in `results/region_rules.csv.xz`. RMSE against the truth (regions):

"""

HONEST = """## The error that a model reports, and the error on fresh rows
Data are simulated anew, with seeds that no choice was made on ({trials} trials). Reported is the held-out error that the model carries (`--held-out recipe`, the default: the whole recipe is repeated without each
fold, with the bins and lambda of all rows), fresh the error of the same model on 20,000 other rows of the same truth, with noise. RMSE; deviance per observation for binary and counts. Ratio: reported over
fresh, averaged over the trials.

"""

NESTED = """### How optimistic the default is
`--held-out nested` chooses bins and lambda inside the folds too. Ratio of the error that is reported to the error on fresh rows, for the number of regions that the default chooses:

"""


def with_error(results, key, measure, digits=4):
    return f"{results.mean(key, measure):.{digits}g} +- {results.error(key, measure):.2g}"


def average(numbers):
    return sum(numbers) / len(numbers)


def told(wins, cases):
    return f"{sum(wins)} of {len(wins)}" + ("" if all(wins) else " (not: " + ", ".join(case for case, won in zip(cases, wins) if not won) + ")")


def wins_over_trees(results, measure, key_of, cases):
    """For each case: is GapTV's error below that of both trees?"""
    return [all(results.mean(key_of(case, "gaptv"), measure) < results.mean(key_of(case, tree), measure)
                for tree in CONTENDERS[1:]) for case in cases]


def plateau_part(folder):
    results = Results(folder, "regions", ["n", "method", "asked"])
    if not results:
        return "## At equal numbers of regions\nNot run.\n\n"
    sizes = sorted({int(n) for n, _, _ in results.keys()})
    asked = sorted({int(k) for _, _, k in results.keys()})
    rows = []
    for k in asked:
        for n in sizes:
            rows.append([str(k), str(n)] + [f"{with_error(results, (n, m, k), 'rmse')} ({results.mean((n, m, k), 'plateaus'):.1f})" for m in CONTENDERS])
    lines = [f"GapTV's error is below both trees' at K = {k}: {told(wins_over_trees(results, 'rmse', lambda n, m, k=k: (n, m, k), sizes), [f'n = {n}' for n in sizes])} sizes."
             for k in asked]
    return (EQUAL.format(trials=results.trials((sizes[0], "gaptv", asked[0]))) +
            table(["K", "n"] + [f"{NAMES[m]} (regions)" for m in CONTENDERS], rows) + "\n" + " ".join(lines) + "\n\n")


def real_part(folder):
    results = Results(folder, "regions_real", ["data", "rows", "method", "asked"])
    if not results:
        return ""
    sets = list(dict.fromkeys(key[:2] for key in results.keys()))
    asked = sorted({int(key[3]) for key in results.keys()})
    rows, lines = [], []
    for data, n in sets:
        for k in asked:
            key_of = lambda m: (data, n, m, k)
            rows.append([data, n, str(k)] + [with_error(results, key_of(m), "error") if results.has(key_of(m)) else "–" for m in CONTENDERS])
    for k in asked:
        judged = [s for s in sets if results.has((*s, "tree", k))]
        wins = wins_over_trees(results, "error", lambda s, m: (*s, m, k), judged)
        lines.append(f"GapTV's error is below both trees' at K = {k} on {told(wins, [data for data, _ in judged])} sets.")
    return REAL + table(["data", "rows", "K"] + [NAMES[m] for m in CONTENDERS], rows) + "\n" + " ".join(lines) + "\n\n"


def geometric_mean(numbers):
    return math.exp(average([math.log(number) for number in numbers]))


def rules_part(folder):
    results = Results(folder, "region_rules", ["case", "n", "method"])
    if not results:
        return ""
    real = Results(folder, "region_rules_real", ["data", "rows", "method"])
    cases = list(dict.fromkeys(key[:2] for key in results.keys()))
    sets = list(dict.fromkeys(key[:2] for key in real.keys()))
    rules = ["auto", "within=0%", "within=1%", "within=2%", "1se"]
    over_auto = lambda of, groups, rule, measure: geometric_mean([of.mean((*g, rule), measure) / of.mean((*g, "auto"), measure) for g in groups])
    wins = {rule: sum(results.mean((*case, rule), "rmse") < results.mean((*case, "auto"), "rmse") for case in cases) for rule in rules}
    header = ["rule", "RMSE", "largest error", "regions", "smaller RMSE in"]
    rows = [[f"`{rule}`"] + [f"{over_auto(results, cases, rule, measure):.3f}" for measure in ("rmse", "max_error", "plateaus")] + [f"{wins[rule]} of {len(cases)}"]
            for rule in rules if rule != "auto"]
    if sets:
        header += ["error, real data", "regions, real data"]
        for row, rule in zip(rows, rules[1:]):
            row += [f"{over_auto(real, sets, rule, measure):.3f}" for measure in ("error", "plateaus")]
    least = "within=0%"
    verdict = (f"The minimum of the curve has {over_auto(results, cases, least, 'plateaus'):.1f} times the regions of `auto` for {100 * (1 - over_auto(results, cases, least, 'rmse')):.1f} % less error. "
               f"`within=1%` is nearest to a better rule, but has the larger error in {len(cases) - wins['within=1%']} of {len(cases)} cases, and 1 % would be a number chosen on these very cases.")
    text = RULES.format(cases=len(cases), trials=results.trials((*cases[0], "auto")),
                        real=f"; real data: the {len(sets)} sets above, tenths held out" if sets else "")
    text += table(header, rows) + RULES_VERDICT.format(verdict=verdict)
    return text + table(["case", "n"] + [f"`{rule}`" for rule in rules],
                        [[case, n] + [f"{results.mean((case, n, rule), 'rmse'):.3g} ({results.mean((case, n, rule), 'plateaus'):.1f})" for rule in rules] for case, n in cases]) + "\n"


def honesty_part(folder):
    results = Results(folder, "honesty", ["case", "n", "asked", "held_out"])
    if not results:
        return "## The error that a model reports, and the error on fresh rows\nNot run.\n"
    cases = list(dict.fromkeys(key[:2] for key in results.keys()))
    asked = [a for a in ("auto", "1", "5", "20") if any(key[2] == a for key in results.keys())]
    ratio = lambda case, a, rule="recipe": results.mean((*case, a, rule), "ratio")
    rows = [[case, n] + [f"{with_error(results, (case, n, a, 'recipe'), 'ratio', 3)}" for a in asked] for case, n in cases]
    rows.append(["average", ""] + [f"**{average([ratio(case, a) for case in cases]):.3f}**" for a in asked])
    errors = [[case, n] + [f"{results.mean((case, n, a, 'recipe'), 'reported'):.4g}; {results.mean((case, n, a, 'recipe'), 'fresh'):.4g}" for a in asked] +
              [f"{results.mean((case, n, 'auto', 'recipe'), 'regions'):.1f}"] for case, n in cases]
    off = {a: abs(average([ratio(case, a) for case in cases]) - 1) for a in asked}
    text = HONEST.format(trials=max(results.trials(key) for key in results.keys()))
    text += table(["case", "n"] + [f"ratio, regions {a}" for a in asked], rows) + "\n"
    text += ("On average the reported error is within 3 % of that on fresh rows for " +
             (", ".join(f"regions {a}" for a in asked if off[a] <= 0.03) or "none") + ".\n\nReported; fresh:\n\n")
    text += table(["case", "n"] + [f"regions {a}" for a in asked] + ["regions chosen"], errors) + "\n"
    nested = [case for case in cases if results.has((*case, "auto", "nested"))]
    if not nested:
        return text
    rows = [[case, n, with_error(results, (case, n, "auto", "recipe"), "ratio", 3), with_error(results, (case, n, "auto", "nested"), "ratio", 3)] for case, n in nested]
    means = [average([ratio(case, "auto", rule) for case in nested]) for rule in ("recipe", "nested")]
    rows.append(["average", ""] + [f"**{mean:.3f}**" for mean in means])
    return (text + NESTED + table(["case", "n", "recipe (default)", "nested"], rows) +
            f"\nThe default reports errors that are {100 * (1 - means[0] / means[1]):.1f} % smaller than nested does.\n")


def write(folder, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    command = "gaptv reproduce regions --data FOLDER"
    target.write_text(HEAD.format(command=command) + plateau_part(folder) + real_part(folder) + rules_part(folder) + honesty_part(folder), encoding="utf-8")


if __name__ == "__main__":
    write(*document_arguments(sys.argv[1:], __doc__, "regions.md"))
