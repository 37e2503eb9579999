# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Regions as polygons, for geopandas: pip install gaptv[geo]."""
from __future__ import annotations

from typing import Any

import numpy as np

from gaptv._model import Model


def regions_as_polygons(model: Model, crs: Any, horizontal: str | None) -> Any:
    if model.classes is not None or len(model.bins) != 2:
        raise ValueError("polygons need a model of two features and one outcome; of several classes take one from .by_class")
    names = model.feature_names
    if horizontal is not None and horizontal not in names:
        raise ValueError(f"horizontal={horizontal!r}: the features are {', '.join(names)}")
    import geopandas
    import shapely

    numbers, x, y = model.region_map, model.borders(0), model.borders(1)
    if horizontal == names[1]:
        numbers, x, y = numbers.T, y, x
    # A box for each run of cells of one region along y, then the boxes of a region together.
    is_first = np.ones(numbers.shape, dtype=bool)
    is_first[:, 1:] = numbers[:, 1:] != numbers[:, :-1]
    column, start = np.nonzero(is_first)
    follows = np.append(start[1:], 0)
    end = np.where(follows > 0, follows, numbers.shape[1])  # the next run starts at 0 in the next column
    boxes = shapely.box(x[column], y[start], x[column + 1], y[end])
    region = numbers[column, start]
    order = np.argsort(region, kind="stable")
    cuts = np.flatnonzero(np.diff(region[order])) + 1
    geometry = [shapely.union_all(part) for part in np.split(boxes[order], cuts)]
    keys = ("id", "value", "weight", "mean", "cells")
    table = {key: [region.get(key) for region in model.regions] for key in keys}
    return geopandas.GeoDataFrame(table, geometry=geometry, crs=crs)
