# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
import os
import pickle
import subprocess

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
    assert 2 <= len(model.plateaus) < 20
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


def test_texts_are_classes():
    X, _ = step_rows()
    two = gaptv.fit(X, np.where(X[:, 0] > 0.4, "yes", "no"))
    assert two.record["loss"] == "binomial" and two.predict([[0.9, 0.5]])[0] > 0.9
    three = gaptv.fit(X, np.array(["a", "b", "c"])[np.floor(3 * X[:, 0]).astype(int)])
    probability = three.predict(X)
    assert three.classes == ["a", "b", "c"] and probability.shape == (400, 3)
    np.testing.assert_allclose(probability.sum(axis=1), 1)


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
    model.save(tmp_path / "model.json")
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
    named._parts[0]["record"]["outcome"] = "<script>"
    assert "<script>" not in named._repr_html_()


def test_denoise_is_exact_on_arrays_and_graphs():
    rng = np.random.default_rng(1)
    image = np.kron(rng.normal(size=(3, 4)), np.ones((5, 6))) + 0.1 * rng.normal(size=(15, 24))
    result = gaptv.tv_denoise(image, 0.3)
    assert result.values.shape == image.shape and result.relative_gap < 1e-9
    nodes = np.arange(image.size).reshape(image.shape)
    edges = np.concatenate([np.column_stack([nodes[:-1].ravel(), nodes[1:].ravel()]), np.column_stack([nodes[:, :-1].ravel(), nodes[:, 1:].ravel()])])
    graph = gaptv.tv_denoise(image.ravel(), 0.3, edges=edges)
    np.testing.assert_allclose(graph.values, result.values.ravel(), atol=1e-10)
    # Two nodes: each moves by lambda, until they meet.
    np.testing.assert_allclose(gaptv.tv_denoise([0.0, 10.0], 1.5).values, [1.5, 8.5])
    np.testing.assert_allclose(gaptv.tv_denoise([0.0, 10.0], 7).values, [5, 5])
    with pytest.raises(ValueError, match="edges"):
        gaptv.tv_denoise([1.0, 2.0], 1, edges=[[0, -1]])
    with pytest.raises(ValueError, match="loss"):
        gaptv.tv_denoise([1.0, 2.0], 1, loss="cauchy")


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
        (lambda X, y: (X[:, :, None], y, {}), "two dimensions"),
        (lambda X, y: (X, y, {"bins": "many"}), "bins 'many'"),
        (lambda X, y: (X, y, {"lambda_": -1.0}), "lambda '-1.0'"),
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
