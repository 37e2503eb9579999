#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Checks the small rules that a formatter does not know.

usage: check_house.py [ROOT]        exit 1 with file:line and the remedy if a rule is broken
       check_house.py --self-test   prove on made-up lines that comparisons of losses and wrong links are caught

Errors: paths of one machine, notes of unfinished work, tabs, trailing white space, a missing licence tag in C++ files,
comparisons of the names or addresses of losses outside gaptv/loss, links of documents to files that are not there.
Warnings: a source file of more than 400 lines, a document that names a file of the repository that is not there.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

LONG_FILE_LINES = 400
IGNORED_FOLDERS = {".git", "build", "out", "__pycache__"}
CPP = {".h", ".cc"}
CODE = CPP | {".py", ".sh", ".cmake", ".js", ".mjs"}
WRITTEN = CODE | {".md", ".json", ".toml", ".cff", ".yml", ".yaml"}
WRITTEN_NAMES = {"dev", "run", "CMakeLists.txt", ".clang-format", ".clang-tidy", ".gitignore"}
# Samples of data: their bytes are the point.
DATA_FOLDERS = {"formats", "samples", "fixtures"}

LICENCE = ("SPDX-License-Identifier: MIT", "Copyright (c) the GapTV authors")
MACHINE_PATH = re.compile(r"(?<![\w.~$})/-])/(?:work|root|home)(?![\w-])")
# How gaptv/loss names its losses and the functions that give them.
LOSS_NAME = re.compile(r'string_view (?:name\(\) const override \{ return|one_vs_rest =) "([^"]+)";')
LOSS_FUNCTION = re.compile(r"^(?:GAPTV_API )?const (?:Cell)?Loss& (\w+)\(\);", re.MULTILINE)
# [text](file#part), and `gaptv/folder/file.h` without a placeholder such as NAME.
LINK = re.compile(r"\]\((?![a-z]+:)([^)#\s]+)(?:#[^)]*)?\)")
NAMED_FILE = re.compile(r"`((?:gaptv|cli|python|tests|tools|docs|formats|cmake|examples|bench|experiments)/[a-z0-9_./-]+\.[a-z]+)`")
# What happened to a file is history.
HISTORIES = {"CHANGELOG.md"}
UNFINISHED = re.compile(r"\b(?:TO" r"DO|FIX" r"ME)\b")


