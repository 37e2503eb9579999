# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
from __future__ import annotations

import html
import json
from dataclasses import dataclass
from typing import Any

from gaptv import _core


@dataclass(frozen=True)
class Comparison:
    """How well methods predict rows that they have not seen: what gaptv.compare, or gaptv compare --json, found."""

    content: dict[str, Any]

    @classmethod
    def from_json(cls, text: str) -> Comparison:
        content = json.loads(text)
        if not isinstance(content, dict) or not content.get("methods"):
            raise ValueError("this is not what gaptv compare --json writes: it has no methods")
        return cls(content)

    @property
    def methods(self) -> list[dict[str, Any]]:
        """By method: mean and standard error over the folds of every measure, aic, and the folds one by one."""
        methods: list[dict[str, Any]] = self.content["methods"]
        return methods

    @property
    def measure(self) -> str:
        """What methods are chosen by; smaller is better."""
        return str(_core.answers_of_loss(self.content["loss"])["error_key"])

    @property
    def best(self) -> str:
        """The method with the smallest error."""
        return str(min(self.methods, key=lambda method: float(method[self.measure]["mean"]))["method"])

    def rows(self) -> list[dict[str, Any]]:
        """The table: method, error, standard_error, plateaus, aic and seconds of each."""
        return [
            {
                "method": method["method"],
                "error": method[self.measure]["mean"],
                "standard_error": method[self.measure]["standard_error"],
                "plateaus": method["plateaus"]["mean"],
                "aic": method["aic"],
                "seconds": method["seconds"]["mean"],
            }
            for method in self.methods
        ]

    def to_pandas(self) -> Any:
        import pandas

        return pandas.DataFrame(self.rows()).set_index("method")

    def _cells(self) -> list[list[str]]:
        header = ["method", self.measure, "regions", "AIC", "seconds"]

        def number(value: Any, digits: int = 4) -> str:
            if value is None:
                return "-"
            return f"{value:.0f}" if abs(value) >= 10**digits else f"{value:.{digits}g}"

        rows = [
            [row["method"], f"{number(row['error'])} +- {number(row['standard_error'], 2)}", number(row["plateaus"]), number(row["aic"], 5), number(row["seconds"], 2)]
            for row in self.rows()
        ]
        return [header, *rows]

    def __repr__(self) -> str:
        cells = self._cells()
        widths = [max(len(row[j]) for row in cells) for j in range(len(cells[0]))]
        return "\n".join("  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip() for row in cells)

    def _repr_html_(self) -> str:
        header, *rows = self._cells()
        head = "".join(f"<th>{html.escape(text)}</th>" for text in header)
        body = "".join("<tr>" + "".join(f"<td>{html.escape(text)}</td>" for text in row) + "</tr>" for row in rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
