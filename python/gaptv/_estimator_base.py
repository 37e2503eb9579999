# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""What the estimators share: checks, the choice of features, the fit."""
from __future__ import annotations

import os
import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import _check_sample_weight, check_is_fitted
except ImportError as error:  # pragma: no cover
    raise ImportError("the estimators of gaptv need scikit-learn: pip install scikit-learn (gaptv.fit does without)") from error

from gaptv._data import MOST_FEATURES, Floats, in_memory, refuse_sparse, to_rows
from gaptv._estimator_parameters import default_parameters, set_constructor
from gaptv._functions import fit_rows
from gaptv._model import Model

try:
    from sklearn.utils.validation import validate_data  # 1.6
except ImportError:  # pragma: no cover

    def validate_data(estimator: Any, **arguments: Any) -> Any:
        if "ensure_all_finite" in arguments:
            arguments["force_all_finite"] = arguments.pop("ensure_all_finite")
        return estimator._validate_data(**arguments)


__all__ = ["Classifier", "FeatureSelectionWarning", "GapTVBase", "Regressor"]


def _readable(X: Any) -> Any:
    """What scikit-learn reads; what it would refuse less clearly, or take for numbers, is refused here."""
    refuse_sparse(X)
    X = in_memory(X)
    if hasattr(X, "dtypes"):  # of pandas or polars, column by column
        dates = [str(name) for name, kind in zip(X.columns, X.dtypes) if str(kind).lower().startswith(("date", "time", "duration", "period"))]
    else:
        dates = ["X"] if getattr(getattr(X, "dtype", None), "kind", "") in ("M", "m") else []
    if dates:
        raise ValueError(f"column {dates[0]!r} holds dates or times; turn them into numbers first, e.g. days since the first date")
    return X


class FeatureSelectionWarning(UserWarning):
    """More features were given than a model can show; the strongest were taken."""


def _explained_by(column: Floats, outcomes: NDArray[Any], weight: Floats) -> float:
    """How much of the outcomes' variation the means of ten quantile bins of a feature explain; a weight counts copies."""
    order = np.argsort(column, kind="stable")
    copies = np.cumsum(weight[order])
    places = np.searchsorted(copies, np.linspace(0, 1, 11)[1:-1] * copies[-1], side="left")
    cuts = np.unique(column[order][np.minimum(places, column.size - 1)])
    bins = np.searchsorted(cuts, column, side="right")
    size = np.bincount(bins, weight, minlength=cuts.size + 1)
    total = 0.0
    for outcome in outcomes:
        centred = outcome - np.average(outcome, weights=weight)
        spread = float(np.sum(weight * centred**2))
        sums = np.bincount(bins, weight * centred, minlength=cuts.size + 1)
        within = size > 0
        if spread > 0:
            total += float(np.sum(sums[within] ** 2 / size[within])) / spread
    return total


