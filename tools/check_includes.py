#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Checks which way the library's includes point, and that the library knows nothing of its callers.

usage: check_includes.py [ROOT]              check; exit 1 with file:line and the remedy if a rule is broken
       check_includes.py --self-test         prove on made-up files that each rule is caught
       check_includes.py --digest COMMANDS   print "sha256 FILE" of each file of a compile_commands.json with all of this
                                             repository that it includes, directly or not; those that read most first

See ARCHITECTURE.md for the rules themselves.
"""

import hashlib
import json
import re
import sys
import tempfile
from pathlib import Path

# A folder may include itself and those before it.
ORDER = ["base", "data", "grid", "gap", "loss", "tv", "regions", "select", "model", "cells", "scan", "baselines", "evaluate", "output", "sql", "areas", "report", "c_interface", "figures"]
CALLERS = {"cli", "python", "experiments", "tests", "bench", "examples"}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^">]+)[">]', re.MULTILINE)
COMMENT_OR_LITERAL = re.compile(
    r'(?P<comment>//[^\n]*|/\*.*?\*/)'
    r'|R"(?P<mark>[^()\s]*)\(.*?\)(?P=mark)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])*'",
    re.DOTALL,
)
TERMINAL = re.compile(
    r"\bstd::(?:w?cout|w?cerr|w?clog|cin)\b|\b(?:vf?|f)?printf\s*\(|\b(?:puts|putchar|perror)\s*\("
    r"|\b(?:stdout|stderr|STDOUT_FILENO|STDERR_FILENO)\b"
)
CALLER_WORD = re.compile(r"\b(?:python|pyspark|spark|isatty)\b", re.IGNORECASE)
# gaptv/sql writes statements for engines, whoever runs them.
ENGINE_WORD, ENGINE_FOLDER = "spark", "sql"


def blank(text, everything):
    """The text with comments (and, if everything, literals) turned into spaces; line breaks stay."""

    def replace(match):
        if match["comment"] is None and not everything:
            return match[0]
        return re.sub(r"[^\n]", " ", match[0])

    return COMMENT_OR_LITERAL.sub(replace, text)


def include_problem(folder, bracket, target):
    """What is wrong with including `target` from gaptv/`folder` ("" = gaptv/ itself), or None."""
    top, _, rest = target.partition("/")
    if target == "iostream":
        return "the library does not print: return the text, or take a std::ostream& (<ostream>)"
    if not target.endswith(".h") and "/" in target and bracket == '"':
        return "include headers (.h) only"
    if top in CALLERS:
        return f"gaptv/ must not depend on {top}/: move what is shared into gaptv/"
    if top != "gaptv":
        if bracket == '"':
            return f'write the path from the root of the repository: "gaptv/.../{target.rsplit("/", 1)[-1]}"'
        return None
    if not folder:
        return None
    other = rest.partition("/")[0]
    if rest == "gaptv_c.h" and folder == "c_interface":
        return None
    if "/" not in rest:
        return "gaptv.h is for users of the library: include the header that declares what is needed"
    if other not in ORDER:
        return f"gaptv/{other} has no place in the order of the folders: add it in tools/check_includes.py"
    if folder in ORDER and ORDER.index(other) > ORDER.index(folder):
        return (f"gaptv/{folder} comes before gaptv/{other}: "
                f"move what is needed to gaptv/{folder} or earlier, or its user to gaptv/{other} or later")
    if other == "tv" and folder != "tv" and rest.count("/") > 1:
        return f"gaptv/{rest.rpartition('/')[0]} is known in gaptv/tv only: include gaptv/tv/total_variation.h"
    return None


def check_file(root, path):
    """Yields (line, message) for each broken rule in a file of gaptv/."""
    text = path.read_text(encoding="utf-8", errors="replace")
    parts = path.relative_to(root).parts
    folder = parts[1] if len(parts) > 2 else ""

    def line_of(offset):
        return text.count("\n", 0, offset) + 1

    if folder and folder not in ORDER:
        yield 1, f"gaptv/{folder} has no place in the order of the folders: add it in tools/check_includes.py"
    for match in INCLUDE.finditer(blank(text, everything=False)):
        problem = include_problem(folder, match[1], match[2])
        if problem:
            yield line_of(match.start(2)), f"includes {match[2]}; {problem}"
    for match in TERMINAL.finditer(blank(text, everything=True)):
        yield line_of(match.start()), (f"uses {match[0].rstrip(' (')}; the library does not print: return the text, "
                                       "throw InvalidInput, or report through Progress")
    for match in CALLER_WORD.finditer(text):
        if folder == ENGINE_FOLDER and match[0].lower() == ENGINE_WORD:
            continue
        yield line_of(match.start()), (f"mentions {match[0]}; the library knows nothing of its callers: "
                                       "say it in cli/, python/ or docs/")


def check_tree(root):
    problems = []
    for path in sorted((root / "gaptv").rglob("*")):
        if path.suffix in (".h", ".cc"):
            name = path.relative_to(root).as_posix()
            problems += [f"{name}:{line}: {message}" for line, message in sorted(check_file(root, path))]
    return problems


def digest(root, path):
    """The hash of a file and of all files of this repository that it includes, directly or not, and their size."""
    seen, waiting = set(), [path.resolve()]
    while waiting:
        current = waiting.pop()
        if current in seen:
            continue
        seen.add(current)
        text = current.read_text(encoding="utf-8", errors="replace")
        for _, target in INCLUDE.findall(text):
            waiting += [file.resolve() for file in (root / target, current.parent / target) if file.is_file()]
    result = hashlib.sha256()
    for file in sorted(seen):
        result.update(str(file).encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return result.hexdigest(), sum(file.stat().st_size for file in seen)


def self_test():
    good = {
        "gaptv/gaptv.h": '#include "gaptv/model/model.h"\n',
        "gaptv/model/model.h": '#include <cstdio>\n#include <vector>\n#include "gaptv/base/error.h"\n#include "gaptv/tv/tv.h"\n',
        "gaptv/c_interface/a.cc": '#include "gaptv/gaptv_c.h"\n',
        "gaptv/output/text.cc": '// std::cout << text;\nconst char* s = "stdout"; int n = 1\'000; // snprintf(\n',
        "gaptv/sql/a.h": 'enum class Engine { duckdb, spark };  // "Spark"\n',
        "gaptv/base/error.h": '/* #include "gaptv/data/csv/csv.h" */\nvoid f() { snprintf(b, 1, "x"); sparks(); }\n',
    }
    bad = [
        ("gaptv/grid/a.h", '\n#include "gaptv/tv/tv.h"\n', 2, "gaptv/grid comes before gaptv/tv"),
        ("gaptv/base/a.cc", '#include <gaptv/data/csv/csv.h>\n', 1, "gaptv/base comes before gaptv/data"),
        ("gaptv/model/a.cc", '#include "gaptv/output/text.h"\n', 1, "gaptv/model comes before gaptv/output"),
        ("gaptv/tv/a.cc", '#include "gaptv/gaptv.h"\n', 1, "gaptv.h is for users"),
        ("gaptv/report/a.cc", '#include "gaptv/gaptv_c.h"\n', 1, "gaptv.h is for users"),
        ("gaptv/tv/a.cc", '#include "cli/main.h"\n', 1, "must not depend on cli/"),
        ("gaptv/gaptv.h", '#include "experiments/plateaus.h"\n', 1, "must not depend on experiments/"),
        ("gaptv/tv/a.cc", '#include "problem.h"\n', 1, "path from the root"),
        ("gaptv/tv/a.cc", '#include "gaptv/tv/b.cc"\n', 1, "headers (.h) only"),
        ("gaptv/select/a.cc", '#include "gaptv/tv/solve/grid_solver.h"\n', 1, "include gaptv/tv/total_variation.h"),
        ("gaptv/tools/a.cc", "\n", 1, "no place in the order"),
        ("gaptv/tv/a.cc", "#  include <iostream>\n", 1, "does not print"),
        ("gaptv/tv/a.cc", "\n\nvoid f() { std::cerr << 1; }\n", 3, "does not print"),
        ("gaptv/tv/a.cc", 'void f() { std::printf("x"); }\n', 1, "does not print"),
        ("gaptv/tv/a.cc", 'void f() { fputs("x", stderr); }\n', 1, "does not print"),
        ("gaptv/tv/a.cc", "// as Python does\n", 1, "knows nothing of its callers"),
        ("gaptv/sql/a.cc", "// for pyspark and Spark\n", 1, "knows nothing of its callers"),
        ("gaptv/tv/a.cc", "bool f() { return isatty(1); }\n", 1, "knows nothing of its callers"),
    ]
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for number, (files, name, line, expected) in enumerate(
            [(good, None, 0, "")] + [({name: text}, name, line, expected) for name, text, line, expected in bad]
        ):
            root = Path(folder) / f"case {number}"
            for path, text in files.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text)
            problems = check_tree(root)
            if name is None and problems:
                failures.append(f"refused without reason: {problems}")
            if name and not (len(problems) == 1 and problems[0].startswith(f"{name}:{line}:") and expected in problems[0]):
                failures.append(f"{files}: expected one problem at {name}:{line} with '{expected}', got {problems}")
        root = Path(folder) / "digest"
        root.mkdir()
        (root / "a.cc").write_text('#include "b.h"\n')
        (root / "b.h").write_text('#include "c.h"\n')
        (root / "c.h").write_text("")
        before = digest(root, root / "a.cc")
        (root / "c.h").write_text("int x;\n")
        if before == digest(root, root / "a.cc"):
            failures.append("a changed header left the digest as it was")
    for failure in failures:
        print(f"check_includes self-test: {failure}", file=sys.stderr)
    print(f"check_includes self-test: {len(bad) + 2} cases, {len(failures)} failures")
    return 1 if failures else 0


def main(arguments):
    root = Path(__file__).resolve().parent.parent
    if arguments[:1] == ["--self-test"]:
        return self_test()
    if arguments[:1] == ["--digest"] and len(arguments) == 2:
        names = {entry["file"] for entry in json.loads(Path(arguments[1]).read_text())}
        digests = [(*digest(root, Path(name)), name) for name in sorted(names)]
        for sha256, _, name in sorted(digests, key=lambda entry: -entry[1]):
            print(sha256, name)
        return 0
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        print(__doc__, file=sys.stderr)
        return 2
    problems = check_tree(Path(arguments[0]) if arguments else root)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
