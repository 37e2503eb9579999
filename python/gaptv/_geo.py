# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Regions as polygons, for geopandas: pip install gaptv[geo]."""
from __future__ import annotations

from typing import Any

from gaptv._model import Model


def regions_as_polygons(model: Model, crs: Any, horizontal: str | None) -> Any:
    if model.classes is not None or len(model.bins) != 2:
        raise ValueError("polygons need a model of two features and one outcome; of several classes take one from .by_class")
    names = model.feature_names
    if horizontal is not None and horizontal not in names:
        raise ValueError(f"horizontal={horizontal!r}: the features are {', '.join(names)}")
    import geopandas
    import shapely

    epsg, polygons = model._core.areas(None if horizontal is None else names.index(horizontal))
    if crs is None and epsg > 0:
        crs = f"EPSG:{epsg}"
    # No means: that of a region of one row is its outcome, and tables are handed on.
    table = {key: [region[key] for region in model.regions] for key in ("id", "value", "weight", "cells")}
    return geopandas.GeoDataFrame(table, geometry=shapely.from_wkb(polygons), crs=crs)
