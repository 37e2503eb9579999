# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""What the documents show is run as it stands there."""
import os
import random
import re
import shutil
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


# The city's reports are not in the repository; where somebody has them, the walk is done on them.
CHICAGO = ROOT.parent / "shared" / "data" / "chicago2015_arrest.csv"


def write_reports(path):
    """Simulated reports with the columns of the city's."""
    source = random.Random(5)
    lines = ["lat,lon,arrest"]
    for _ in range(8000):
        lat, lon = source.gauss(41.85, 0.08), source.gauss(-87.7, 0.09)
        share = 0.12 + (0.5 if lon > -87.66 and lat < 41.86 else 0) + (0.25 if (lon + 87.78) ** 2 + (lat - 41.9) ** 2 < 0.003 else 0)
        lines.append(f"{lat:.6f},{lon:.6f},{int(source.random() < share)}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.mark.skipif("GAPTV_PROGRAM" not in os.environ, reason="GAPTV_PROGRAM does not name the command-line program")
@pytest.mark.parametrize("data", ["simulated", "of the city"])
def test_the_walk_from_reports_to_published_areas(data, tmp_path):
    geopandas = pytest.importorskip("geopandas")
    pytest.importorskip("matplotlib")
    import shapely

    if data == "of the city" and not CHICAGO.exists():
        pytest.skip("the reports of Chicago are not here")
    if shutil.which("ogrinfo") is None:
        assert os.environ.get("CI") != "true", "ogrinfo is missing; ./dev test installs gdal-bin"
        pytest.skip("ogrinfo is not installed (gdal-bin)")
    if data == "simulated":
        write_reports(tmp_path / "chicago.csv")
    else:
        (tmp_path / "chicago.csv").symlink_to(CHICAGO)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "gaptv").symlink_to(os.environ["GAPTV_PROGRAM"])
    environment = {**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "MPLBACKEND": "Agg"}
    page = (ROOT / "docs" / "areas.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```(sh|python)\n(.*?)```", page, re.DOTALL)
    assert [kind for kind, _ in blocks] == ["sh", "sh", "sh", "python", "sh", "sh"]
    said = ""
    for kind, code in blocks:
        command = ["bash", "-euo", "pipefail", "-c", code] if kind == "sh" else [sys.executable, "-c", code]
        result = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert result.returncode == 0, code + result.stderr
        said += result.stdout + result.stderr
    areas = geopandas.read_file(tmp_path / "areas.gpkg")
    assert f"Feature Count: {len(areas)}\n" in said and f"{len(areas)} areas, EPSG:4326 at least {areas['count'].min()} reports each" in said
    assert "Every rule is met and verified for these rows (ons-10-5" in said and (tmp_path / "areas.png").stat().st_size > 5000
    assert areas["count"].min() >= 10 and (areas["count"] % 5 == 0).all() and areas.geometry.is_valid.all()
    # They tile their box: no gap, no overlap.
    box, polygons = shapely.box(*areas.total_bounds).area, areas.geometry.to_numpy()
    assert shapely.coverage_is_valid(polygons) and abs(shapely.area(polygons).sum() - box) < 1e-9 * box
    assert abs(areas.union_all().area - box) < 1e-9 * box
    if data == "of the city":  # what the page tells
        for told, found in (("finds 617 regions", "617 regions"), ("612 areas remain", f"{len(areas)} areas"), ("leaves 7 reports", "leaves 7 people"),
                            ('|| echo "not to be published', "not to be published beside areas.gpkg"), ("it explains 8 %", "explains 8 %")):
            assert told in page and found in said, found
