# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
import datetime
import os
import pickle
import subprocess
import threading
import time
import tracemalloc

import numpy as np
import pytest

import gaptv


def step_rows(count=400, features=2, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.random((count, features))
    return X, np.where(X[:, 0] > 0.4, 3.0, 0.0) + rng.normal(size=count)


def test_fit_finds_the_step():
    X, y = step_rows()
    model = gaptv.fit(X, y)
    predicted = model.predict([[0.1, 0.5], [0.9, 0.5]])
    assert abs(predicted[0]) < 0.5 and abs(predicted[1] - 3) < 0.5
    assert model.certificate["relative_gap"] < 1e-9
    assert 2 <= len(model.regions) < 20
    assert model.value_map().shape == model.bins
    cells = [np.searchsorted(edges, X[:, j], side="right") for j, edges in enumerate(model.edges)]
    np.testing.assert_array_equal(model.value_map()[tuple(cells)], model.predict(X))


def test_arrays_of_any_layout_give_the_same_model():
    X, y = step_rows()
    expected = gaptv.fit(X, y).to_json()
    wide = np.zeros((400, 7))
    wide[:, 1::4] = X
    for same in (np.asfortranarray(X), wide[:, 1::4], X[::-1][::-1], X.tolist()):
        assert gaptv.fit(same, y).to_json() == expected


def test_frames_and_arrow_tables_keep_their_names():
    pandas = pytest.importorskip("pandas")
    X, y = step_rows()
    expected = gaptv.fit(X, y).predict(X)
    frames = [pandas.DataFrame({"income": X[:, 0], "age": X[:, 1]})]
    try:
        import polars

        frames.append(polars.DataFrame({"income": X[:, 0], "age": X[:, 1]}))
    except ImportError:
        pass
    try:
        import pyarrow

        frames.append(pyarrow.table({"income": X[:, 0], "age": X[:, 1]}))
    except ImportError:
        pass
    for frame in frames:
        model = gaptv.fit(frame, pandas.Series(y, name="price"))
        assert model.feature_names == ["income", "age"]
        assert model.record["outcome"] == "price"
        np.testing.assert_array_equal(model.predict(frame), expected)


def test_columns_are_found_by_their_names():
    pandas = pytest.importorskip("pandas")
    X, y = step_rows()
    frame = pandas.DataFrame({"name": ["row"] * 400, "price": y, "income": X[:, 0], "age": X[:, 1], "copies": 1.0})
    model = gaptv.fit(frame, "price", features=["income", "age"], weight="copies")
    assert model.feature_names == ["income", "age"] and model.record["outcome"] == "price"
    np.testing.assert_array_equal(model.predict(frame[["age", "price", "income"]]), model.predict(X))
    assert gaptv.fit(frame[["income", "price", "age"]], "price").feature_names == ["income", "age"]
    with pytest.raises(ValueError, match="no column 'age'; its columns are income"):
        model.predict(frame[["income"]])
    with pytest.raises(ValueError, match="y: X has no column 'cost'"):
        gaptv.fit(frame, "cost")
    with pytest.raises(ValueError, match="column 'name' holds text"):
        gaptv.fit(frame[["name", "price"]], "price")
    with pytest.raises(ValueError, match="array without names"):
        gaptv.fit(X, "price")
    with pytest.raises(ValueError, match="X has 3 features, but the model was fitted with 2: income, age"):
        model.predict(np.zeros((5, 3)))


class Stream:
    """A table of which nothing is known but that Arrow can read it."""

    def __init__(self, table):
        self._table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)


class SparkFrame:
    """As far as a frame of Spark is looked at."""

    sparkSession = None
    columns = ["income", "age"]

    def __init__(self, table):
        self._table = table

    def toArrow(self):
        return self._table


def test_relations_and_streams_are_read():
    pyarrow = pytest.importorskip("pyarrow")
    X, y = step_rows()
    expected = gaptv.fit(X, y).predict(X)
    people = pyarrow.table({"income": X[:, 0], "age": X[:, 1]})
    sources = [Stream(people)]
    try:
        import duckdb

        sources.append(duckdb.sql("select income, age from people"))
    except ImportError:
        pass
    for source in sources:
        model = gaptv.fit(source, y)
        assert model.feature_names == ["income", "age"]
        np.testing.assert_array_equal(model.predict(source), expected)
    # Frames of Spark are fitted by its executors (test_spark.py), and copied to be predicted here.
    np.testing.assert_array_equal(model.predict(SparkFrame(people)), expected)