class GapTVBase(BaseEstimator):
    """What all estimators share: checks, the choice of features, the fit."""

    _method = "gaptv"
    _loss = "gaussian"
    # Options that a user of the estimator does not choose, or by other names.
    _fixed: tuple[str, ...] = ("method", "loss", "fractional_counts", "seed", "threads")
    _defaults: dict[str, Any] = {}

    # Made of the library's options by __init_subclass__; those that the code below uses:
    folds: Any
    weight_kind: Any
    features: Any
    random_state: Any
    n_jobs: Any

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        if "__init__" not in cls.__dict__:
            cls._defaults = default_parameters(cls._method, cls._fixed)
            set_constructor(cls, {**cls._defaults, "features": None, "random_state": 0, "n_jobs": None})

    # --- settings ---

    def _settings(self, observations: float) -> dict[str, Any]:
        settings: dict[str, Any] = {"method": self._method, "loss": self._loss}
        settings.update({name: getattr(self, name) for name in self._defaults})
        settings["folds"] = int(max(2, min(self.folds, observations)))
        if settings.get("prune") == "none":
            del settings["folds"]  # a tree that is not pruned has no use for them
        return settings

    def _seed(self) -> int:
        if self.random_state is None or isinstance(self.random_state, (int, np.integer)):
            return int(self.random_state or 0)
        return int(self.random_state.randint(np.iinfo(np.int32).max))

    def _threads(self) -> int:
        if self.n_jobs is None:
            return 1
        return (os.cpu_count() or 1) if self.n_jobs < 0 else int(self.n_jobs)

    # --- data ---

    def _feature_numbers(self, X: Floats, outcomes: NDArray[Any], weight: Floats) -> list[int]:
        count = X.shape[1]
        if self.features is not None:
            names = list(getattr(self, "feature_names_in_", []))
            chosen = [names.index(f) if isinstance(f, str) and f in names else f for f in self.features]
            if not all(isinstance(f, (int, np.integer)) and 0 <= f < count for f in chosen) or not 1 <= len(set(chosen)) <= MOST_FEATURES:
                raise ValueError(f"features={self.features!r}: give the names or numbers of 1 to {MOST_FEATURES} columns of X")
            return [int(f) for f in chosen]
        if count <= MOST_FEATURES:
            return list(range(count))
        strength = [_explained_by(X[:, j], outcomes, weight) for j in range(count)]
        chosen = sorted(sorted(range(count), key=lambda j: -strength[j])[:MOST_FEATURES])
        names = getattr(self, "feature_names_in_", [f"column {j}" for j in range(count)])
        warnings.warn(
            f"X has {count} features, but a model that can be seen has at most {MOST_FEATURES}: the strongest ones are used, "
            f"{', '.join(str(names[j]) for j in chosen)}. Choose others with features=[...].",
            FeatureSelectionWarning,
            stacklevel=4,
        )
        return chosen

    def _checked(self, X: Any, y: Any, *, is_numeric: bool) -> tuple[Floats, NDArray[Any], str]:
        """Arrays that scikit-learn accepts, and the name of the outcome."""
        name = str(getattr(y, "name", None) or "y")
        X, y = validate_data(self, X=_readable(X), y=y, dtype=np.float64, y_numeric=is_numeric)
        return X, np.asarray(y, dtype=np.float64) if is_numeric else y, name

    def _fit_columns(
        self,
        X: Floats,
        outcome: Floats,
        outcomes: NDArray[Any],
        outcome_name: str,
        sample_weight: Any,
        exposure: Floats | None = None,
        classes: list[str] | None = None,
    ) -> None:
        weight = _check_sample_weight(sample_weight, X, dtype=np.float64)
        if (weight < 0).any():
            raise ValueError("sample_weight: a weight says how often a row was seen, or how much it tells, and cannot be negative")
        rows = weight > 0
        if not rows.all():  # a row that counts zero times is not there
            X, outcome, outcomes, weight = X[rows], outcome[rows], outcomes[:, rows], weight[rows]
            exposure = None if exposure is None else exposure[rows]
        if X.shape[0] == 0:
            raise ValueError("sample_weight: all weights are zero, so there are no rows")
        is_whole = bool((weight == np.floor(weight)).all())
        counts_copies = self.weight_kind == "copies" or (self.weight_kind == "auto" and is_whole)
        observations = float(weight.sum()) if counts_copies else float(X.shape[0])
        if X.shape[0] < 2 and observations < 2:
            raise ValueError("n_samples=1: at least two rows are needed to choose a model")
        self.features_used_ = self._feature_numbers(X, outcomes, weight)
        names = getattr(self, "feature_names_in_", None)
        settings = self._settings(observations)
        settings["seed"] = self._seed()
        settings["threads"] = self._threads()
        data = to_rows(
            [X[:, j] for j in self.features_used_],
            [str(names[j]) if names is not None else f"x{j + 1}" for j in self.features_used_],
            outcome,
            outcome_name,
            None if sample_weight is None else weight,
            exposure,
            classes or [],
        )
        self.model_ = fit_rows(data, settings, is_weighted=sample_weight is not None)

    def _predict_columns(self, X: Any, kind: str) -> Floats:
        check_is_fitted(self, "model_")
        X = validate_data(self, X=_readable(X), reset=False, dtype=np.float64)
        return np.asarray(self.model_._core.predict([X[:, j] for j in self.features_used_], kind, self._threads()))

    # --- what was learned ---

    @property
    def bins_(self) -> tuple[int, ...]:
        return self._fitted().bins

    @property
    def lambda_(self) -> float:
        return self._fitted().lam

    @property
    def regions_(self) -> list[dict[str, Any]]:
        return self._fitted().regions

    @property
    def cv_results_(self) -> dict[str, Floats]:
        cv = self._fitted().choices["cv"]
        return {name: np.array(cv[name]) for name in ("lambdas", "mean", "standard_error")}

    @property
    def gap_curve_(self) -> dict[str, NDArray[Any]]:
        return self._fitted().gap_curve

    @property
    def certificate_(self) -> dict[str, float]:
        return self._fitted().certificate

    @property
    def path_(self) -> list[dict[str, Any]]:
        return self._fitted().path(self._threads())

    def _fitted(self) -> Model:
        if not hasattr(self, "model_"):
            raise AttributeError(f"this {type(self).__name__} is not fitted yet; call fit first")
        return self.model_

    def report(self, path: str | os.PathLike[str] | None = None) -> str:
        """The HTML page that explains the model; written to a file if a path is given."""
        check_is_fitted(self, "model_")
        return self.model_.report(path, self._threads())


    def _repr_mimebundle_(self, **arguments: Any) -> dict[str, str]:
        """For notebooks: scikit-learn's diagram, and once there is a model its map and regions."""
        bundle: dict[str, str] = super()._repr_mimebundle_(**arguments)
        if hasattr(self, "model_") and "text/html" in bundle:
            bundle["text/html"] += self.model_._repr_html_()
        return bundle


class Regressor(RegressorMixin, GapTVBase):
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        X, y, name = self._checked(X, y, is_numeric=True)
        self._fit_columns(X, y, y[np.newaxis], name, sample_weight)
        return self

    def predict(self, X: Any) -> Floats:
        return self._predict_columns(X, "response")


class Classifier(ClassifierMixin, GapTVBase):
    def _settings(self, observations: float) -> dict[str, Any]:
        loss = "binomial" if self.classes_.size == 2 else "one-vs-rest"
        return {**super()._settings(observations), "loss": loss}

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        X, y, name = self._checked(X, y, is_numeric=False)
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        if sample_weight is not None:  # a class without weight is not there
            weight = _check_sample_weight(sample_weight, X, dtype=np.float64)
            present = np.unique(codes[weight > 0])
            if present.size == 1:
                raise ValueError("after leaving out rows of weight zero there is one class only")
        if self.classes_.size < 2:
            raise ValueError("y has one class only; a classifier needs two or more classes")
        outcomes = np.array([codes == k for k in range(self.classes_.size)], dtype=np.float64)
        labels = [str(label) for label in self.classes_]
        self._fit_columns(X, codes.astype(np.float64), outcomes, name, sample_weight, classes=labels)
        return self

    def predict_proba(self, X: Any) -> Floats:
        probability = self._predict_columns(X, "response")
        return probability if probability.ndim == 2 else np.column_stack([1 - probability, probability])

    def predict(self, X: Any) -> NDArray[Any]:
        probability = self.predict_proba(X)  # which says so if nothing was fitted
        labels: NDArray[Any] = self.classes_[np.argmax(probability, axis=1)]
        return labels
