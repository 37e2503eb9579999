# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Estimators for scikit-learn. Needs scikit-learn 1.5 or later: pip install gaptv[sklearn]."""
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gaptv._data import Floats
from gaptv._estimator_base import Classifier, GapTVBase, Regressor
from gaptv._estimator_base import FeatureSelectionWarning as FeatureSelectionWarning  # for whoever imports estimators
from sklearn.base import RegressorMixin, TransformerMixin
from sklearn.utils import check_consistent_length, column_or_1d


class GapTVRegressor(Regressor):
    """Regions of constant value of up to three features, chosen automatically."""


class GapTVClassifier(Classifier):
    """Probabilities that are constant on regions; two classes, or several, each against the rest."""


def _checked_exposure(exposure: Any, y: Floats) -> Floats | None:
    if exposure is None:
        return None
    column: Floats = np.asarray(exposure, dtype=np.float64)
    if column.shape != y.shape or not np.isfinite(column).all() or not (column > 0).all():
        raise ValueError("exposure: give a positive number for every row")
    return column


def _poisson_deviance(rate: Floats, fitted: Any, size: Floats) -> float:
    """Half the deviance of counts rate * exposure; size is weight * exposure. Infinite if a count was impossible."""
    fitted = np.broadcast_to(fitted, rate.shape)
    positive = rate > 0
    logarithm = np.zeros(rate.shape)
    with np.errstate(divide="ignore"):
        logarithm[positive] = rate[positive] * np.log(rate[positive] / fitted[positive])
    return float(np.sum(size * np.maximum(logarithm - rate + fitted, 0)))


class GapTVCountRegressor(RegressorMixin, GapTVBase):
    """Rates that are constant on regions, from counts and what they were counted over (exposure).

    As in scikit-learn's PoissonRegressor counts need not be whole: any y >= 0. In cross-validation the exposure has to reach fit and score:
    sklearn.set_config(enable_metadata_routing=True), set_fit_request(exposure=True).set_score_request(exposure=True) and params={"exposure": ...}.
    """

    _loss = "poisson"

    def _settings(self, observations: float) -> dict[str, Any]:
        return {**super()._settings(observations), "fractional_counts": "yes"}

    def fit(self, X: Any, y: Any, sample_weight: Any = None, exposure: Any = None) -> Any:
        X, y, name = self._checked(X, y, is_numeric=True)
        exposure = _checked_exposure(exposure, y)
        self._fit_columns(X, y, y[np.newaxis], name, sample_weight, exposure)
        self.has_exposure_ = exposure is not None
        return self

    def predict(self, X: Any) -> Floats:
        """Counts for an exposure of 1."""
        return self._predict_columns(X, "response")

    def score(self, X: Any, y: Any, sample_weight: Any = None, exposure: Any = None) -> float:
        """D^2, the share of the Poisson deviance that is explained: 1 is perfect, 0 as good as one rate for all rows (of this X and y).

        The counts y are compared with rate * exposure, which is the same as rates weighted by exposure; an exposure of 1 if none is given. It has to be
        given if the model was fitted with one, as counts cannot be compared with rates. -inf if a count was predicted to be impossible.
        """
        rate = self.predict(X)  # which says so if nothing was fitted
        counts = np.asarray(column_or_1d(y), dtype=np.float64)
        check_consistent_length(rate, counts, sample_weight)
        if exposure is None and self.has_exposure_:
            raise ValueError(
                "exposure: this model was fitted with one and predicts rates, so that score needs the exposure of its rows too: "
                "score(X, y, exposure=...), in cross-validation set_score_request(exposure=True)"
            )
        size = np.ones(counts.shape) if exposure is None else np.asarray(_checked_exposure(exposure, counts))
        observed = counts / size
        if sample_weight is not None:
            size = size * np.asarray(sample_weight, dtype=np.float64)
        total = _poisson_deviance(observed, np.average(observed, weights=size), size)
        left = _poisson_deviance(observed, rate, size)
        if total == 0:  # as scikit-learn's scores do where there is nothing to explain
            return 1.0 if left == 0 else 0.0
        return 1 - left / total

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.positive_only = True
        return tags

    def _more_tags(self) -> dict[str, Any]:
        return {"requires_positive_y": True}


class CrispRegressor(Regressor):
    """CRISP on the grid of the gap statistic (bins="gap"), or on a grid of so many bins."""

    _method = "gapcrisp"


class _Tree(GapTVBase):
    """Trees have splits instead of a grid and a penalty."""

    _method = "cart"


class CartRegressor(Regressor, _Tree):
    """The regression tree of R's rpart; prune: "none", "1se" or "min"."""


class CartClassifier(Classifier, _Tree):
    """The classification tree of R's rpart; prune: "none", "1se" or "min"."""


class RegionTransformer(TransformerMixin, GapTVBase):
    """The number of the region of each row, from a fit to y: one column of whole numbers."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        X, y, name = self._checked(X, y, is_numeric=True)
        self._fit_columns(X, y, y[np.newaxis], name, sample_weight)
        return self

    def transform(self, X: Any) -> Floats:
        return self._predict_columns(X, "region").reshape(-1, 1)

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[Any]:
        return np.array(["region"], dtype=object)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags

    def _more_tags(self) -> dict[str, Any]:
        return {"requires_y": True}
