# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Rows that are fitted: which of them, and what texts in them mean."""
import os
import subprocess

import numpy as np
import pytest

import gaptv


def step_rows(count=400):
    rng = np.random.default_rng(0)
    X = rng.random((count, 2))
    return X, np.where(X[:, 0] > 0.4, 3.0, 0.0) + rng.normal(size=count)


@pytest.mark.parametrize("text", ["3,5", "1.234,5", "1,234", "1 234", "1'234", "35%", "$3.50", "\u20ac 3", "3 \u20ac", "12", "3.5"])
@pytest.mark.parametrize("dtype", [object, str])
def test_texts_that_look_like_numbers_are_no_classes(text, dtype):
    X, _ = step_rows()
    y = np.where(X[:, 0] > 0.4, "high", "low").astype(dtype)
    y = y.astype(object) if dtype is object else y.astype("U10")
    y[17] = text
    with pytest.raises(ValueError, match=r"y, at index 17: '.*' (looks like|is) a number.*astype\(float\).*one-vs-rest"):
        gaptv.fit(X, y)
    with pytest.raises(ValueError, match="at index 17"):
        gaptv.compare(X, y, methods=["cart"], folds=3)
    with pytest.raises(ValueError, match="at index 17"):
        gaptv.fit(X, y, loss="binomial")
    assert text in gaptv.fit(X, y, loss="one-vs-rest", bins=3, lam=1.0).classes


def test_numbers_with_a_unit_are_no_classes_but_names_with_numbers_are():
    X, _ = step_rows()
    weights = np.array([f"{10 + int(9 * x)}kg" for x in X[:, 0]])
    with pytest.raises(ValueError, match="without the unit 'kg'"):
        gaptv.fit(X, weights)
    for names in (["2D", "3D"], ["A1", "<5"], ["2nd floor", "1st floor"], ["2024-01-05", "2024-01-06"], ["1-2", "5+"]):
        model = gaptv.fit(X, np.where(X[:, 0] > 0.4, *names), bins=3, lam=1.0)
        assert model.record["classes"] == sorted(names)
    two = gaptv.fit(X, np.where(X[:, 0] > 0.4, "1", "2"), loss="binomial", bins=3, lam=1.0)
    assert two.record["classes"] == ["1", "2"]


def rows_with_gaps():
    """Columns in which rows 3, 5, 7, 9 and 11 lack something, and which of the rows are whole."""
    X, y = step_rows()
    columns = {"a": X[:, 0].copy(), "b": X[:, 1].copy(), "y": np.floor(np.abs(y)), "copies": np.ones(400), "hours": np.full(400, 2.0)}
    for row, name, bad in ((3, "a", np.nan), (5, "y", np.nan), (7, "copies", np.nan), (9, "hours", np.inf), (11, "b", -np.inf), (11, "a", np.nan)):
        columns[name][row] = bad
    whole = np.ones(400, dtype=bool)
    whole[[3, 5, 7, 9, 11]] = False
    return columns, whole


def test_rows_with_missing_values_are_dropped_and_counted():
    columns, whole = rows_with_gaps()
    X = np.column_stack([columns["a"], columns["b"]])
    others = {"weight": columns["copies"], "exposure": columns["hours"]}
    with pytest.raises(ValueError, match=r"feature 'x1', at index 3: .*missing='drop'"):
        gaptv.fit(X, columns["y"], **others)
    with pytest.raises(ValueError, match="missing='omit': give 'error' or 'drop'"):
        gaptv.fit(X, columns["y"], missing="omit")
    model = gaptv.fit(X, columns["y"], missing="drop", loss="poisson", **others)
    expected = gaptv.fit(X[whole], columns["y"][whole], loss="poisson", weight=others["weight"][whole], exposure=others["exposure"][whole])
    assert model.record["dropped_rows"] == 5 and model.record["rows"] == 395
    np.testing.assert_array_equal(model.predict(X[whole]), expected.predict(X[whole]))
    assert gaptv.fit(X[whole], columns["y"][whole], missing="drop").record["dropped_rows"] == 0
    assert gaptv.compare(X, columns["y"], methods=["cart"], folds=3, missing="drop").best == "cart"
    with pytest.raises(ValueError, match="no row is left: 400 of 400"):
        gaptv.fit(np.full((400, 1), np.nan), columns["y"], missing="drop")


def test_rows_of_frames_with_missing_values_are_dropped():
    pandas = pytest.importorskip("pandas")
    columns, whole = rows_with_gaps()
    frame = pandas.DataFrame(columns)
    frames = [frame, frame.convert_dtypes()]  # the other with pandas' NA
    try:
        import polars

        frames.append(polars.DataFrame(columns).fill_nan(None))
    except ImportError:
        pass
    try:
        import pyarrow

        frames.append(pyarrow.Table.from_pandas(frame))  # nulls
    except ImportError:
        pass
    for table in frames:
        model = gaptv.fit(table, "y", features=["a", "b"], weight="copies", exposure="hours", missing="drop")
        assert model.record["dropped_rows"] == 5 and model.record["rows"] == 395
    labels = pandas.Series(np.where(columns["b"] > 0.4, "yes", "no"), dtype="string")
    labels[20] = pandas.NA
    model = gaptv.fit(frame[["a", "b"]], labels, missing="drop")
    assert model.record["dropped_rows"] == 3 and model.record["classes"] == ["no", "yes"]
    with pytest.raises(ValueError, match="at index 21: '3,5'"):
        gaptv.fit(frame[["a", "b"]], labels.where(labels.index != 21, "3,5"), missing="drop")


@pytest.mark.skipif("GAPTV_PROGRAM" not in os.environ, reason="GAPTV_PROGRAM does not name the command-line program")
def test_the_command_line_drops_the_same_rows(tmp_path):
    columns, _ = rows_with_gaps()
    table = np.column_stack(list(columns.values()))
    np.savetxt(tmp_path / "rows.csv", table, delimiter=",", header=",".join(columns), comments="", fmt="%.17g")
    arguments = "fit rows.csv --x a,b --y y --weight copies --exposure hours --missing drop -o model.json --quiet"
    subprocess.run([os.environ["GAPTV_PROGRAM"], *arguments.split()], cwd=tmp_path, check=True)
    X = np.column_stack([columns["a"], columns["b"]])
    model = gaptv.fit(X, columns["y"], weight=columns["copies"], exposure=columns["hours"], missing="drop")
    read = gaptv.load(tmp_path / "model.json")
    assert read.record["dropped_rows"] == model.record["dropped_rows"] == 5
    np.testing.assert_array_equal(read.predict(np.nan_to_num(X, posinf=0, neginf=0)), model.predict(np.nan_to_num(X, posinf=0, neginf=0)))


def test_names_that_no_file_can_hold_are_refused_before_the_work():
    pandas = pytest.importorskip("pandas")
    X, y = step_rows(50)
    with pytest.raises(ValueError, match="name of the feature .* rename it"):
        gaptv.fit(pandas.DataFrame(X, columns=pandas.Index(["a", "\udce9"], dtype=object)), y)
    with pytest.raises(ValueError, match="name of the outcome .* rename it"):
        gaptv.fit(X, pandas.Series(y, name="\udce9"))
    with pytest.raises(ValueError, match="the label .* rename it"):
        gaptv.fit(X, np.array(["a", "\udce9"] * 25, dtype=object))
