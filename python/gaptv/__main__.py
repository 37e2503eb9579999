# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""python -m gaptv: runs the program gaptv that came with the package, or says why there is none."""
from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path


def find_program() -> Path | None:
    """The program beside this Python, or where pip puts scripts of the user."""
    folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user")), str(Path(sys.executable).parent)]
    return next((Path(folder, "gaptv") for folder in folders if os.access(Path(folder, "gaptv"), os.X_OK)), None)


if __name__ == "__main__":
    program = find_program()
    if program is None:
        sys.exit("gaptv: this package was built without the program, as CLI11 was not installed then (Debian: libcli11-dev, Homebrew: cli11); install it, and the package again")
    os.execv(program, ["gaptv", *sys.argv[1:]])
