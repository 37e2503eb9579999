# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""The program that comes with the package: the same models as from Python, also from files of Parquet."""
from __future__ import annotations

import importlib.metadata
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

import gaptv

PROGRAM = Path(sys.executable).parent / "gaptv"
FIT = ["--x", "x,z", "--y", "y"]


def run(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([PROGRAM, *arguments], cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, check=False)


def must(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    done = run(folder, *arguments, **environment)
    assert done.returncode == 0, done.stderr
    return done


def script(path: Path, text: str) -> str:
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@pytest.fixture(scope="module")
def table() -> pa.Table:
    rng = np.random.default_rng(3)
    x, z = rng.normal(size=1500), np.round(rng.random(1500), 2)
    y = np.where((x > 0.3) & (z > 0.4), 3.0, 0.0) + rng.normal(size=1500)
    return pa.table({"x": x, "z": z, "y": y, "label": np.where(y > 1, "high", "low"), "weight": rng.integers(1, 4, 1500), "count": rng.poisson(2.0, 1500), "size": rng.random(1500) + 0.5})


@pytest.fixture
def folder(table: pa.Table, tmp_path: Path) -> Path:
    pq.write_table(table, tmp_path / "rows.parquet")
    pyarrow.csv.write_csv(table, tmp_path / "rows.csv")
    return tmp_path


def expect_same(folder: Path, name: str, expected: gaptv.Model) -> None:
    model = gaptv.load(folder / name)
    assert model.bins == expected.bins
    assert model.lam == pytest.approx(expected.lam, rel=1e-12)
    for edges, others in zip(model.edges, expected.edges, strict=True):
        np.testing.assert_array_equal(edges, others)
    assert [region["cells"] for region in model.regions] == [region["cells"] for region in expected.regions]
    np.testing.assert_allclose([region["value"] for region in model.regions], [region["value"] for region in expected.regions], rtol=1e-12)


def test_it_is_the_version_of_the_package(tmp_path: Path) -> None:
    said = must(tmp_path, "--version").stdout
    assert said == f"gaptv {importlib.metadata.version('gaptv')}\n"
    assert subprocess.run([sys.executable, "-m", "gaptv", "--version"], capture_output=True, text=True, check=True).stdout == said


def test_a_csv_file_gives_the_model_of_python(folder: Path, table: pa.Table) -> None:
    must(folder, "fit", "rows.csv", *FIT, "-o", "m.json")
    expect_same(folder, "m.json", gaptv.fit(table, "y", features=["x", "z"]))


@pytest.mark.parametrize("memory", ["1GB", "1kB"])
@pytest.mark.parametrize(
    ("arguments", "how"),
    [
        (["--y", "y"], {"y": "y"}),
        (["--y", "y", "--weight", "weight"], {"y": "y", "weight": "weight"}),
        (["--y", "label"], {"y": "label"}),
        (["--y", "count", "--exposure", "size"], {"y": "count", "exposure": "size"}),
        (["--y", "#3", "--lambda", "bic"], {"y": "y", "lam": "bic"}),
    ],
)
def test_a_parquet_file_gives_the_model_of_python(folder: Path, table: pa.Table, memory: str, arguments: list[str], how: dict[str, str]) -> None:
    must(folder, "fit", "rows.parquet", "--x", "x,z", *arguments, "--memory", memory, "-o", "m.json")
    expect_same(folder, "m.json", gaptv.fit(table, features=["x", "z"], **how))


def test_files_of_arrow_patterns_folders_and_any_name_are_read(folder: Path, table: pa.Table) -> None:
    expected = gaptv.fit(table, "y", features=["x", "z"])
    pyarrow.feather.write_feather(table, folder / "rows.feather", compression="uncompressed")
    for name in ("it's; $(touch gone) \"a\".parquet", "-rows ü.parquet"):
        pq.write_table(table, folder / name)
    os.makedirs(folder / "parts.parquet")
    pq.write_table(table.slice(0, 700), folder / "parts.parquet" / "a.parquet")
    pq.write_table(table.slice(700), folder / "parts.parquet" / "b.parquet")
    for data in ("rows.feather", "it's; $(touch gone) \"a\".parquet", "./-rows ü.parquet", "parts.parquet", "parts.parquet/*.parquet"):
        must(folder, "fit", data, *FIT, "-o", "m.json")
        expect_same(folder, "m.json", expected)
    assert not (folder / "gone").exists()


def test_missing_values_are_refused_or_left_out(folder: Path, table: pa.Table) -> None:
    y = table["y"].to_pylist()
    y[40] = None
    pq.write_table(table.set_column(2, "y", pa.array(y)), folder / "gaps.parquet")
    refused = run(folder, "fit", "gaps.parquet", *FIT, "-o", "m.json")
    assert refused.returncode == 1 and "gaps.parquet" in refused.stderr and "row 41" in refused.stderr
    assert not (folder / "m.json").exists()
    left = must(folder, "fit", "gaps.parquet", *FIT, "--missing", "drop", "-o", "m.json")
    assert "1 of 1,500 rows" in left.stderr
    expect_same(folder, "m.json", gaptv.fit(table.filter(pa.array([i != 40 for i in range(1500)])), "y", features=["x", "z"]))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["fit", "rows.parquet", "--x", "x,none", "--y", "y"], "there is no column 'none'"),
        (["fit", "rows.parquet", "--x", "x,label", "--y", "y"], "'label' holds text"),
        (["fit", "rows.parquet", *FIT, "--decimal", ","], "--decimal"),
        (["fit", "rows.parquet", *FIT, "--memory", "1kB", "--loss", "huber"], "--memory"),
        (["fit", "broken.parquet", *FIT], "broken.parquet"),
        (["fit", "no*.parquet", *FIT], "no file has such a name"),
        (["predict", "m.json", "rows.parquet"], "duckdb -c"),
        (["evaluate", "m.json", "rows.parquet"], "duckdb -c"),
    ],
)
def test_what_cannot_be_is_refused(folder: Path, arguments: list[str], said: str) -> None:
    must(folder, "fit", "rows.csv", *FIT, "-o", "m.json")
    (folder / "broken.parquet").write_bytes(b"PAR1" + b"\0" * 100)
    before = sorted(folder.iterdir())
    refused = run(folder, *arguments)
    assert refused.returncode == 1, refused.stderr
    assert said in refused.stderr
    assert refused.stderr.startswith("gaptv: ") and "Traceback" not in refused.stderr
    assert sorted(folder.iterdir()) == before


