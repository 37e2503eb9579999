# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

def version() -> str: ...
def fit(
    features: Sequence[Floats],
    names: Sequence[str],
    outcome: Floats,
    outcome_name: str,
    weight: Floats | None,
    exposure: Floats | None,
    classes: Sequence[str],
    options: Mapping[str, str],
) -> Model: ...
def denoise(
    values: Floats,
    weights: Floats,
    edge_from: Sequence[int],
    edge_to: Sequence[int],
    edge_weights: Sequence[float],
    lam: float,
    loss: str,
) -> tuple[Floats, Floats, float, float, float]: ...

class Model:
    @staticmethod
    def from_json(text: str, source: str) -> Model: ...
    def to_json(self) -> str: ...
    def predict(self, features: Sequence[Floats], type: str, threads: int) -> Floats: ...
    def path(self, threads: int) -> list[tuple[float, Floats, int, bool]]: ...
    def has_path(self) -> bool: ...
    def report(self, command: str, threads: int) -> str: ...
