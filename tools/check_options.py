#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Checks that the options of a fit are written in one place, the table in gaptv/model/option_table.cc.

usage: check_options.py [ROOT]        exit 1 with file:line and the remedy if a rule is broken
       check_options.py --self-test   prove on made-up files that each rule is caught

- No text of the library contains a command-line flag: its callers are not all command lines (gaptv/base/mention.h).
- The commands that fit add by hand only what is no option of a fit: names of columns, files and what is printed.
- Python's fit() and compare() have by name only what is no option of a fit or is named otherwise there, and estimators get
  their constructors from the table.
"""

import ast
import re
import sys
import tempfile
from pathlib import Path

from check_includes import COMMENT_OR_LITERAL

# A new entry is fine for a column, a file or something to print; whatever changes the result is a row of the table.
BY_HAND = {
    "cli/data_arguments.cc": {"DATA.csv", "--x", "--y", "--weight", "--exposure", "--missing"},
    "cli/reading_arguments.cc": {"--delimiter", "--decimal", "--na", "--encoding"},
    "cli/fit.cc": {"--cells", "--memory", "-o,--output", "--json", "--quiet", "--report", "--report-rows"},
    # The fewest rows of a mean that is shown; those of a region of a fit are a row of the table.
    "cli/drawing_arguments.cc": {"--title", "--unit", "--percent", "--min-rows", "--outline"},
    # Which methods, and the outer folds, are options of the comparison; those of its fits are taken from the table.
    "cli/compare.cc": {"--methods", "--folds", "--json", "--quiet"},
    # Which rows of a database, and the answers to the statements so far.
    "cli/sql.cc": {"--dialect", "--table", "--where", "--x", "--y", "--weight", "--exposure", "--missing", "--answers", "-o,--output", "--quiet"},
    "cli/fit_option_arguments.cc": set(),
}
PYTHON_FUNCTIONS = "python/gaptv/_functions.py"
DATA = {"X", "y", "features", "weight", "exposure", "missing", "random_state", "threads"}
# How many rows may be copied is about data that stay where they are.
PYTHON_PARAMETERS = {"fit": DATA | {"memory"}, "compare": DATA | {"methods", "folds"}}
ESTIMATORS = ["python/gaptv/_estimator_base.py", "python/gaptv/estimators.py"]
REMEDY = "an option of a fit is a field of FitOptions and a row of gaptv/model/option_table.cc, and needs nothing here"

FLAG = re.compile(r"(?<![\w-])--[a-z][\w-]*")
ADDED = re.compile(r'\badd_(?:option|flag)(?:_function)?(?:<[^>]*>)?\(\s*"([^"]*)"')


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def flags_in_texts(text):
    """Yields (line, message) for each command-line flag within a literal of C++."""
    for literal in COMMENT_OR_LITERAL.finditer(text):
        flag = FLAG.search(literal[0]) if literal["comment"] is None else None
        if flag:
            yield line_of(text, literal.start() + flag.start()), (
                f"a text of the library contains the flag {flag[0]}; mention the option by its name in the table, `{flag[0][2:].replace('-', '_')}` "
                "between backquotes or mention_option() (gaptv/base/mention.h): callers write it in their own way")


def options_by_hand(name, text):
    """Yields (line, message) for each option that a command adds beside the table."""
    for match in ADDED.finditer(text):
        if match[1] not in BY_HAND[name]:
            yield line_of(text, match.start(1)), (
                f"adds {match[1]} by hand; {REMEDY}. If it names a column, a file or something to print, list it in tools/check_options.py")


def parameters_by_hand(name, text):
    """Yields (line, message) for each parameter that Python has beside the table."""
    for node in ast.walk(ast.parse(text)):
        if name in ESTIMATORS and isinstance(node, ast.FunctionDef) and node.name == "__init__":
            yield node.lineno, f"an estimator has a constructor of its own; it is made of the table (_estimator_parameters.py): {REMEDY}"
    for node in ast.parse(text).body if name == PYTHON_FUNCTIONS else []:
        if not isinstance(node, ast.FunctionDef) or node.name not in PYTHON_PARAMETERS:
            continue
        for argument in node.args.args + node.args.kwonlyargs:
            if argument.arg not in PYTHON_PARAMETERS[node.name]:
                yield argument.lineno, (f"{node.name}() names the parameter {argument.arg}; {REMEDY}: it comes with **options. "
                                        "If it is about data, list it in tools/check_options.py")


def check_tree(root):
    problems = []

    def check(path, rule):
        name = path.relative_to(root).as_posix()
        problems.extend(f"{name}:{line}: {message}" for line, message in rule(name, path.read_text(encoding="utf-8")))

    for path in sorted((root / "gaptv").rglob("*")):
        if path.suffix in (".h", ".cc"):
            check(path, lambda _, text: flags_in_texts(text))
    for rule, names in [(options_by_hand, BY_HAND), (parameters_by_hand, [PYTHON_FUNCTIONS, *ESTIMATORS])]:
        for name in names:
            if (root / name).is_file():
                check(root / name, rule)
            elif root == Path(__file__).resolve().parent.parent:
                problems.append(f"{name}:1: is not there; tools/check_options.py has to be told where it went")
    return problems


def self_test():
    bad = [
        ("gaptv/a/b.cc", 'int a;\nthrow InvalidInput("use --folds");\n', 2, "`folds`"),
        ("gaptv/a/b.h", 'const char* text = R"(one\n two --bins-max 5)";\n', 2, "`bins_max`"),
        ("cli/fit.cc", 'command.add_option("--new-thing", x, "text");\n', 1, "adds --new-thing by hand"),
        ("cli/compare.cc", 'command->add_flag(\n    "--deep", x);\n', 2, "adds --deep by hand"),
        ("cli/fit_option_arguments.cc", 'command.add_option("--folds", x);\n', 1, "adds --folds by hand"),
        ("python/gaptv/_functions.py", "def fit(X, y, *,\n  bins=None, **options): pass\n", 2, "names the parameter bins"),
        ("python/gaptv/estimators.py", "class A:\n  def __init__(self, bins=5): pass\n", 2, "constructor of its own"),
    ]
    good = [
        ("gaptv/a/b.cc", '// --folds of the program\nf("--"); g("a--b"); h("`folds`"); --count; i("<!-- comment -->");\n'),
        ("cli/fit.cc", 'command.add_option("-o,--output", x);\nchoices.add(command, "folds", "--inner-folds");\n'),
        ("cli/denoise.cc", 'command.add_option("--anything", x);\n'),
        ("python/gaptv/_functions.py", "def fit(X, y, *, weight=None, **options): pass\ndef load(path): pass\n"),
        ("python/gaptv/estimators.py", "class A:\n  def fit(self, X, y, sample_weight=None): pass\n"),
    ]
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, text, line, expected) in enumerate(bad + [(*case, 0, "") for case in good]):
            path = Path(folder) / str(number) / name
            (path.parents[len(Path(name).parts) - 1] / "gaptv").mkdir(parents=True, exist_ok=True)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            problems = check_tree(Path(folder) / str(number))
            is_right = len(problems) == 1 and problems[0].startswith(f"{name}:{line}:") and expected in problems[0] if line else not problems
            if not is_right:
                failures.append(f"{name}: {text!r} gave {problems}")
    for failure in failures:
        print(f"check_options self-test: {failure}", file=sys.stderr)
    print(f"check_options self-test: {len(bad) + len(good)} cases, {len(failures)} failures")
    return 1 if failures else 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        print(__doc__, file=sys.stderr)
        return 2
    problems = check_tree(Path(arguments[0] if arguments else Path(__file__).parent.parent).resolve())
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
