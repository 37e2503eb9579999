# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
from __future__ import annotations

import html
import json
import os
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gaptv import _core
from gaptv._data import Floats, check_columns, to_columns


class Model:
    """A fitted model: regions of constant value on a grid of up to three features."""

    def __init__(self, core: _core.Model):
        self._core = core

    # --- files ---

    @classmethod
    def from_json(cls, text: str, source: str = "model") -> Model:
        return cls(_core.Model.from_json(text, source))

    def to_json(self) -> str:
        """The same text as the command line writes with -o MODEL.json."""
        return self._core.to_json()

    def save(self, path: str | os.PathLike[str]) -> None:
        temporary = Path(f"{os.fspath(path)}.part")
        temporary.write_text(self.to_json(), encoding="utf-8")
        temporary.replace(path)

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
    def classes(self) -> list[str] | None:
        """The labels of a model of three classes or more."""
        return self._json.get("classes")

    @cached_property
    def _parts(self) -> list[dict[str, Any]]:
        return self._json["models"] if "models" in self._json else [self._json]

    @property
    def record(self) -> dict[str, Any]:
        """What was chosen and why: the record of the model file (of the first class, if there are several)."""
        record: dict[str, Any] = self._parts[0]["record"]
        return record

    @property
    def feature_names(self) -> list[str]:
        return [axis["name"] for axis in self._parts[0]["grid"]["axes"]]

    @property
    def bins(self) -> tuple[int, ...]:
        return tuple(len(axis["edges"]) + 1 for axis in self._parts[0]["grid"]["axes"])

    @property
    def edges(self) -> list[Floats]:
        """The cuts between the bins, by feature."""
        return [np.array(axis["edges"]) for axis in self._parts[0]["grid"]["axes"]]

    @property
    def plateaus(self) -> list[dict[str, Any]]:
        """The regions, the largest first: value, weight, mean, cells and bounds."""
        plateaus: list[dict[str, Any]] = self._parts[0]["plateaus"]
        return plateaus

    @property
    def lam(self) -> float:
        return float(self.record["lambda"])

    @property
    def certificate(self) -> dict[str, float]:
        certificate: dict[str, float] = self.record["certificate"]
        return certificate

    @property
    def plateau_map(self) -> NDArray[np.intp]:
        """The number of the region of every cell, an array with an axis for each feature."""
        return np.array(self._parts[0]["plateau_of_cell"]).reshape(self.bins)

    def value_map(self) -> Floats:
        """The predicted value of every cell, an array with an axis for each feature."""
        values = np.array([plateau["value"] for plateau in self.plateaus])
        return values[self.plateau_map]

    def path(self, threads: int = 0) -> list[dict[str, Any]]:
        """The fit for every lambda of the path, largest first: lambda, regions, is_chosen and values (an array of cells)."""
        return [
            {"lambda": lam, "regions": regions, "is_chosen": chosen, "values": np.asarray(values).reshape(self.bins)}
            for lam, values, regions, chosen in self._core.path(threads)
        ]

    # --- use ---

    def predict(self, X: Any, type: str = "response", threads: int = 0) -> Floats:
        """The value at each row of X; for three classes or more a column of probabilities for each."""
        columns, names = to_columns(X)
        check_columns(columns, names)
        if len(columns) != len(self.bins):
            raise ValueError(f"X has {len(columns)} features, but the model was fitted with {len(self.bins)}")
        return np.asarray(self._core.predict(columns, type, threads))

    def report(self, path: str | os.PathLike[str] | None = None, threads: int = 0) -> str:
        """The HTML page that explains the model; written to a file if a path is given."""
        page = self._core.report("", threads)
        if path is not None:
            Path(path).write_text(page, encoding="utf-8")
        return page

    def __repr__(self) -> str:
        record = self.record
        regions = sum(len(part["plateaus"]) for part in self._parts)
        return (
            f"<gaptv.Model: {record['outcome']} by {', '.join(self.feature_names)}; {regions} regions, "
            f"{record['rows']} rows, lambda {self.lam:.4g}>"
        )

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{p['id']}</td><td>{p['value']:.4g}</td><td>{p['weight']:g}</td></tr>" for p in self.plateaus[:8]
        )
        return (
            f"<p>{html.escape(repr(self))}</p>{_small_map(self)}<table><thead><tr><th>region</th><th>value</th><th>rows</th></tr></thead>"
            f"<tbody>{rows}</tbody></table>"
        )


def _small_map(model: Model) -> str:
    """The map of two features as an SVG of rectangles, one for each run of equal cells."""
    if len(model.bins) != 2:
        return ""
    values = model.value_map()
    low, high = float(values.min()), float(values.max())
    columns, rows = values.shape
    parts = []
    for i in range(columns):
        start = 0
        for j in range(1, rows + 1):
            if j < rows and values[i, j] == values[i, start]:
                continue
            share = (values[i, start] - low) / (high - low) if high > low else 0.5
            colour = _viridis(share)
            parts.append(f'<rect x="{i}" y="{rows - j}" width="1.02" height="{j - start + 0.02:.2f}" fill="{colour}"/>')
            start = j
    return (
        f'<svg role="img" aria-label="map of predictions" width="240" height="240" viewBox="0 0 {columns} {rows}" '
        f'preserveAspectRatio="none" shape-rendering="crispEdges">{"".join(parts)}</svg>'
    )


def _viridis(share: float) -> str:
    stops = [(68, 1, 84), (59, 82, 139), (33, 145, 140), (94, 201, 98), (253, 231, 37)]
    place = min(max(share, 0.0), 1.0) * (len(stops) - 1)
    first = min(int(place), len(stops) - 2)
    part = place - first
    mixed = [round(a + part * (b - a)) for a, b in zip(stops[first], stops[first + 1])]
    return "#" + "".join(f"{c:02x}" for c in mixed)
