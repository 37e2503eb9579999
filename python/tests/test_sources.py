# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Rows that stay where they are: the same model from files, relations, datasets and lazy frames as from memory."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from interrupts import interrupted_after

import gaptv
from gaptv import _sources

ROWS = 1500
LITTLE = "1kB"  # no room: the rows are looked through where they are
COLUMNS_ONLY = "40kB"  # room for three columns, but for no more


@pytest.fixture(scope="module")
def table() -> pa.Table:
    rng = np.random.default_rng(1)
    x = rng.normal(size=ROWS)
    z = np.round(rng.random(ROWS), 2)  # with ties
    y = np.where((x > 0.3) & (z > 0.4), 3.0, 0.0) + rng.normal(size=ROWS)
    return pa.table(
        {
            "x": x,
            "z": z,
            "y": y,
            "label": np.where(y > 1, "high", "low"),
            "count": rng.poisson(np.where(x > 0, 4, 1)),
            "weight": rng.integers(1, 4, ROWS),
            "share": rng.random(ROWS) + 0.1,
            "decimal": pa.array(np.round(x, 2)).cast(pa.decimal128(10, 2), safe=False),
            "flag": y > 2,
        }
    )


@pytest.fixture(scope="module")
def folder(table: pa.Table, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rows")
    pq.write_table(table.slice(0, 900), path / "a.parquet")
    pq.write_table(table.slice(900), path / "b.parquet")
    return path


@pytest.fixture(params=["pattern", "folder", "list", "relation", "dataset", "lazy"])
def source(request: pytest.FixtureRequest, folder: Path) -> Any:
    files = [str(folder / "a.parquet"), str(folder / "b.parquet")]
    made = {
        "pattern": lambda: str(folder / "*.parquet"),
        "folder": lambda: folder,
        "list": lambda: files,
        "relation": lambda: duckdb.read_parquet(files),
        "dataset": lambda: ds.dataset(folder),
        "lazy": lambda: pl.scan_parquet(files),
    }
    return made[request.param]()


def expect_same(model: gaptv.Model, other: gaptv.Model) -> None:
    assert model.bins == other.bins
    assert model.lam == pytest.approx(other.lam, rel=1e-12)
    for edges, others in zip(model.edges, other.edges):
        np.testing.assert_allclose(edges, others, rtol=1e-12)
    assert [region["cells"] for region in model.regions] == [region["cells"] for region in other.regions]
    np.testing.assert_allclose([region["value"] for region in model.regions], [region["value"] for region in other.regions], rtol=1e-12)
    assert model.choices["held_out"]["error"] == pytest.approx(other.choices["held_out"]["error"], rel=1e-12)


@pytest.mark.parametrize("memory", [None, COLUMNS_ONLY, LITTLE])
def test_every_source_gives_the_model_of_the_rows_in_memory(source: Any, table: pa.Table, memory: str | None) -> None:
    expect_same(gaptv.fit(source, "y", features=["x", "z"], memory=memory), gaptv.fit(table, "y", features=["x", "z"]))


CASES = [
    {"y": "label"},
    {"y": "flag"},
    {"y": "count", "loss": "poisson", "exposure": "share"},
    {"y": "y", "weight": "weight"},
    {"y": "y", "weight": "share"},
    {"y": "y", "features": ["decimal"]},
    {"y": "y", "preset": "paper"},
    {"y": "y", "regions": 3},
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_labels_counts_and_weights_are_as_in_memory(source: Any, table: pa.Table, case: dict[str, Any]) -> None:
    settings = {"features": ["x", "z"], **case}
    y = settings.pop("y")
    in_memory = table.to_pandas()
    in_memory["flag"] = in_memory["flag"].astype(float)
    expect_same(gaptv.fit(source, y, memory=LITTLE, **settings), gaptv.fit(in_memory, y, **settings))


def test_csv_and_arrow_files(table: pa.Table, tmp_path: Path) -> None:
    import pyarrow.csv
    import pyarrow.feather

    some = table.select(["x", "z", "y"])
    pyarrow.csv.write_csv(some, tmp_path / "rows.csv")
    pyarrow.feather.write_feather(some, tmp_path / "rows.arrow", compression="uncompressed")
    for name in ("rows.csv", "rows.arrow"):
        expect_same(gaptv.fit(tmp_path / name, "y", memory=LITTLE), gaptv.fit(some, "y"))


@pytest.mark.parametrize("memory", [None, LITTLE])
def test_a_missing_value_is_found_in_its_file_or_left_out(table: pa.Table, tmp_path: Path, memory: str | None) -> None:
    values = table["y"].to_pylist()
    values[1100] = None
    broken = table.set_column(table.schema.get_field_index("y"), "y", pa.array(values, pa.float64()))
    pq.write_table(broken.slice(0, 900), tmp_path / "a.parquet")
    pq.write_table(broken.slice(900), tmp_path / "b.parquet")
    with pytest.raises(ValueError, match=r"outcome 'y', index 1100: .*\(row 201 of .*b\.parquet\)"):
        gaptv.fit(tmp_path / "*.parquet", "y", features=["x", "z"], memory=memory)
    assert gaptv.fit(tmp_path / "*.parquet", "y", features=["x", "z"], memory=memory, missing="drop").record["dropped_rows"] == 1


def test_numbers_that_are_not_finite_are_found(tmp_path: Path) -> None:
    for bad in (float("nan"), float("inf")):
        values = [float(i % 5) for i in range(50)]
        values[7] = bad
        pq.write_table(pa.table({"x": values, "y": [float(i) for i in range(50)]}), tmp_path / "rows.parquet")
        for memory in (None, LITTLE):
            with pytest.raises(ValueError, match=r"feature 'x', index 7: .*missing or infinite"):
                gaptv.fit(tmp_path / "rows.parquet", "y", features=["x"], memory=memory)


def test_long_integers_and_decimals_are_what_a_double_holds() -> None:
    relation = duckdb.sql("SELECT 9007199254740993 + i * 1001 AS n, CAST(i AS DECIMAL(38, 3)) / 7 AS d, (i % 3) + i / 100 AS y FROM range(300) r(i)")
    columns = pa.table({name: [float(value) for value in values] for name, values in zip(relation.columns, zip(*relation.fetchall()))})
    expect_same(gaptv.fit(relation, "y", features=["n", "d"], memory=LITTLE), gaptv.fit(columns, "y", features=["n", "d"]))


def test_rows_that_change_between_looks_are_noticed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = duckdb.read_parquet(str(folder / "*.parquet"))
    looks: list[int] = []
    start = _sources.DuckDBScan.start

    def start_with_fewer(self: Any, columns: Any) -> Any:
        looks.append(1)
        return start(_sources.DuckDBScan(whole.limit(ROWS - 10)) if len(looks) > 2 else self, columns)

    monkeypatch.setattr(_sources.DuckDBScan, "start", start_with_fewer)
    with pytest.raises(ValueError, match="the rows changed while they were read"):
        gaptv.fit(whole, "y", features=["x", "z"], memory=LITTLE)


def test_an_interrupted_stream_leaves_its_connection_usable() -> None:
    connection = duckdb.connect()
    relation = connection.sql("SELECT hash(i) / 1e19 AS x, hash(i + 1000000000) / 1e19 AS y FROM range(20000000) r(i)")
    with interrupted_after(0.5), pytest.raises(KeyboardInterrupt):
        for _ in range(100):
            gaptv.fit(relation, "y", features=["x"], memory=LITTLE)
    assert connection.execute("SELECT 1").fetchall() == [(1,)]
    assert connection.execute("SELECT count(*) FROM duckdb_tables()").fetchall() == [(0,)]


def test_robust_losses_and_trees_need_memory(folder: Path) -> None:
    assert gaptv.fit(folder, "y", features=["x", "z"], loss="huber").record["loss"] == "huber"
    for settings in ({"loss": "huber"}, {"method": "cart"}):
        with pytest.raises(ValueError, match="memory"):
            gaptv.fit(folder, "y", features=["x", "z"], memory=LITTLE, **settings)


def test_what_is_wrong_is_said(folder: Path, tmp_path: Path) -> None:
    when = pa.table({"when": pa.array([0, 1], pa.timestamp("s")), "y": [1.0, 2.0], "nested": [[1], [2]]})
    pq.write_table(when, tmp_path / "when.parquet")
    pq.write_table(when.slice(0, 0).select(["y"]).append_column("x", pa.array([], pa.float64())), tmp_path / "empty.parquet")
    (tmp_path / "rows.xlsx").write_text("")
    refused = [
        (lambda: gaptv.fit(folder, "price", features=["x"]), "y: there is no column 'price'; the columns are x, z"),
        (lambda: gaptv.fit(folder, "y", features=["label"]), "column 'label' holds text"),
        (lambda: gaptv.fit(folder, "y"), "8 features: GapTV takes 1 to 3"),
        (lambda: gaptv.fit(folder, np.zeros(ROWS), features=["x"]), "give the name of one of their columns"),
        (lambda: gaptv.fit(folder, "y", features=["x"], memory="much"), "memory='much': give a size such as"),
        (lambda: gaptv.fit(tmp_path / "when.parquet", "y", features=["when"]), "column 'when' holds dates or times"),
        (lambda: gaptv.fit(tmp_path / "when.parquet", "y", features=["nested"]), "column 'nested' holds"),
        (lambda: gaptv.fit(tmp_path / "empty.parquet", "y", features=["x"], memory=0), "there are no rows"),
        (lambda: gaptv.fit(tmp_path / "empty.parquet", "y", features=["x"]), "there are no rows"),
        (lambda: gaptv.fit(tmp_path / "rows.xlsx", "y"), "end in .xlsx: give files of one format"),
        (lambda: gaptv.fit(duckdb.sql("SELECT 1 AS a, 2 AS a, 3 AS y"), "y"), "several columns 'a'|holds"),
    ]
    for call, message in refused:
        with pytest.raises(ValueError, match=message):
            call()
    with pytest.raises(FileNotFoundError, match="no file has such a name"):
        gaptv.fit(tmp_path / "none*.parquet", "y")


def test_hostile_names_are_quoted(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    names = ['a "quoted" name', "drop table x; --", "größe'"]
    some = pa.table({name: rng.random(500) for name in names})
    pq.write_table(some, tmp_path / "rows.parquet")
    for source in (tmp_path / "rows.parquet", ds.dataset(tmp_path / "rows.parquet")):
        model = gaptv.fit(source, names[2], features=names[:2], memory=LITTLE)
        assert model.feature_names == names[:2]
        expect_same(model, gaptv.fit(some, names[2], features=names[:2]))
