#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Writes docs/options.md, the manual of all commands and options, from what the program itself says.

usage: write_options.py PROGRAM           writes docs/options.md
       write_options.py PROGRAM --check   exit 1 with the lines that differ if the document is not what the program says

The program's help comes from its table of options (gaptv/model/option_table.cc) and from cli/; change the texts there.
"""

import difflib
import re
import subprocess
import sys
from pathlib import Path

DOCUMENT = Path(__file__).resolve().parent.parent / "docs/options.md"
INTRODUCTION = """# All commands and options

`tools/write_options.py` writes this page from the help of the program; a test compares the two, so it is not edited by hand.
`gaptv COMMAND --help` prints a part of it, `gaptv manual` makes it a man page. What the options are good for, and
when, is said in [command-line.md](command-line.md).

The options of `fit` from `--weight-kind` to `--threads` have the same names in the library and in Python, with underscores for hyphens
(`bins_max`; in Python `lam` for `lambda`, `random_state` for `seed`): [python.md](python.md).
"""


def help_of(program, *command):
    return subprocess.run([program, *command, "--help"], check=True, capture_output=True, text=True).stdout.rstrip("\n")


def document_of(program):
    listed = help_of(program).split("\nCommands:\n")[1].split("\n\n")[0]
    commands = re.findall(r"^  ([a-z]+) ", listed, re.MULTILINE)
    links = " · ".join(f"[{command}](#gaptv-{command})" for command in commands)
    sections = [f"## gaptv {command}\n```\n{help_of(program, command)}\n```\n" for command in commands]
    return "\n".join([INTRODUCTION, links + "\n", *sections])


def main(arguments):
    if len(arguments) not in (1, 2) or arguments[1:] not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    text = document_of(arguments[0])
    if arguments[1:] == []:
        DOCUMENT.write_text(text, encoding="utf-8")
        return 0
    written = DOCUMENT.read_text(encoding="utf-8")
    if written == text:
        return 0
    sys.stdout.writelines(f"{line}\n" for line in difflib.unified_diff(
        written.splitlines(), text.splitlines(), "docs/options.md", "the program", n=0, lineterm=""))
    print("docs/options.md is not what the program says; write it again: python3 tools/write_options.py PROGRAM")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
