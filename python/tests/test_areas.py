# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
import json
import os
import pickle
import subprocess

import numpy as np
import pytest

import gaptv


@pytest.fixture
def shore(tmp_path):
    """Rows on two sides of a lake in the middle, and the land around it as a file."""
    rng = np.random.default_rng(4)
    X = 10 * rng.random((1500, 2))
    X = X[~((np.abs(X[:, 0] - 5) < 1.5) & (np.abs(X[:, 1] - 5) < 1.5))]
    y = np.where(X[:, 0] > 5, 2.0, 0.0) + rng.normal(size=len(X))
    outer = [[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]]
    lake = [[3.6, 3.6], [3.6, 6.4], [6.4, 6.4], [6.4, 3.6], [3.6, 3.6]]
    land = tmp_path / "land.geojson"
    land.write_text(json.dumps({"type": "Polygon", "coordinates": [outer, lake]}))
    return X, y, land


def test_a_mask_is_a_file_or_the_distance_from_data(shore):
    X, y, land = shore
    for mask in (str(land), "data:1"):
        model = gaptv.fit(X, y, mask=mask)
        assert model.record["options"]["mask"] == mask
        cells = sum(region["cells"] for region in model.regions)
        assert 0 < cells < np.prod(model.bins)
        assert np.isfinite(model.predict([[5.0, 5.0]])).all()  # in the lake: as the nearest cell
        assert pickle.loads(pickle.dumps(model)).to_json() == model.to_json()
    estimator = gaptv.GapTVRegressor(mask=str(land)).fit(X, y)
    np.testing.assert_array_equal(estimator.predict(X), gaptv.fit(X, y, mask=str(land)).predict(X))


def test_polygons_of_a_masked_model_have_a_hole_where_the_lake_is(shore):
    pytest.importorskip("geopandas")
    shapely = pytest.importorskip("shapely")
    X, y, land = shore
    areas = gaptv.fit(X, y, mask=str(land)).to_geopandas()
    assert not areas.contains(shapely.Point(5, 5)).any()
    assert areas.contains(shapely.Point(1.05, 1.03)).sum() == 1
    assert areas.is_valid.all() and list(areas.columns) == ["id", "value", "weight", "cells", "geometry"]


def test_the_report_draws_an_outline(shore, tmp_path):
    X, y, land = shore
    model = gaptv.fit(X, y, mask=str(land))
    assert '"outline":' in model.report(outline=land)
    assert '"outline":' not in model.report()


def test_bad_masks_and_outlines_are_refused(shore, tmp_path):
    X, y, land = shore
    with pytest.raises((ValueError, OSError), match="missing.geojson"):
        gaptv.fit(X, y, mask=str(tmp_path / "missing.geojson"))
    with pytest.raises(ValueError, match="mask"):
        gaptv.fit(X, y, mask="data:none")
    with pytest.raises(ValueError, match="two features"):
        gaptv.fit(X[:, :1], y, mask=str(land))
    with pytest.raises(ValueError, match="two features"):
        gaptv.fit(X[:, :1], y).report(outline=land)


def test_a_released_model_predicts_and_knows_no_rows(shore, tmp_path):
    program = os.environ.get("GAPTV_PROGRAM")
    if not program:
        pytest.skip("needs the program")
    X, y, _ = shore
    gaptv.fit(X, y).save(tmp_path / "model.json")
    np.savetxt(tmp_path / "rows.csv", np.column_stack([X, y]), delimiter=",", header="x1,x2,y", comments="")
    subprocess.run([program, "release", "model.json", "rows.csv", "--min-count", "20", "-o", "public.json", "--quiet"], cwd=tmp_path, check=True)
    public = gaptv.load(tmp_path / "public.json")
    assert set(np.unique(public.predict(X))) == {region["value"] for region in public.regions}
    assert all(region["weight"] == 0 for region in public.regions)
    with pytest.raises(ValueError, match="made for the public"):
        public.report()
