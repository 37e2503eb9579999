#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Tests of experiments/rivals and tools/write_rivals.py.

usage: rivals_test.py PROGRAM   (PROGRAM: gaptv; a tiny run needs numpy and scipy and is left out without them)
"""
import contextlib
import csv
import importlib.util
import io
import math
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "experiments" / "rivals"), str(ROOT / "tools")]

import kinds  # noqa: E402
import summary  # noqa: E402
import write_rivals  # noqa: E402

PROGRAM = sys.argv.pop() if len(sys.argv) > 1 else str(ROOT / "build" / "gaptv")
HAS_NUMPY = all(importlib.util.find_spec(name) for name in ("numpy", "scipy"))
# What six digits in a CSV file leave of a ratio.
SIX_DIGITS = 1e-5


def row(data, n, trial, method, error, asked=""):
    return {"data": data, "n": str(n), "trial": str(trial), "method": method, "asked": asked, "error": str(error), "q95": str(2 * error), "q99": str(3 * error),
            "largest": str(4 * error), "deviance": str(error), "regions": "7", "seconds": "0.1"}


# The forest has half our error where features matter unequally, and twice as much on discs; kNN runs on one problem only.
MADE_UP = [row("useless-second", 500, t, m, e) for t in (1, 2) for m, e in (("gaptv", 1.0 * t), ("forest", 0.5 * t))]
MADE_UP += [row("discs", n, 1, m, e) for n in (100, 1000) for m, e in (("gaptv", 1.0), ("forest", 2.0))]
MADE_UP += [row("discs", 100, 1, "nearest", 1.05)]
MADE_UP += [row("lidar", 221, fold, m, e) for fold, ours in ((1, 0.1), (2, 0.3)) for m, e in (("gaptv", ours), ("forest", 0.2))]
MADE_UP += [row("discs", 100, 1, m, e, asked="5") for m, e in (("gaptv", 1.0), ("tree", 1.5))]


class Tables(unittest.TestCase):
    def test_every_kind_is_simulated_and_its_groups_are_disjoint(self):
        listed = subprocess.run([PROGRAM, "simulate", "--list"], check=True, capture_output=True, text=True).stdout
        known = {found["kind"] for found in csv.DictReader(io.StringIO(listed))}
        used = [kind for group in kinds.GROUPS.values() for kind in group]
        self.assertEqual(len(used), len(set(used)))
        self.assertEqual(set(used) - known, set())

    def test_the_quick_part_is_in_the_whole(self):
        whole = {kind: sizes for group in kinds.GROUPS.values() for kind, sizes in group.items()}
        for kind, sizes in kinds.QUICK.items():
            self.assertLessEqual(set(sizes), set(whole[kind]), kind)
        self.assertLessEqual(set(kinds.QUICK_REAL_SETS), set(kinds.REAL_SETS))

    def test_public_sets_are_those_of_the_program(self):
        text = (ROOT / "experiments" / "real_sets.cc").read_text(encoding="utf-8")
        text = text[text.index("sets = {"):text.index("return sets;")]
        found = {}
        for name, features, rest in re.findall(r'\{"([^"]+)", \{([^}]*)\}, ([^}]*)\}', text):
            found[name] = kinds.RealSet(re.findall(r'"([^"]+)"', features), *re.findall(r'"([^"]+)"', rest))
        self.assertEqual(found, kinds.REAL_SETS)


class Ratios(unittest.TestCase):
    def setUp(self):
        self.outcomes = summary.Outcomes(MADE_UP)

    def test_are_averaged_as_logarithms_kind_by_kind(self):
        found = summary.by_kind(self.outcomes, "forest", "gaptv", "error")
        self.assertAlmostEqual(math.exp(found["useless-second"][0]), 0.5)
        self.assertAlmostEqual(math.exp(found["discs"][0]), 2.0)
        # Folds are averaged before the ratio is taken: 0.2 over (0.1 + 0.3) / 2.
        self.assertAlmostEqual(math.exp(found["lidar"][0]), 1.0)
        self.assertAlmostEqual(summary.overall(found)[0], 1.0)
        self.assertAlmostEqual(summary.middle(found), 1.0)
        self.assertEqual(found["discs"][2], 2)

    def test_have_a_standard_error_where_trials_differ(self):
        rows = [row("discs", 100, t, m, e) for t, theirs in ((1, 1.0), (2, 4.0)) for m, e in (("gaptv", 1.0), ("forest", theirs))]
        ratio, error = summary.overall(summary.by_kind(summary.Outcomes(rows), "forest", "gaptv", "error"))
        self.assertAlmostEqual(ratio, 2.0)
        # Logarithms 0 and log 4: their standard error is half the difference.
        self.assertAlmostEqual(error, 2.0 * math.log(4) / 2)

    def test_problems_where_a_rival_is_more_than_a_tenth_better_are_counted(self):
        lost, count = summary.behind(self.outcomes, "gaptv", ["forest", "nearest"])
        self.assertEqual([(problem, rival) for problem, rival, _ in lost], [(("useless-second", 500), "forest")])
        self.assertAlmostEqual(lost[0][2], 2.0)
        self.assertEqual(count, 4)


    def test_a_method_of_fewer_trials_is_compared_on_those(self):
        rows = [row("discs", 100, t, "gaptv", e) for t, e in ((1, 1.0), (2, 9.0))] + [row("discs", 100, 1, "ebm", 1.0)]
        self.assertEqual(summary.behind(summary.Outcomes(rows), "gaptv", ["ebm"]), ([], 1))


class Document(unittest.TestCase):
    def test_that_is_kept_is_what_the_kept_results_say(self):
        with tempfile.TemporaryDirectory() as name:
            write_rivals.write(ROOT / "docs" / "results", Path(name) / "rivals.md")
            self.assertEqual((Path(name) / "rivals.md").read_text(encoding="utf-8"), (ROOT / "docs" / "rivals.md").read_text(encoding="utf-8"), "run tools/write_rivals.py")

    def test_says_where_rivals_win(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            with open(folder / "rivals.csv", "w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, list(MADE_UP[0]))
                writer.writeheader()
                writer.writerows(MADE_UP)
            write_rivals.write(folder, folder / "rivals.md")
            text = (folder / "rivals.md").read_text(encoding="utf-8")
        self.assertIn("**forest** wins 1 of 4, and loses 2 by as much: useless-second 500 (2.00).", text)
        self.assertIn("**nearest** wins 0 of 1, and loses 0 by as much: none.", text)
        self.assertIn("more than 10 % behind the best of all methods in 1 of 4 problems", text)
        self.assertIn("| discs and bands | 1.500 |", text)
        self.assertIn("discs and bands: GapTV; features that matter unequally: forest (0.50 times the error of GapTV)", text)
        self.assertIn("| lidar | 221 | **0.2** |", text)


@unittest.skipUnless(HAS_NUMPY, "numpy and scipy are not installed")
class TinyRun(unittest.TestCase):
    def run_tiny(self, folder, *more):
        import run

        said = io.StringIO()
        arguments = ["--program", PROGRAM, "--kinds", "one-feature", "--trials", "1", "--methods", "cart-cv", "nearest", "-o", str(folder), *more]
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            self.assertEqual(run.main([*arguments, "--quick"]), 0, said.getvalue())
        return said.getvalue()

    def test_measures_against_the_truth_and_does_not_run_twice(self):
        import numpy as np

        with tempfile.TemporaryDirectory() as name:
            said = self.run_tiny(name)
            self.assertIn("rival over gaptv", said)
            folder = Path(name) / "seed100000"
            kept = (folder / "results.csv").read_text(encoding="utf-8")
            self.run_tiny(name)
            self.assertEqual((folder / "results.csv").read_text(encoding="utf-8"), kept)
            found = {line["method"]: line for line in csv.DictReader(io.StringIO(kept))}
            self.assertEqual(set(found), {"gaptv", "cart-cv", "nearest"})
            # The same by hand.
            model, predicted = Path(name) / "m.json", Path(name) / "p.csv"
            rows, truth = (folder / "data" / f"one-feature_200_100001_{part}.csv" for part in ("sample", "truth"))
            subprocess.run([PROGRAM, "fit", rows, "--x", "x1", "--y", "y", "--seed", "100001", "--quiet", "-o", model], check=True)
            subprocess.run([PROGRAM, "predict", model, truth, "--quiet", "-o", predicted], check=True)
            table = np.genfromtxt(predicted, delimiter=",", names=True)
            error = np.abs(table["prediction"] - table["y"])
            self.assertAlmostEqual(float(found["gaptv"]["error"]) / np.sqrt((error ** 2).mean()), 1, delta=SIX_DIGITS)
            self.assertAlmostEqual(float(found["gaptv"]["q99"]) / np.quantile(error, 0.99), 1, delta=SIX_DIGITS)

    def test_two_settings_are_compared_on_the_same_rows(self):
        with tempfile.TemporaryDirectory() as name:
            said = self.run_tiny(name, "--program", f"one={PROGRAM} --regions 1")
            self.assertIn("one over gaptv", said)
            kept = list(csv.DictReader(io.StringIO((Path(name) / "seed100000" / "results.csv").read_text(encoding="utf-8"))))
            self.assertEqual({line["regions"] for line in kept if line["method"] == "one"}, {"1"})

    def test_deviances_are_zero_at_the_truth_and_finite_where_a_method_says_never(self):
        import methods
        import numpy as np

        rates = np.array([0.2, 0.5, 3.0])
        self.assertAlmostEqual(methods.deviance(rates, rates, "poisson"), 0)
        self.assertAlmostEqual(methods.deviance(rates[:2], rates[:2], "binomial"), 0)
        ones = np.array([0.0, 1.0])
        never = methods.kept_possible(np.array([0.0, 0.0]), "binomial", ones)
        self.assertTrue(math.isfinite(methods.deviance(ones, never, "binomial")))
        # One observation of 1 at probability 1/4: -2 log(1/4), and one of 0: -2 log(3/4).
        self.assertAlmostEqual(methods.deviance(ones, never, "binomial"), -(math.log(0.25) + math.log(0.75)))


if __name__ == "__main__":
    unittest.main()
