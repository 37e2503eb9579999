# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

def version() -> str: ...
def in_python_style(text: str) -> str: ...
def options_of_method(method: str) -> list[tuple[str, str, str, str]]: ...
def answers_of_loss(name: str) -> dict[str, Any]: ...
def write_file(path: bytes, text: str) -> None: ...
def number_among_labels(labels: Sequence[str]) -> tuple[int, str] | None: ...
def names_of_dialects() -> list[str]: ...
def fit_table(
    dialect: str,
    table: str,
    features: Sequence[str],
    outcome: str,
    weight: str,
    exposure: str,
    where: str,
    drops_missing: bool,
    run: Callable[[str], Sequence[Floats | list[str]]],
    options: Mapping[str, str],
) -> Model: ...
def compare(rows: Rows, methods: Sequence[str], folds: int, options: Mapping[str, str]) -> str: ...
def denoise(
    values: Floats,
    weights: Floats | None,
    edges: NDArray[np.int64] | None,
    edge_weights: Floats | None,
    shape: Sequence[int],
    lam: float,
    loss: str,
    threads: int,
) -> tuple[Floats, Floats, float, float, float]: ...

class Rows:
    def __init__(
        self,
        features: Sequence[Floats],
        names: Sequence[str],
        outcome: Floats,
        outcome_name: str,
        weight: Floats | None,
        exposure: Floats | None,
        classes: Sequence[str],
        dropped_rows: int,
    ) -> None: ...

class ArrowBatches:
    def __init__(
        self,
        start: Callable[[], Any],
        features: Sequence[str],
        outcome: str,
        weight: str,
        exposure: str,
        classes: Sequence[str],
        expected_rows: int,
    ) -> None: ...

class Model:
    @staticmethod
    def fit(rows: Rows, options: Mapping[str, str]) -> Model: ...
    @staticmethod
    def fit_batches(rows: ArrowBatches, drops_missing: bool, kept: str, options: Mapping[str, str]) -> Model: ...
    @staticmethod
    def from_json(text: str, source: str) -> Model: ...
    def to_json(self) -> str: ...
    def predict(self, features: Sequence[Floats], type: str, threads: int) -> Floats: ...
    def path(self, surface: int, threads: int) -> list[tuple[float, Floats, int, bool]]: ...
    def scoring_sql(self, options: Mapping[str, str], is_file: bool) -> list[str]: ...
    def report(self, command: str, threads: int, title: str, unit: str, percent: bool, outline: str) -> str: ...
    def areas(self, horizontal: int | None) -> tuple[int, list[bytes]]: ...
    def map_facts(self, surface: int) -> dict[str, Any]: ...