def test_columns_of_arrays_are_not_copied():
    rng = np.random.default_rng(4)
    X = rng.random((200_000, 3))
    y = X[:, 0] + rng.normal(size=200_000)
    for layout in (X, np.asfortranarray(X)):
        tracemalloc.start()
        gaptv.fit(layout, y, features=[0, 1], bins=5)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < y.nbytes, peak  # not one column; checks make masks of an eighth of it


def test_other_threads_run_during_a_fit():
    X, y = step_rows(20_000)
    ticks = []
    done = threading.Event()

    def count():
        while not done.wait(0.001):
            ticks.append(1)

    counter = threading.Thread(target=count)
    counter.start()
    start = time.perf_counter()
    gaptv.fit(X, y, threads=1)
    seconds = time.perf_counter() - start
    during = len(ticks)
    done.set()
    counter.join()
    assert during > 20 * seconds, (during, seconds)  # a thousand a second if the interpreter is free; held, it would be one or two


def test_methods_are_compared_on_rows_not_seen():
    X, y = step_rows()
    comparison = gaptv.compare(X, y, methods=["gaptv", "cart"], folds=3)
    assert [row["method"] for row in comparison.rows()] == ["gaptv", "cart"]
    assert comparison.best in ("gaptv", "cart") and len(comparison.methods[0]["folds"]) == 3
    assert all(0.8 < row["error"] < 1.4 for row in comparison.rows())  # the noise is 1
    assert "rmse" in repr(comparison) and "<table>" in comparison._repr_html_()
    with pytest.raises(ValueError, match="forest"):
        gaptv.compare(X, y, methods=["forest"])
    with pytest.raises(ValueError, match="no methods"):
        gaptv.Comparison.from_json("{}")


def test_regions_are_polygons():
    pytest.importorskip("geopandas")
    X, y = step_rows()
    X[:, 1] = 10 + 5 * X[:, 1]
    model = gaptv.fit(X, y)
    regions = model.to_geopandas(crs="EPSG:3857", horizontal="x2")
    assert list(regions["id"]) == [plateau["id"] for plateau in model.regions] and regions.crs.to_epsg() == 3857
    assert regions.is_valid.all()
    box = np.ptp(X[:, 0]) * np.ptp(X[:, 1])  # no overlap and no hole
    assert abs(regions.area.sum() - box) < 1e-9 * box and abs(regions.union_all().area - box) < 1e-9 * box
    import shapely

    # Strictly inside a cell, as at a border rounding decides.
    low, high = X.min(axis=0), X.max(axis=0)
    points = low + (high - low) * np.random.default_rng(1).random((200, 2))
    for point, value in zip(points, model.predict(points)):
        (found,) = np.flatnonzero(regions.contains(shapely.Point(point[1], point[0])))
        assert regions["value"][found] == value
    constant = gaptv.fit(np.column_stack([X[:, 0], np.full(400, 7.0)]), y).to_geopandas()
    assert abs(constant.area.sum() - np.ptp(X[:, 0])) < 1e-9  # a strip one wide
    with pytest.raises(ValueError, match="two features"):
        gaptv.fit(X[:, :1], y).to_geopandas()
    with pytest.raises(ValueError, match="the features are x1, x2"):
        model.to_geopandas(horizontal="lon")


def test_polygons_know_longitude_and_latitude():
    pytest.importorskip("geopandas")
    pandas = pytest.importorskip("pandas")
    X, y = step_rows()
    rows = pandas.DataFrame({"Latitude": 50 + X[:, 0], "lon": 8 + X[:, 1]})
    regions = gaptv.fit(rows, y).to_geopandas()
    assert regions.crs.to_epsg() == 4326
    assert np.allclose(regions.total_bounds, [8 + X[:, 1].min(), 50 + X[:, 0].min(), 8 + X[:, 1].max(), 50 + X[:, 0].max()])


def test_polygons_are_valid_wherever_regions_touch_themselves():
    pytest.importorskip("geopandas")
    import shapely

    # Values of three kinds, cell by cell: regions touch themselves and each other in corners, and have holes.
    random = np.random.default_rng(4)
    for _ in range(20):
        cells = random.integers(0, 3, (12, 12))
        x, x2 = np.divmod(np.arange(144), 12)
        model = gaptv.fit(np.column_stack([x, x2]), cells.ravel() * 1.0, bins=12, lam=0, loss="gaussian")
        regions = model.to_geopandas()
        assert model.bins == (12, 12) and shapely.is_valid(regions.geometry).all()
        assert shapely.coverage_is_valid(regions.geometry.to_numpy()) and abs(regions.area.sum() - 121) < 1e-9


