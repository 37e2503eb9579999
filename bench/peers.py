#!/usr/bin/env python3
"""Total variation of an image by another package: the time of one call, as JSON; the values go to a file.

usage: peers.py prox_tv|cut_pursuit SIDE LAMBDA IMAGE VALUES
IMAGE and VALUES are plain 64-bit numbers, row by row.
"""
import json
import sys
import time

import numpy


def prox_tv(image, penalty):
    import prox_tv

    start = time.perf_counter()
    values = prox_tv.tv1_2d(image, penalty)
    return time.perf_counter() - start, values


def forward_star(side):
    """The edges to the right and downwards: those of a pixel stand one after the other."""
    pixels = numpy.arange(side * side, dtype=numpy.uint32).reshape(side, side)
    right = numpy.stack([pixels[:, :-1].ravel(), pixels[:, 1:].ravel()])
    down = numpy.stack([pixels[:-1].ravel(), pixels[1:].ravel()])
    edges = numpy.concatenate([right, down], axis=1)
    edges = edges[:, numpy.argsort(edges[0], kind="stable")]
    first = numpy.zeros(side * side + 1, dtype=numpy.uint32)
    first[1:] = numpy.cumsum(numpy.bincount(edges[0], minlength=side * side))
    return first, numpy.ascontiguousarray(edges[1])


def cut_pursuit(image, penalty):
    from pycut_pursuit.cp_prox_tv import cp_prox_tv

    first, neighbour = forward_star(image.shape[0])
    weights = numpy.full(neighbour.size, float(penalty))
    start = time.perf_counter()
    plateau, value, *_ = cp_prox_tv(image.reshape(1, -1), first, neighbour, edge_weights=weights, verbose=0)
    seconds = time.perf_counter() - start
    return seconds, numpy.asarray(value, dtype=float).ravel()[plateau]


def main():
    name, side, penalty, image_path, values_path = sys.argv[1:]
    image = numpy.fromfile(image_path).reshape(int(side), int(side))
    seconds, values = {"prox_tv": prox_tv, "cut_pursuit": cut_pursuit}[name](image, float(penalty))
    numpy.ascontiguousarray(values, dtype=float).tofile(values_path)
    print(json.dumps({"seconds": seconds}))


if __name__ == "__main__":
    main()
