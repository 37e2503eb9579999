# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""The columns that a fit uses, before the library gets them: which rows have all values, and what texts stand for."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gaptv import _core
from gaptv._data import Floats, check_finite, check_length, is_missing, to_float_column, utf8_text


def _to_labels(values: Any) -> NDArray[Any] | None:
    """Texts, and None where one is missing; nothing if there are no texts, and all is numbers."""
    labels = np.asarray(values.to_numpy() if hasattr(values, "to_numpy") else values)
    if labels.ndim != 1:
        return None  # which is refused as numbers are
    if labels.dtype.kind in "US":
        return labels.astype(str)
    if labels.dtype.kind != "O" or not any(isinstance(label, str) for label in labels):
        return None
    return np.array([None if is_missing(label) else str(label) for label in labels], dtype=object)


class FitColumns:
    """Features, and by name the outcome y, and weight and exposure if there are any; all of one length."""

    def __init__(self, features: Sequence[Floats], names: Sequence[str], outcome: Any, outcome_name: str):
        self.features = list(features)
        self.others: dict[str, Floats] = {}
        self.dropped = 0
        self._names = names
        self._outcome_name = outcome_name
        self._index: NDArray[np.intp] | None = None  # of the rows that are left, if some are not
        self._labels = _to_labels(outcome)
        if self._labels is None:
            self.add("y", to_float_column(outcome, outcome_name))
        else:
            check_length(self._labels, self._rows, "y")

    @property
    def _rows(self) -> int:
        return int(self.features[0].shape[0])

    def add(self, name: str, column: Floats) -> None:
        check_length(column, self._rows, name)
        self.others[name] = column

    def drop_missing(self) -> None:
        """Leaves out rows with a missing or infinite value in any column, as --missing drop does."""
        keep = np.ones(self._rows, dtype=bool)
        for column in (*self.features, *self.others.values()):
            keep &= np.isfinite(column)
        if self._labels is not None and self._labels.dtype.kind == "O":
            keep &= np.array([label is not None for label in self._labels], dtype=bool)
        self.dropped = keep.size - int(keep.sum())
        if self.dropped == 0:
            return  # nothing is copied
        if self.dropped == keep.size:
            raise ValueError(f"no row is left: {keep.size} of {keep.size} were dropped for a missing value in a used column; choose other columns")
        self._index = np.flatnonzero(keep)
        self.features = [column[keep] for column in self.features]
        self.others = {name: column[keep] for name, column in self.others.items()}
        self._labels = None if self._labels is None else self._labels[keep]

    def refuse_missing(self) -> None:
        remedy = "fill such rows, or drop them (missing='drop')"
        for name, column in zip(self._names, self.features):
            check_finite(column, f"feature {name!r}", remedy)
        for name, column in self.others.items():
            check_finite(column, self._outcome_name if name == "y" else name, remedy)
        if self._labels is not None and self._labels.dtype.kind == "O":
            for row, label in enumerate(self._labels):
                if label is None:
                    raise ValueError(f"{self._outcome_name}, at index {row}: the label is missing; {remedy}")

    def number_labels(self, loss: str) -> list[str]:
        """Makes y of the labels, if there are any, and returns what its numbers stand for."""
        if self._labels is None:
            return []
        found, first, codes = np.unique(self._labels.astype(str), return_index=True, return_inverse=True)
        classes = [str(label) for label in found]
        self._refuse_numbers(classes, first, loss)
        self.others["y"] = codes.astype(np.float64)
        return classes

    def _refuse_numbers(self, classes: list[str], first: NDArray[np.intp], loss: str) -> None:
        """Texts that look like numbers are a mistake, unless classes are asked for: every text with one-vs-rest, two with binomial."""
        answers = _core.answers_of_loss(loss)
        if answers["takes_many_classes"] or (answers["takes_two_classes"] and len(classes) <= 2):
            return
        as_met = [int(k) for k in np.argsort(first)]
        number = _core.number_among_labels([utf8_text(classes[k], "the label") for k in as_met])
        if number is None:
            return
        row = int(first[as_met[number[0]]])
        if self._index is not None:
            row = int(self._index[row])
        raise ValueError(
            f"{self._outcome_name}, at index {row}: {number[1]}, and convert the column (e.g. with astype(float)); "
            'for classes with such names: loss="one-vs-rest", or "binomial" if there are two'
        )