def test_texts_are_classes():
    X, _ = step_rows()
    two = gaptv.fit(X, np.where(X[:, 0] > 0.4, "yes", "no"))
    assert two.record["loss"] == "binomial" and two.predict([[0.9, 0.5]])[0] > 0.9
    three = gaptv.fit(X, np.array(["a", "b", "c"])[np.floor(3 * X[:, 0]).astype(int)])
    probability = three.predict(X)
    assert three.classes == ["a", "b", "c"] and probability.shape == (400, 3)
    np.testing.assert_allclose(probability.sum(axis=1), 1)
    assert list(three.by_class) == ["a", "b", "c"]
    alone = np.column_stack([model.predict(X) for model in three.by_class.values()])
    np.testing.assert_allclose(probability, alone / alone.sum(axis=1, keepdims=True), rtol=1e-12)
    with pytest.raises(AttributeError, match="one model"):
        two.by_class
    assert hasattr(three, "by_class") and not hasattr(two, "by_class")
    with pytest.raises(ValueError, match="index 1: the label is missing"):
        gaptv.fit(X[:3], np.array(["a", None, "b"], dtype=object))
    pandas = pytest.importorskip("pandas")
    with pytest.raises(ValueError, match="index 2: the label is missing"):
        gaptv.fit(X[:3], pandas.Series(["a", "b", pandas.NA], dtype="string"))


def test_files_are_written_as_the_program_writes_them(tmp_path):
    X, y = step_rows(50)
    model = gaptv.fit(X, y, bins=3, lam=1.0)
    target, link, pipe = tmp_path / "target.json", tmp_path / "link.json", tmp_path / "pipe"
    link.symlink_to("target.json")
    model.save(link)
    assert link.is_symlink() and target.read_text(encoding="utf-8") == model.to_json()
    os.link(target, tmp_path / "other.json")
    model.report(target)
    assert (tmp_path / "other.json").read_text(encoding="utf-8").startswith("<!doctype html>")
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: (tmp_path / "read").write_bytes(pipe.read_bytes()))
    reader.start()
    gaptv.save(model, pipe)
    reader.join()
    assert pipe.is_fifo() and (tmp_path / "read").read_text(encoding="utf-8") == model.to_json()
    with pytest.raises(FileNotFoundError, match="absent"):
        model.save(tmp_path / "absent" / "model.json")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.json", "other.json", "pipe", "read", "target.json"]


def test_a_weight_counts_copies():
    X, y = step_rows(120)
    weight = np.arange(120) % 4 + 1.0
    copies = weight.astype(int)
    weighted = gaptv.fit(X, y, weight=weight)
    repeated = gaptv.fit(np.repeat(X, copies, axis=0), np.repeat(y, copies))
    np.testing.assert_allclose(weighted.predict(X), repeated.predict(X), rtol=1e-10)


def test_models_survive_files_and_pickles(tmp_path):
    X, y = step_rows()
    model = gaptv.fit(X, y)
    gaptv.save(model, tmp_path / "model.json")
    for other in (gaptv.load(tmp_path / "model.json"), pickle.loads(pickle.dumps(model))):
        assert other.to_json() == model.to_json()
        np.testing.assert_array_equal(other.predict(X), model.predict(X))
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(ValueError, match="bad.json"):
        gaptv.load(tmp_path / "bad.json")


@pytest.mark.skipif("GAPTV_PROGRAM" not in os.environ, reason="GAPTV_PROGRAM does not name the command-line program")
def test_the_command_line_reads_and_writes_the_same_models(tmp_path):
    X, y = step_rows()
    table = np.column_stack([X, y])
    np.savetxt(tmp_path / "rows.csv", table, delimiter=",", header="x1,x2,y", comments="", fmt="%.17g")
    run = [os.environ["GAPTV_PROGRAM"]]
    subprocess.run(run + ["fit", "rows.csv", "--x", "x1,x2", "--y", "y", "-o", "cli.json", "--quiet"], cwd=tmp_path, check=True)
    model = gaptv.fit(X, y)
    assert (tmp_path / "cli.json").read_text() == model.to_json()
    model.save(tmp_path / "python.json")
    subprocess.run(run + ["predict", "python.json", "rows.csv", "-o", "out.csv"], cwd=tmp_path, check=True)
    predicted = np.loadtxt(tmp_path / "out.csv", delimiter=",", skiprows=1)[:, -1]
    np.testing.assert_array_equal(predicted, gaptv.load(tmp_path / "cli.json").predict(X))


