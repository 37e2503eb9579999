#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Checks the small rules that a formatter does not know.

usage: check_house.py [ROOT]     exit 1 with file:line and the remedy if a rule is broken

Errors: paths of one machine, notes of unfinished work, tabs, trailing white space, a missing licence tag in C++ files.
Warning: a source file of more than 400 lines.
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


def check_file(root, path):
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
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        print(__doc__, file=sys.stderr)
        return 2
    root = Path(arguments[0] if arguments else Path(__file__).parent.parent).resolve()
    failed = False
    for path in files_of(root):
        for is_error, line, message in check_file(root, path):
            print(f"{path.relative_to(root).as_posix()}:{line}: {'' if is_error else 'warning: '}{message}")
            failed = failed or is_error
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
