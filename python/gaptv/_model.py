# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
from __future__ import annotations

import json
import os
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gaptv import _core
from gaptv._data import Floats, feature_columns, to_table


def _write_whole(path: str | os.PathLike[str], text: str) -> None:
    """As the program writes files: complete or, if something goes wrong, as before; links are followed, pipes and devices written directly."""
    _core.write_file(os.fsencode(path), text)


class Model:
    """A fitted model: regions of constant value on a grid of up to three features."""

    def __init__(self, core: _core.Model):
        self._core = core

    @classmethod
    def of(cls, fitted: Any) -> Model:
        """A model itself, or that of an estimator."""
        model = getattr(fitted, "model_", fitted)
        if not isinstance(model, cls):
            raise ValueError("give a model, or an estimator that is fitted")
        return model

    # --- files ---

    @classmethod
    def from_json(cls, text: str, source: str = "model") -> Model:
        return cls(_core.Model.from_json(text, source))

    def to_json(self) -> str:
        """The same text as the command line writes with -o MODEL.json."""
        return self._core.to_json()

    def save(self, path: str | os.PathLike[str]) -> None:
        _write_whole(path, self.to_json())

    def __getstate__(self) -> dict[str, str]:
        return {"json": self.to_json()}

    def __setstate__(self, state: dict[str, str]) -> None:
        self._core = _core.Model.from_json(state["json"], "pickle")

    # --- what was fitted ---

    @cached_property
    def _json(self) -> dict[str, Any]:
        result: dict[str, Any] = json.loads(self.to_json())
        return result

    @property
    def record(self) -> dict[str, Any]:
        """What the whole fit has in common: options, loss, rows, errors on these, notes."""
        record: dict[str, Any] = self._json["record"]
        return record

    @property
    def surfaces(self) -> list[dict[str, Any]]:
        """One function that is constant on regions, or one for each of three classes or more: grid, regions, record and so on."""
        surfaces: list[dict[str, Any]] = self._json["surfaces"]
        return surfaces

    @property
    def classes(self) -> list[str] | None:
        """The labels of a model of three classes or more."""
        return self.record["classes"] if len(self.surfaces) > 1 else None

    @cached_property
    def by_class(self) -> dict[str, Model]:
        """Of three classes or more: the model of each label against the rest."""
        if self.classes is None:
            raise AttributeError("this is one model, not a model for each of several classes: it has no by_class")
        return {label: self._alone(k) for k, label in enumerate(self.classes)}

    def _alone(self, number: int) -> Model:
        surface = {**self.surfaces[number], "label": ""}
        label, errors = self.surfaces[number]["label"], surface["record"]
        record = {**self.record, "classes": [f"not {label}", label], "train_rmse": errors["train_rmse"], "train_deviance": errors["train_deviance"], "held_out": None}
        return Model.from_json(json.dumps({**self._json, "record": record, "surfaces": [surface]}))

    @property
    def choices(self) -> dict[str, Any]:
        """What was chosen and why: lambda, cv, gap, certificate, ... (of the first class, if there are several).

        Errors on held-out rows ("held_out") are mean deviances of a row: for numbers mean squares, whose roots summary and report show.
        That of all classes together is record["held_out"].
        """
        choices: dict[str, Any] = self.surfaces[0]["record"]
        return choices

    @property
    def notes(self) -> list[str]:
        """What one should know about the fit: what the outcome and the weights were taken for, collapsed bins, ..."""
        return [_core.in_python_style(note) for note in self.record["notes"]]

    @property
    def _axes(self) -> list[dict[str, Any]]:
        axes: list[dict[str, Any]] = self.surfaces[0]["grid"]["axes"]
        return axes

    @property
    def feature_names(self) -> list[str]:
        return [axis["name"] for axis in self._axes]

    @property
    def bins(self) -> tuple[int, ...]:
        return tuple(len(axis["edges"]) + 1 for axis in self._axes)

    @property
    def edges(self) -> list[Floats]:
        """The cuts between the bins, by feature."""
        return [np.array(axis["edges"]) for axis in self._axes]

    @property
    def regions(self) -> list[dict[str, Any]]:
        """The regions, the largest first: value, weight, mean, cells and bounds."""
        regions: list[dict[str, Any]] = self.surfaces[0]["regions"]
        return regions

    @property
    def lam(self) -> float:
        return float(self.choices["lambda"])

    @property
    def certificate(self) -> dict[str, float]:
        certificate: dict[str, float] = self.choices["certificate"]
        return certificate

    @property
    def gap_curve(self) -> dict[str, NDArray[Any]]:
        """The gap statistic for every number of bins that was tried: bins, log_w and gap."""
        gap = self.choices["gap"]
        return {"bins": np.array(gap["bins"], dtype=np.intp), **{name: np.array(gap[name], dtype=np.float64) for name in ("log_w", "gap")}}

    @property
    def region_map(self) -> NDArray[np.intp]:
        """The number of the region of every cell, an array with an axis for each feature."""
        return np.array(self.surfaces[0]["region_of_cell"]).reshape(self.bins)

    def value_map(self) -> Floats:
        """The predicted value of every cell, an array with an axis for each feature."""
        values = np.array([region["value"] for region in self.regions])
        return values[self.region_map]

    def path(self, threads: int = 0) -> list[dict[str, Any]]:
        """The fit for every lambda of the path, largest first: lambda, regions, is_chosen and values (an array of cells)."""
        return [
            {"lambda": lam, "regions": regions, "is_chosen": chosen, "values": np.asarray(values).reshape(self.bins)}
            for lam, values, regions, chosen in self._core.path(0, threads)
        ]

    # --- use ---

    def predict(self, X: Any, type: str = "response", threads: int = 0) -> Floats:
        """The value at each row of X; for three classes or more a column of probabilities for each. Columns with names are found by them.

        type: "response" (a mean, a probability, a rate), "link" (its logit or logarithm) or "region" (the number of the region).
        """
        table = to_table(X)
        if table.has_names:  # in any order, among others
            positions = [table.position(name, "predict") for name in self.feature_names]
        elif len(table.names) == len(self.bins):
            positions = list(range(len(self.bins)))
        else:
            raise ValueError(f"X has {len(table.names)} features, but the model was fitted with {len(self.bins)}: {', '.join(self.feature_names)}")
        columns = feature_columns(table, positions)
        return np.asarray(self._core.predict(columns, type, threads))

    def to_sql(
        self,
        dialect: str,
        table: str | None = None,
        *,
        what: str | None = None,
        type: str = "response",
        label: str | None = None,
        lookup_table: str | None = None,
    ) -> str:
        """SQL that predicts where the data live: the values and regions of predict(), NULL where a feature is NULL or NaN.

        dialect: duckdb, postgres, spark, sqlite; bigquery and snowflake are not verified. table: of the rows, "homes" or "public.homes".
        what: "expression", to be put into any statement (the default without a table); "query", a SELECT of the table with columns for prediction
        and region (the default with a table); "lookup", a table of cells and a SELECT that joins it, for models too large for expressions.
        type: "response", "link" or "region", as for predict(). label: the class that an expression is about, if there are several.
        lookup_table: the name of the table of cells (gaptv_cells).
        """
        return self._scoring_sql(True, dialect, table, what, type, label, lookup_table)[0].removesuffix("\n")

    def sql_statements(
        self,
        dialect: str,
        table: str | None = None,
        *,
        what: str | None = None,
        type: str = "response",
        label: str | None = None,
        lookup_table: str | None = None,
    ) -> list[str]:
        """The statements of to_sql() one by one, without comments and semicolons, for connections that take no more than one. The last one is the SELECT."""
        return self._scoring_sql(False, dialect, table, what, type, label, lookup_table)

    def _scoring_sql(
        self, is_file: bool, dialect: str, table: str | None, what: str | None, type: str, label: str | None, lookup_table: str | None
    ) -> list[str]:
        given = {"dialect": dialect, "table": table, "what": what, "type": type, "label": label, "lookup_table": lookup_table}
        return self._core.scoring_sql({name: text for name, text in given.items() if text is not None}, is_file)

    def report(
        self,
        path: str | os.PathLike[str] | None = None,
        threads: int = 0,
        *,
        title: str = "",
        unit: str = "",
        percent: bool = False,
        outline: str | os.PathLike[str] = "",
    ) -> str:
        """The HTML page that explains the model; written to a file if a path is given.

        title: above the page, instead of the names of the columns; unit: of the outcome ("km"); percent: show 0.84 as 84 %;
        outline: a file of lines or polygons (GeoJSON) to draw over the map of two features.
        """
        if percent and unit:
            raise ValueError("unit has no meaning with percent=True; leave one of them out")
        page = self._core.report("", threads, title, unit, percent, os.fspath(outline))
        if path is not None:
            _write_whole(path, page)
        return page

    def to_geopandas(self, crs: Any = None, horizontal: str | None = None) -> Any:
        """The regions of a model of two features as polygons: a GeoDataFrame with id, value, weight, cells and geometry.

        crs: of the features; if none is given, EPSG:4326 for columns called longitude and latitude. horizontal: the feature along x; if none
        is given, the one called longitude, lon, x or easting, else the first. The outer cells end at the outermost rows.
        """
        from gaptv._geo import regions_as_polygons

        return regions_as_polygons(self, crs, horizontal)

    def borders(self, axis: int) -> Floats:
        """The ends of the bins of a feature; the outer ones end at the outermost rows, those of a constant beside it."""
        record = self._axes[axis]
        low, high = record["lowest"], record["highest"]
        margin = 0.0 if high > low else 0.5
        return np.array([low - margin, *record["edges"], high + margin], dtype=np.float64)

    def __repr__(self) -> str:
        record = self.record
        regions = sum(len(surface["regions"]) for surface in self.surfaces)
        return (
            f"<gaptv.Model: {record['outcome']} by {', '.join(self.feature_names)}; {regions} regions, "
            f"{record['rows']} rows, lambda {self.lam:.4g}>"
        )

    def _repr_html_(self) -> str:
        from gaptv._html import model_summary

        return model_summary(self)