def test_the_number_of_regions_is_the_users_to_choose():
    X, y = step_rows()
    assert [len(gaptv.fit(X, y, regions=count).regions) for count in (1, 2, 5)] == [1, 2, 5]
    assert all(region["weight"] >= 30 for region in gaptv.fit(X, y, regions=10, min_rows=30).regions)
    chosen = gaptv.fit(X, y, regions="within=2%")
    path = chosen.choices["held_out"]["path"]
    enough = [count for count, error in zip(path["regions"], path["error"]) if error <= 1.02**2 * min(path["error"])]
    assert len(chosen.regions) == enough[0]
    with pytest.raises(ValueError, match="regions '0': give auto, 1se, within=2% or a whole number from 1"):
        gaptv.fit(X, y, regions=0)


def test_the_path_holds_the_model_and_simpler_and_finer_ones():
    X, y = step_rows()
    model = gaptv.fit(X, y)
    path = model.path()
    assert len(path) == 50 and path[0]["regions"] <= 2 and path[-1]["regions"] > path[0]["regions"]
    chosen = [fit for fit in path if fit["is_chosen"]]
    assert len(chosen) == 1 and chosen[0]["lambda"] == model.lam
    np.testing.assert_array_equal(chosen[0]["values"], model.value_map())


def test_reports_and_notebooks(tmp_path):
    X, y = step_rows(100)
    model = gaptv.fit(X, y)
    page = model.report(tmp_path / "report.html")
    assert page == (tmp_path / "report.html").read_text(encoding="utf-8") and page.startswith("<!doctype html>")
    assert "<svg" in model._repr_html_() and "regions" in repr(model)
    named = gaptv.fit(X, y)
    named.record["outcome"] = "<script>"
    assert "<script>" not in named._repr_html_()


def test_gap_curve_and_grid():
    X, y = step_rows()
    curve = gaptv.gap_curve(X, y, bins_max=12)
    assert curve["bins"].tolist() == list(range(2, 13)) and np.isfinite(curve["gap"]).all()
    edges = gaptv.quantile_grid(X, (4, 3))
    assert [e.shape for e in edges] == [(3,), (2,)]
    assert abs((X[:, 0] < edges[0][1]).mean() - 0.5) < 0.01


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda X, y: (np.column_stack([X, X]), y, {}), "takes 1 to 3"),
        (lambda X, y: (X, y[:-1], {}), "y has 399 values for 400 rows"),
        (lambda X, y: (np.where(X > 0.99, np.nan, X), y, {}), "NaN or infinite"),
        (lambda X, y: (X, np.where(y > 4, np.inf, y), {}), "NaN or infinite"),
        (lambda X, y: (X.astype("datetime64[s]"), y, {}), "dates or times"),
        (lambda X, y: (np.full(X.shape, "text", dtype=object), y, {}), "text or objects"),
        (lambda X, y: (X, y.astype("timedelta64[s]"), {}), "dates or times"),
        (lambda X, y: (np.full(X.shape, datetime.date(2020, 1, 1), dtype=object), y, {}), "dates or times"),
        (lambda X, y: (X + 1j, y, {}), "complex"),
        (lambda X, y: (X[:0], y[:0], {}), "there are no rows"),
        (lambda X, y: (X, y, {"features": [5]}), "X has 2 columns"),
        (lambda X, y: (X, y, {"loss": "binomial"}), "index 0: .* is neither 0 nor 1"),
        (lambda X, y: (X, y, {"exposure": np.ones(400), "loss": "poisson"}), "index 0: .* is not a count"),
        (lambda X, y: (X[:, :, None], y, {}), "two dimensions"),
        (lambda X, y: (X, y, {"bins": "many"}), "bins 'many'"),
        (lambda X, y: (X, y, {"lam": -1.0}), "lam '-1.0'"),
        (lambda X, y: (X, y, {"depth": 3}), "no option 'depth'"),
        (lambda X, y: (X, y, {"weight": np.zeros(400)}), "weight"),
        (lambda X, y: (X, y, {"preset": "fast"}), "preset 'fast'"),
        (lambda X, y: (X[:3], y[:3], {}), "fewer than the 5 folds"),
    ],
)
def test_bad_input_is_a_value_error_that_says_what_to_do(change, message):
    X, y, options = change(*step_rows())
    with pytest.raises(ValueError, match=message):
        gaptv.fit(X, y, **options)


def test_sparse_matrices_are_refused():
    sparse = pytest.importorskip("scipy.sparse")
    X, y = step_rows()
    with pytest.raises(ValueError, match="sparse"):
        gaptv.fit(sparse.csr_matrix(X), y)
