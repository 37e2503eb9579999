#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Compares GapTV with methods of other kinds (trees, forests, boosting, neighbours, a smoother) on simulated and public data; docs/rivals.md tells the results.

usage: run.py --program build/gaptv --quick                       about three minutes once the rivals are known
       run.py --program old=../a/build/gaptv --program new=build/gaptv --quick --methods none
       run.py --program gaptv=build/gaptv --program "cv=build/gaptv --relax cv" --quick
       run.py --program build/gaptv --trials 3 --regions --data FOLDER -o out/rivals

A program is a path with options of `gaptv fit` after it, and may have a name before it. Every further one is compared with the first on the same rows.
What results.csv of the output folder holds is not run again; a program that was built anew is. rivals.csv is what tools/write_rivals.py reads. Needs numpy, scipy and scikit-learn; interpret-core for ebm;
R with mgcv for the smoother. Seeds from 100001 on are for development, --seed 0 for a last confirmation.
"""
import argparse
import csv
import hashlib
import math
import shlex
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import cases
import kinds
import methods
import summary

RIVALS = ["paper", "cart-cv", "forest", "boosting", "nearest", "smoother", "ebm"]
QUICK_RIVALS = RIVALS[:-1]
MOST_EBM_ROWS = 2000
NUMBERS_OF_REGIONS = ["5", "10", "20"]


class Contender:
    """A method by name, and for methods of gaptv what to run."""

    def __init__(self, name, program=None, arguments=(), asked="", version=""):
        self.name, self.program, self.arguments, self.asked, self.version = name, program, list(arguments), asked, version

    def measure(self, problem):
        with tempfile.TemporaryDirectory() as folder:
            regions = math.nan
            if self.program:
                values, regions, seconds = methods.predict_by_program(problem, self.program, self.arguments, Path(folder))
            elif self.name == "smoother":
                values, seconds = methods.predict_by_smoother(problem, Path(folder))
            else:
                values, seconds = methods.predict_in_python(problem, self.name)
        found = {**methods.measures(problem, values), "regions": regions, "seconds": seconds}
        key = [problem.name, problem.rows, problem.trial, self.name, self.asked, self.version]
        return [*key, *("" if math.isnan(found[name]) else f"{found[name]:.7g}" for name in summary.MEASURES)]


def version_of(program, arguments):
    """Changes when the program is built anew or gets other options."""
    return hashlib.sha256(Path(program).read_bytes() + "\0".join(arguments).encode()).hexdigest()[:12]


def named_programs(texts):
    found = []
    for text in texts:
        name, _, command = text.partition("=") if "=" in text.split()[0] else ("gaptv", "", text)
        path, *arguments = shlex.split(command)
        if any(other.name == name for other in found):
            sys.exit(f"two programs are called {name}; give them names: --program old=PATH --program new=PATH")
        if not Path(path).is_file():
            sys.exit(f"{path}: no such program")
        found.append(Contender(name, path, arguments, version=version_of(path, arguments)))
    return found


def contenders_of(options):
    programs = named_programs(options.program)
    first = programs[0]
    found = list(programs)
    for name in options.methods:
        if name in methods.IN_PROGRAM:
            # These two do not change with the default, so another build does not run them again.
            found.append(Contender(name, first.program, methods.IN_PROGRAM[name], version="-"))
        elif name != "none":
            found.append(Contender(name, version="-"))
    if options.regions:
        for asked in NUMBERS_OF_REGIONS:
            for program in programs:
                fixed = [*program.arguments, "--regions", asked, "--held-out", "off"]
                found.append(Contender(program.name, program.program, fixed, asked, version_of(program.program, fixed)))
            found.append(Contender("tree", first.program, [*methods.TREE_OF_REGIONS, "--regions", asked], asked, "-"))
    return found


def can_run(contender, problem):
    """Trees of counts know no exposure; regions are asked for where a best-first tree can be their rival; the slowest method has one trial or fold, and no large samples."""
    if contender.name == "ebm" and (problem.trial > 1 or (problem.rows > MOST_EBM_ROWS and not problem.is_real)):
        return False
    is_tree = "--method" in contender.arguments
    if contender.asked and problem.loss == "poisson":
        return False
    return not (is_tree and problem.exposure)


def try_to_measure(contender, problem):
    try:
        return contender.measure(problem), None
    except Exception as error:  # noqa: BLE001  one method that fails on one set must not end the others
        return None, f"{contender.name} {contender.asked} on {problem.name} {problem.rows}, trial {problem.trial}: {error}"


def problems_of(options):
    program = shlex.split(options.simulator) if options.simulator else [named_programs(options.program)[0].program]
    sizes = kinds.QUICK if options.quick else {kind: numbers for group in kinds.GROUPS.values() for kind, numbers in group.items()}
    sets = kinds.QUICK_REAL_SETS if options.quick else list(kinds.REAL_SETS)
    if options.kinds:
        sizes = {kind: numbers for kind, numbers in sizes.items() if kind in options.kinds}
        sets = [name for name in sets if name in options.kinds]
    rows = options.output / "data"
    found = list(cases.simulated_problems(program[0], rows, sizes, options.trials, options.seed))
    if options.data:
        found += cases.real_problems(options.data, rows, sets, options.seed)
    if not found:
        sys.exit("there is nothing to run: no kind of --kinds is in this part of the suite")
    return found


def run_what_is_missing(contenders, problems, results, jobs):
    rows = summary.read_rows(results)
    done = {tuple(row[name] for name in summary.KEY) for row in rows}
    units = [(contender, problem) for problem in problems for contender in contenders if can_run(contender, problem) and
             (problem.name, str(problem.rows), str(problem.trial), contender.name, contender.asked, contender.version) not in done]
    failures = []
    with open(results, "a", newline="", encoding="utf-8") as file, ProcessPoolExecutor(jobs) as pool:
        writer = csv.writer(file, lineterminator="\n")
        if not rows:
            writer.writerow(summary.COLUMNS)
        start = time.monotonic()
        running = [pool.submit(try_to_measure, *unit) for unit in units]
        for number, future in enumerate(as_completed(running), start=1):
            row, failure = future.result()
            if failure:
                failures.append(failure)
            else:
                writer.writerow(row)
                file.flush()
            if sys.stderr.isatty() or number % 100 == 0:
                print(f"\r{number} of {len(units)}, {time.monotonic() - start:.0f} s ", end="" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)
    return failures


def wanted_rows(contenders, problems, results):
    """The rows of this run: no other seeds, programs or kinds that the folder may hold as well."""
    wanted = {(c.name, c.asked, c.version) for c in contenders}
    units = {(p.name, str(p.rows), str(p.trial)) for p in problems}
    return [row for row in summary.read_rows(results) if (row["method"], row["asked"], row["version"]) in wanted and (row["data"], row["n"], row["trial"]) in units]


def keep_rows(rows, wanted, options):
    """What documents are written from: rivals.csv holds this run only, without the mark of the program that was run."""
    with open(options.output / "rivals.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        names = [name for name in summary.COLUMNS if name != "version"]
        writer.writerows([names, *sorted([row[name] for name in names] for row in rows)])
    arguments = [f"--seed {options.seed}", f"--trials {options.trials}", *(["--quick"] if options.quick else []), *(["--regions"] if options.regions else [])]
    done = f"all {wanted} fits" if len(rows) == wanted else f"{len(rows)} of {wanted} fits"
    (options.output / "rivals.csv.settings").write_text(f"`{' '.join(arguments)}`; {done} were run\n", encoding="utf-8")


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", action="append", required=True, metavar="[NAME=]PATH [OPTIONS]", help="a gaptv program; may be repeated")
    parser.add_argument("--methods", nargs="+", choices=[*RIVALS, "none"], help="rivals (default: all; with --quick all but ebm)")
    parser.add_argument("--quick", action="store_true", help="a small part of the suite")
    parser.add_argument("--kinds", nargs="+", metavar="KIND", help="only these kinds and public sets")
    parser.add_argument("--regions", action="store_true", help="also with 5, 10 and 20 regions, beside best-first trees")
    parser.add_argument("--trials", type=int, default=3, help="samples of every simulated kind and size (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=100000, help="trial t has seed SEED + t (default: %(default)s)")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="of public data sets (five outer folds)")
    parser.add_argument("--simulator", metavar="PATH", help="the program that simulates (default: the first one)")
    parser.add_argument("--no-fits", action="store_true", help="tell what is in the output folder, and run nothing")
    parser.add_argument("--jobs", type=int, default=1, help="fits at the same time (default: %(default)s)")
    parser.add_argument("-o", "--output", type=Path, default=Path("out/rivals"), help="folder of results (default: %(default)s)")
    options = parser.parse_args(arguments)
    options.methods = options.methods or (QUICK_RIVALS if options.quick else RIVALS)
    # Development and confirmation have folders of their own, so that results of one never stand in for the other's.
    options.output = options.output / f"seed{options.seed}"
    return options


def main(arguments):
    options = parse(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    results = options.output / "results.csv"
    contenders, problems = contenders_of(options), problems_of(options)
    failures = [] if options.no_fits else run_what_is_missing(contenders, problems, results, options.jobs)
    rows = wanted_rows(contenders, problems, results)
    wanted = sum(can_run(contender, problem) for problem in problems for contender in contenders)
    keep_rows(rows, wanted, options)
    outcomes = summary.Outcomes(rows)
    programs = [contender.name for contender in contenders if contender.program and not contender.asked and contender.version != "-"]
    rivals = [name for name in options.methods if name != "none"]
    print(f"\n{len(problems)} problems of {len({problem.name for problem in problems})} kinds and sets, seeds from {options.seed + 1} on\n")
    if rivals:
        for program in programs:
            summary.print_rivals(outcomes, program, rivals)
    if options.regions:
        for program in programs:
            summary.print_regions(outcomes, program, NUMBERS_OF_REGIONS)
    for other in programs[1:]:
        summary.print_programs(outcomes, programs[0], other)
    for failure in failures:
        print(f"failed: {failure}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
