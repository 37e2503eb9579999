#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Draws areas by their column `value` as an SVG image, with a scale beside it; standard library only.

usage: tools/draw_areas.py AREAS.geojson IMAGE.svg [LOWEST HIGHEST]   (values of the ends of the scale; the default: those of the areas)

Longitude and latitude have the right aspect. Areas of one shade are one path, so that a thousand areas are a small file.
"""
import json
import math
import sys
from pathlib import Path

WIDTH = 420  # of the map
SHADES = 64
VIRIDIS = [(68, 1, 84), (59, 82, 139), (33, 145, 140), (94, 201, 98), (253, 231, 37)]


def colour(share):
    place = min(max(share, 0.0), 1.0) * (len(VIRIDIS) - 1)
    index = min(int(place), len(VIRIDIS) - 2)
    parts = (round(a + (b - a) * (place - index)) for a, b in zip(VIRIDIS[index], VIRIDIS[index + 1]))
    return "#" + "".join(f"{part:02x}" for part in parts)


def outline(ring, to_pixel):
    """A ring as a path of relative steps, in tenths of a pixel."""
    points = [to_pixel(point) for point in ring]
    path, (x, y) = f"M{points[0][0]} {points[0][1]}", points[0]
    for new_x, new_y in points[1:-1]:
        step_x, step_y = new_x - x, new_y - y
        if step_x or step_y:
            path += f"h{step_x}" if not step_y else f"v{step_y}" if not step_x else f"l{step_x} {step_y}"
        x, y = new_x, new_y
    return path + "z"


def draw(features, ends):
    features = [feature for feature in features if feature["properties"]["value"] is not None]
    rings = [ring for feature in features for polygon in feature["geometry"]["coordinates"] for ring in polygon]
    xs, ys = ([point[axis] for ring in rings for point in ring] for axis in (0, 1))
    left, right, bottom, top = min(xs), max(xs), min(ys), max(ys)
    aspect = math.cos(math.radians((bottom + top) / 2)) if -180 <= left and right <= 180 and -90 <= bottom and top <= 90 else 1.0
    scale = 10 * WIDTH / ((right - left) * aspect)
    height = (top - bottom) * scale / 10
    to_pixel = lambda point: (round((point[0] - left) * aspect * scale), round((top - point[1]) * scale))
    values = [feature["properties"]["value"] for feature in features]
    low, high = ends or (min(values), max(values))
    shades = {}
    for feature, value in zip(features, values):
        share = (value - low) / (high - low) if high > low else 0.5
        shade = round(min(max(share, 0.0), 1.0) * (SHADES - 1))
        shades[shade] = shades.get(shade, "") + "".join(outline(ring, to_pixel) for polygon in feature["geometry"]["coordinates"] for ring in polygon)
    paths = "".join(f'<path fill="{colour(shade / (SHADES - 1))}" d="{path}"/>' for shade, path in sorted(shades.items()))
    bars = "".join(f'<rect x="{WIDTH + 20}" y="{height - (i + 1) * height / 16:.1f}" width="14" height="{height / 16 + 0.5:.1f}" fill="{colour(i / 15)}"/>' for i in range(16))
    texts = "".join(f'<text x="{WIDTH + 40}" y="{y:.1f}">{value:.3g}</text>' for value, y in ((high, 11), ((low + high) / 2, height / 2 + 4), (low, height - 1)))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH + 90} {height:.1f}" width="{WIDTH + 90}" height="{height:.0f}" '
            f'font-family="sans-serif" font-size="13" fill="#555"><g transform="scale(.1)" fill-rule="evenodd" stroke="#fff" stroke-width="2" stroke-opacity=".45">{paths}</g>{bars}{texts}</svg>\n')


def main(arguments):
    if len(arguments) not in (2, 4):
        sys.exit(__doc__)
    areas = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    Path(arguments[1]).write_text(draw(areas["features"], tuple(map(float, arguments[2:])) or None), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
