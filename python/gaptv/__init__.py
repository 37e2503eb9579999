# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Interpretable regression and classification with few features.

    import gaptv
    model = gaptv.fit(X, y)          # regions of constant value, chosen automatically
    model.predict(X_new)
    model.report("report.html")      # a page that explains it

Estimators for scikit-learn (GapTVRegressor, GapTVClassifier, ...) and gaptv.spark are imported when they are first used.
"""
from __future__ import annotations

import importlib
from typing import Any

from gaptv._core import version as _version
from gaptv._comparison import Comparison
from gaptv._denoise import DenoiseResult, tv_denoise
from gaptv._functions import compare, fit, gap_curve, load, options, quantile_grid, save
from gaptv._model import Model
from gaptv._tables import fit_table

__version__ = _version()

_ESTIMATORS = (
    "CartClassifier",
    "CartRegressor",
    "CrispRegressor",
    "FeatureSelectionWarning",
    "GapTVClassifier",
    "GapTVCountRegressor",
    "GapTVRegressor",
    "RegionTransformer",
)

__all__ = ["Comparison", "DenoiseResult", "Model", "compare", "fit", "fit_table", "gap_curve", "load", "options", "quantile_grid", "save", "tv_denoise", *_ESTIMATORS]


def __getattr__(name: str) -> Any:
    if name in ("plots", "estimators", "spark"):
        return importlib.import_module(f"gaptv.{name}")
    if name in _ESTIMATORS:
        return getattr(importlib.import_module("gaptv.estimators"), name)
    raise AttributeError(f"module 'gaptv' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "plots", "spark"])
