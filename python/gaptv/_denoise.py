# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gaptv import _core
from gaptv._data import Floats, check_finite


@dataclass(frozen=True)
class DenoiseResult:
    """values, and the numbers of their regions have the shape of what was given."""

    values: Floats
    regions: NDArray[np.intp]
    objective: float
    relative_gap: float
    max_violation: float


def _edge_array(edges: ArrayLike) -> NDArray[np.int64]:
    pairs = np.asarray(edges)
    if pairs.size == 0:
        return np.empty((0, 2), dtype=np.int64)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu" or pairs.min() < 0:
        raise ValueError("edges: give pairs of node numbers, whole and from 0 on, as an array with two columns")
    return np.ascontiguousarray(pairs, dtype=np.int64)


def tv_denoise(
    values: ArrayLike,
    lam: float,
    *,
    shape: tuple[int, ...] | None = None,
    edges: ArrayLike | None = None,
    edge_weights: ArrayLike | None = None,
    weights: ArrayLike | None = None,
    loss: str = "gaussian",
    threads: int = 0,
) -> DenoiseResult:
    """Exact total variation of an array (neighbours along every axis; shape: of a flat array) or, with edges (pairs of node numbers), of any graph.

    weights: of the values (0: nothing is known there). loss: "gaussian"; "binomial" (values are successes, weights trials); "poisson" (counts and
    exposures); "huber" or "huber=DELTA"; "quantile" or "quantile=TAU". lam may be infinite. The result is proven: relative_gap is its duality gap.
    """
    array = np.asarray(values, dtype=np.float64)
    if shape is not None and edges is not None:
        raise ValueError("give a shape or edges, not both")
    if shape is not None:
        if int(np.prod(shape)) != array.size:
            raise ValueError(f"shape {tuple(shape)}: has {int(np.prod(shape))} places for {array.size} values")
        array = array.reshape(shape)
    flat = np.ascontiguousarray(array.ravel())
    check_finite(flat, "values")
    pairs = None if edges is None else _edge_array(edges)
    costs = None if edge_weights is None else np.asarray(edge_weights, dtype=np.float64).ravel()
    if costs is not None:
        if pairs is None:
            raise ValueError("edge_weights: give edges too, so that it is clear which weight belongs to which")
        if costs.shape[0] != pairs.shape[0]:
            raise ValueError(f"edge_weights has {costs.shape[0]} entries for {pairs.shape[0]} edges")
    amounts = None if weights is None else np.asarray(weights, dtype=np.float64).ravel()
    if amounts is not None and amounts.shape[0] != flat.shape[0]:
        raise ValueError(f"weights has {amounts.shape[0]} entries for {flat.shape[0]} values")
    fitted, plateau, objective, gap, violation = _core.denoise(flat, amounts, pairs, costs, list(array.shape), float(lam), loss, threads)
    shaped = np.asarray(fitted).reshape(array.shape)
    return DenoiseResult(shaped, np.asarray(plateau).astype(np.intp).reshape(array.shape), objective, gap, violation)
