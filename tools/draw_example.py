#!/usr/bin/env python3
"""Draws the picture of the README, docs/images/plateaus.svg: truth, sample and fit of the plateau benchmark.

Usage: tools/draw_example.py   (after ./dev build; standard library only)
"""
import csv
import json
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAPTV = ROOT / "build" / "gaptv"
SIDE = 100  # cells of the evaluation grid along each axis
PIXELS = 260
# Five stops of the viridis scale, from low to high.
VIRIDIS = [(68, 1, 84), (59, 82, 139), (33, 145, 140), (94, 201, 98), (253, 231, 37)]


def colour(value, low=-5.0, high=5.0):
    place = min(max((value - low) / (high - low), 0.0), 1.0) * (len(VIRIDIS) - 1)
    index = min(int(place), len(VIRIDIS) - 2)
    share = place - index
    parts = (round(a + (b - a) * share) for a, b in zip(VIRIDIS[index], VIRIDIS[index + 1]))
    return "#" + "".join(f"{part:02x}" for part in parts)


def read_column(path, name):
    with open(path, newline="") as file:
        return [(float(row["x1"]), float(row["x2"]), float(row[name])) for row in csv.DictReader(file)]


def heat_map(points):
    """Cells as horizontal runs of one colour, x1 to the right, x2 upwards."""
    rows = [[None] * SIDE for _ in range(SIDE)]
    for x1, x2, value in points:
        rows[SIDE - 1 - int(x2)][int(x1)] = colour(value)
    shapes = []
    for y, row in enumerate(rows):
        start = 0
        for x in range(1, SIDE + 1):
            if x < SIDE and row[x] == row[start]:
                continue
            shapes.append(f'<path fill="{row[start]}" d="M{start} {y}h{x - start}v1.03h-{x - start}z"/>')
            start = x
    return shapes


def dots(points):
    return [f'<circle cx="{x1 + 0.5:g}" cy="{SIDE - 0.5 - x2:g}" r=".7" fill="{colour(y)}"/>' for x1, x2, y in points]


def panel(left, title, shapes):
    scale = PIXELS / SIDE
    return (f'<g transform="translate({left} 30)"><text y="-10" x="{PIXELS / 2}" text-anchor="middle">{title}</text>'
            f'<g transform="scale({scale})" shape-rendering="crispEdges"><rect width="{SIDE}" height="{SIDE}" fill="#f4f4f4"/>' + "".join(shapes) +
            "</g></g>")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run = lambda *words: subprocess.run([GAPTV, *map(str, words)], check=True, capture_output=True, text=True).stdout
        run("simulate", "plateaus", "-n", 5000, "--seed", 1, "-o", folder / "points.csv", "--truth", folder / "truth.csv")
        summary = json.loads(run("fit", folder / "points.csv", "--x", "x1,x2", "--y", "y", "-o", folder / "model.json", "--json"))
        run("predict", folder / "model.json", folder / "truth.csv", "-o", folder / "fit.csv")
        parts = [
            panel(10, "the truth", heat_map(read_column(folder / "truth.csv", "y"))),
            panel(PIXELS + 30, "5,000 noisy points", dots(read_column(folder / "points.csv", "y"))),
            panel(2 * PIXELS + 50, f"GapTV: {summary['plateaus']} regions, {summary['bins'][0]} x {summary['bins'][1]} bins",
                  heat_map(read_column(folder / "fit.csv", "prediction"))),
        ]
    width, height = 3 * PIXELS + 60, PIXELS + 40
    svg = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
           f'font-family="sans-serif" font-size="14" fill="#555">' + "\n".join(parts) + "</svg>\n")
    target = ROOT / "docs" / "images" / "plateaus.svg"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(svg)
    print(f"{target.relative_to(ROOT)}: {len(svg) // 1000} kB")


if __name__ == "__main__":
    main()