def files_of(root):
    """All files that are in the repository or would be added to it."""
    try:
        command = ["git", "-C", str(root), "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
        names = subprocess.run(command, check=True, capture_output=True).stdout.decode().split("\0")
        paths = [root / name for name in names if name]
    except (OSError, subprocess.CalledProcessError):
        paths = []
        for folder, folders, names in os.walk(root):
            folders[:] = [name for name in folders if name not in IGNORED_FOLDERS]
            paths += [Path(folder) / name for name in names]
    return sorted({path for path in paths if path.is_file()})


def loss_comparison(root):
    """A pattern for comparisons with the name of a loss, or with what a function that returns one gives."""
    sources = [path.read_text(encoding="utf-8") for path in sorted((root / "gaptv/loss").glob("*.*"))]
    names = {name for text in sources for name in LOSS_NAME.findall(text)}
    functions = {name for text in sources for name in LOSS_FUNCTION.findall(text)}
    if not names:
        return None
    named = rf'"(?:{"|".join(sorted(map(re.escape, names)))})"'
    called = rf"&?(?:{'|'.join(sorted(functions))})\(\)(?:\.name\(\))?" if functions else named
    loss = rf"(?:{named}|{called}|\bone_vs_rest\b)"
    return re.compile(rf"[!=]=\s*{loss}|{loss}\s*[!=]=|\bin\s*[(\[{{]\s*{named}")


def losses_are_asked(name, line, comparison):
    """The problem of a line that finds out which loss it has, where it should ask the loss; None if there is none."""
    is_bound = name.startswith(("gaptv/", "cli/", "python/src/", "python/gaptv/")) and not name.startswith("gaptv/loss/")
    match = comparison.search(line) if comparison and is_bound and name.endswith((".h", ".cc", ".py")) else None
    if not match:
        return None
    asked = "_core.answers_of_loss()" if name.endswith(".py") else "the loss (gaptv/loss/loss.h), which loss_named() finds by its name"
    return f"compares losses ({match[0]}); ask {asked}"


def missing_files(root, path, line):
    """Yields (is_error, message) for each file that a line of a document names and that is not there."""
    for name in LINK.findall(line):
        if not (path.parent / name).exists():
            yield True, f"links to {name}, which is not there; mend the link"
    for name in NAMED_FILE.findall(line):
        is_there = (root / name).exists() or (root / f"{name}.in").exists()
        if path.name not in HISTORIES and not is_there:
            yield False, f"names {name}, which is not there; say where it is now"


def self_test():
    root = Path(__file__).resolve().parent.parent
    comparison = loss_comparison(root)
    bad = [
        ("gaptv/model/a.cc", 'if (record.loss == "gaussian") {'),
        ("gaptv/tv/a.h", 'return "poisson" != name;'),
        ("cli/a.cc", "if (&outcome.loss() == &binomial_loss()) {"),
        ("cli/a.cc", "if (name == squared_loss().name()) {"),
        ("python/src/a.cc", 'loss=="quantile" ? 1 : 2'),
        ("gaptv/model/a.cc", "options.loss != one_vs_rest"),
        ("python/gaptv/a.py", 'if loss == "one-vs-rest":'),
        ("python/gaptv/a.py", 'return 1 if record["loss"] in ("binomial", "poisson") else 2'),
    ]
    good = [
        ("gaptv/loss/a.cc", 'if (name == "gaussian") {'),
        ("gaptv/model/a.cc", 'options.loss = "gaussian";'),
        ("gaptv/model/a.cc", "const CellLoss* loss = &binomial_loss();"),
        ("gaptv/model/a.cc", 'if (options.loss == "auto") {'),
        ("python/gaptv/a.py", 'loss = "binomial" if self.classes_.size == 2 else "one-vs-rest"'),
        ("python/tests/a.py", 'assert record["loss"] == "binomial"'),
        ("tests/model/a.cc", 'EXPECT_TRUE(record.loss == "gaussian");'),
        ("docs/a.md", 'loss == "gaussian"'),
    ]
    wrong = [line for name, line in bad if not losses_are_asked(name, line, comparison)]
    wrong += [line for name, line in good if losses_are_asked(name, line, comparison)]
    documents = [
        ("README.md", "[how](docs/none.md)", [True]),
        ("docs/a.md", "[how](../README.md#part) and [no](theory/none.md)", [True]),
        ("docs/a.md", "`gaptv/none.h` and `gaptv/gaptv.h`", [False]),
        ("docs/a.md", "[home](https://example.org/none) `gaptv/loss/NAME.cc` `none.md` ![](../README.md)", []),
        ("CHANGELOG.md", "`gaptv/none.h`", []),
    ]
    for name, line, expected in documents:
        if [is_error for is_error, _ in missing_files(root, root / name, line)] != expected:
            wrong.append(line)
    for line in wrong:
        print(f"self-test: judged wrongly: {line}")
    return 1 if wrong else 0


def check_file(root, path, comparison=None):
    """Yields (is_error, line, message)."""
    content = path.read_bytes()
    if b"\0" in content[:8192]:
        return
    lines = content.decode("utf-8", errors="replace").split("\n")
    is_data = any(part in DATA_FOLDERS for part in path.relative_to(root).parts[:-1])
    is_written = not is_data and (path.suffix in WRITTEN or path.name in WRITTEN_NAMES)

    if path.suffix in CPP and not all(tag in line for tag, line in zip(LICENCE, lines + [""])):
        yield True, 1, "no licence tag; begin with: " + " / ".join(f"// {tag}" for tag in LICENCE)
    for number, line in enumerate(lines, start=1):
        match = MACHINE_PATH.search(line)
        if match:
            yield True, number, f"path of one machine ({match[0]}...); use a relative path or a temporary folder"
        if not is_written:
            continue
        problem = losses_are_asked(path.relative_to(root).as_posix(), line, comparison)
        if problem:
            yield True, number, problem
        for is_error, message in missing_files(root, path, line) if path.suffix == ".md" else ():
            yield is_error, number, message
        match = UNFINISHED.search(line)
        if match:
            yield True, number, f"{match[0]}; finish it, or open an issue and take the note out"
        if "\t" in line:
            yield True, number, "tab; use spaces (in a string: \\t)"
        if line != line.rstrip():
            yield True, number, "trailing white space; remove it (./dev format does for C++)"
    if (path.suffix in CODE or path.name == "dev") and len(lines) - 1 > LONG_FILE_LINES:
        yield False, LONG_FILE_LINES, f"{len(lines) - 1} lines; a file holds one concept, think of splitting it"


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        print(__doc__, file=sys.stderr)
        return 2
    root = Path(arguments[0] if arguments else Path(__file__).parent.parent).resolve()
    failed = False
    comparison = loss_comparison(root)
    for path in files_of(root):
        for is_error, line, message in check_file(root, path, comparison):
            print(f"{path.relative_to(root).as_posix()}:{line}: {'' if is_error else 'warning: '}{message}")
            failed = failed or is_error
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