def test_what_is_missing_is_named(folder: Path, tmp_path: Path) -> None:
    modules = tmp_path / "modules"
    modules.mkdir()
    for module in ("duckdb", "pyarrow"):
        (modules / f"{module}.py").write_text("raise ImportError('not installed')\n")
    without = run(folder, "fit", "rows.parquet", *FIT, PYTHONPATH=str(modules))
    assert without.returncode == 1 and "pip install 'gaptv[duckdb]'" in without.stderr
    (modules / "gaptv.py").write_text("raise ImportError('not installed')\n")
    none = run(folder, "fit", "rows.parquet", *FIT, PYTHONPATH=str(modules))
    assert none.returncode == 1 and "GAPTV_PYTHON" in none.stderr


def test_modules_in_the_working_folder_do_not_stand_in(folder: Path) -> None:
    for module in ("gaptv", "duckdb", "json"):
        (folder / f"{module}.py").write_text("raise SystemExit(9)\n")
    must(folder, "fit", "rows.parquet", *FIT, "-o", "m.json")


def test_a_reader_that_fails_ends_the_program(folder: Path, tmp_path: Path) -> None:
    killed = run(folder, "fit", "rows.parquet", *FIT, "-o", "m.json", GAPTV_PYTHON=script(tmp_path / "killed", "#!/bin/sh\nkill -9 $$\n"))
    assert killed.returncode == 1 and "was killed by signal 9 too early" in killed.stderr
    absent = run(folder, "fit", "rows.parquet", *FIT, "-o", "m.json", GAPTV_PYTHON="/nowhere/python")
    assert absent.returncode == 1 and "cannot start /nowhere/python" in absent.stderr
    assert not (folder / "m.json").exists()


def test_an_interruption_ends_the_reader_too(folder: Path, tmp_path: Path) -> None:
    waits = script(tmp_path / "waits", f"#!/bin/sh\necho $$ > {tmp_path}/number\nexec sleep 60\n")
    program = subprocess.Popen([PROGRAM, "fit", "rows.parquet", *FIT], cwd=folder, env={**os.environ, "GAPTV_PYTHON": waits}, stderr=subprocess.PIPE)
    number = tmp_path / "number"
    for _ in range(300):
        if number.exists() and number.read_text().strip():
            break
        time.sleep(0.05)
    program.send_signal(signal.SIGINT)
    assert program.wait(30) == 130
    with pytest.raises(ProcessLookupError):
        os.kill(int(number.read_text()), 0)
