# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""What the documents show is run as it stands there."""
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(("document", "printed"), [("README.md", r"\[.*\d\.\d+.*\]"), ("docs/python.md", r"0\.\d+ \(\d+, \d+\)")])
def test_the_block_of_a_document_runs(document, printed, tmp_path):
    pytest.importorskip("sklearn")
    pytest.importorskip("matplotlib")
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / document).read_text(encoding="utf-8"), re.DOTALL)
    result = subprocess.run([sys.executable, "-W", "error", "-c", code], cwd=tmp_path, env={"MPLBACKEND": "Agg"}, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "report.html").stat().st_size > 10_000
    assert re.search(printed, result.stdout), result.stdout


def test_the_tutorial_runs(tmp_path, monkeypatch):
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    pytest.importorskip("interpret")
    monkeypatch.chdir(tmp_path)
    notebook = nbformat.read(ROOT / "docs" / "tutorial.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    texts = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert sum("image/png" in output.get("data", {}) for output in texts) >= 3
    assert (tmp_path / "report.html").exists()
