# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""What notebooks show of a model: a small map and the largest regions."""
from __future__ import annotations

import html
from typing import Any

from gaptv._model import Model

MOST_REGIONS = 8


def _bound(bounds: list[Any], name: str) -> str:
    low, high = bounds
    if low is None and high is None:
        return ""
    if low is None:
        return f"{name} &lt; {high:.4g}"
    return f"{name} &ge; {low:.4g}" if high is None else f"{name} {low:.4g} to {high:.4g}"


def model_summary(model: Model) -> str:
    names = [html.escape(name) for name in model.feature_names]
    rows = ""
    for region in model.regions[:MOST_REGIONS]:
        where = ", ".join(filter(None, (_bound(bounds, name) for bounds, name in zip(region["bounds"], names))))
        rows += f"<tr><td>{region['value']:.4g}</td><td>{region['weight']:g}</td><td style='text-align:left'>{where or 'everywhere'}</td></tr>"
    more = len(model.regions) - MOST_REGIONS
    return (
        f"<p>{html.escape(repr(model))}</p>{small_map(model)}"
        f"<table><thead><tr><th>value</th><th>rows</th><th>within</th></tr></thead><tbody>{rows}</tbody></table>"
        + (f"<p>and {more} smaller regions; .report('report.html') explains them</p>" if more > 0 else "")
    )


def small_map(model: Model) -> str:
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
