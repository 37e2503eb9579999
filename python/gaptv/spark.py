# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""GapTV in Spark: predictions as columns, and stages of pipelines of pyspark.ml. Needs pyspark 3.5 or later: pip install gaptv[spark].

    from gaptv.spark import GapTV, predict_column
    fitted = GapTV(inputCols=["lon", "lat"], labelCol="price").fit(homes)
    fitted.transform(homes)                                           # the column "prediction" beside the others
    homes.withColumn("value", predict_column(gaptv.load("model.json")))
"""
from __future__ import annotations

import difflib
from typing import Any

import numpy as np

try:
    from pyspark.ml import Estimator
    from pyspark.ml import Model as FittedStage
    from pyspark.ml.param import Param, Params, TypeConverters
    from pyspark.ml.param.shared import HasInputCols, HasLabelCol, HasPredictionCol, HasSeed, HasWeightCol
    from pyspark.ml.util import DefaultParamsReadable, DefaultParamsReader, DefaultParamsWritable, DefaultParamsWriter
    from pyspark.sql import functions
except ImportError as error:  # pragma: no cover
    raise ImportError("gaptv.spark needs pyspark: pip install 'gaptv[spark]' (and Java)") from error

from gaptv import _core
from gaptv._functions import fit
from gaptv._model import Model

__all__ = ["GapTV", "GapTVModel", "predict_column"]

_MODEL_KEY = "gaptvModel"  # of a saved stage, beside pyspark's own


def predict_column(model: Any, type: str = "response", label: str | None = None) -> Any:
    """The values of model.predict() as a column of Spark, which finds the features by their names: NULL where one of them is NULL or NaN.

    model: of gaptv.fit, gaptv.load or an estimator. type: "response", "link" or "region". label: the class that it is about, if there are several;
    without, the column has the most probable class. It is an expression of Spark's own, so that no Python runs for the rows.
    """
    return functions.expr(Model.of(model).to_sql("spark", type=type, label=label))


def _to_option(value: Any) -> Any:
    """What can be stored as JSON; the library says what an option may be."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, tuple):
        value = list(value)
    if isinstance(value, (str, int, float)) or (isinstance(value, list) and all(isinstance(part, (str, int, float)) for part in value)):
        return value
    raise TypeError(f"an option is a number, a text or a list of them, not {type(value).__name__}")


class _Settings(HasInputCols, HasLabelCol, HasPredictionCol, HasWeightCol, HasSeed):
    """What the estimator and what it fits have in common: columns, and the library's options by their names in Python."""

    exposureCol: Param[str] = Param(Params._dummy(), "exposureCol", "column with what counts were counted over.", TypeConverters.toString)
    regionCol: Param[str] = Param(Params._dummy(), "regionCol", "column for the number of each row's region, if it is wanted.", TypeConverters.toString)
    missing: Param[str] = Param(
        Params._dummy(), "missing", "error: rows with a missing value are refused; drop: the fit leaves them out.", TypeConverters.toString
    )
    _options: tuple[str, ...] = ()

    def __init__(self) -> None:
        super().__init__()
        self._setDefault(seed=0, missing="error")

    def _given(self, param: Param[Any]) -> Any:
        return self.getOrDefault(param) if self.isDefined(param) else None

    def _set_given(self, params: dict[str, Any]) -> None:
        for name, value in params.items():
            if value is None:
                continue
            if not self.hasParam(name):
                nearest = difflib.get_close_matches(name, [param.name for param in self.params], 1)
                raise TypeError(f"{type(self).__name__} has no parameter {name!r}" + (f"; did you mean {nearest[0]}?" if nearest else ""))
            self._set(**{name: value})

    def setPredictionCol(self, value: str) -> Any:
        return self._set(predictionCol=value)

    def setRegionCol(self, value: str) -> Any:
        return self._set(regionCol=value)


def _add_options() -> None:
    """A parameter for each option of the library, which nobody gives unless he sets it."""
    names = []
    for option, values, help, usual in _core.options_of_method("gaptv"):
        if option == "seed":  # pyspark's own
            continue
        name = "lam" if option == "lambda" else option
        names.append(name)
        setattr(_Settings, name, Param(Params._dummy(), name, f"{values}: {help} (default: {usual or 'as the preset says'})", _to_option))
    _Settings._options = tuple(names)


_add_options()


class GapTV(Estimator[Any], _Settings, DefaultParamsReadable[Any], DefaultParamsWritable):
    """Fits regions of constant value of up to three columns; Spark counts the rows, and the driver gets cells only.

    inputCols: one to three columns of numbers; labelCol: the outcome (numbers, or two texts); weightCol, exposureCol, missing and all options as for
    gaptv.fit (GapTV().explainParams() lists them). predictionCol, regionCol: columns that the fitted stage adds.
    """

    def __init__(
        self,
        *,
        inputCols: list[str] | None = None,
        labelCol: str | None = None,
        predictionCol: str | None = None,
        weightCol: str | None = None,
        exposureCol: str | None = None,
        regionCol: str | None = None,
        missing: str | None = None,
        seed: int | None = None,
        **options: Any,
    ):
        super().__init__()
        self.setParams(
            inputCols=inputCols,
            labelCol=labelCol,
            predictionCol=predictionCol,
            weightCol=weightCol,
            exposureCol=exposureCol,
            regionCol=regionCol,
            missing=missing,
            seed=seed,
            **options,
        )

    def setParams(self, **params: Any) -> GapTV:
        """Sets parameters by their names; those that are None stay as they are."""
        self._set_given(params)
        return self

    def setInputCols(self, value: list[str]) -> GapTV:
        return self.setParams(inputCols=value)

    def setLabelCol(self, value: str) -> GapTV:
        return self.setParams(labelCol=value)

    def setWeightCol(self, value: str) -> GapTV:
        return self.setParams(weightCol=value)

    def setExposureCol(self, value: str) -> GapTV:
        return self.setParams(exposureCol=value)

    def setSeed(self, value: int) -> GapTV:
        return self.setParams(seed=value)

    def _fit(self, dataset: Any) -> GapTVModel:
        if not self.isDefined(self.inputCols):
            raise ValueError("inputCols: name the features, one to three columns")
        options = {name: self._given(self.getParam(name)) for name in self._options}
        model = fit(
            dataset,
            self.getLabelCol(),
            features=self.getInputCols(),
            weight=self._given(self.weightCol),
            exposure=self._given(self.exposureCol),
            missing=self.getOrDefault(self.missing),
            random_state=self.getSeed(),
            **options,
        )
        return self._copyValues(GapTVModel(model)._resetUid(self.uid))


class _ModelWriter(DefaultParamsWriter):
    def saveImpl(self, path: str) -> None:
        stage: Any = self.instance
        DefaultParamsWriter.saveMetadata(stage, path, self.sc, {_MODEL_KEY: stage.model.to_json()})


class _ModelReader(DefaultParamsReader[Any]):
    def load(self, path: str) -> Any:
        metadata = DefaultParamsReader.loadMetadata(path, self.sc)
        if _MODEL_KEY not in metadata:
            raise ValueError(f"{path}: this is no saved GapTVModel, but a {metadata.get('class')}")
        loaded = GapTVModel(Model.from_json(metadata[_MODEL_KEY], path))
        loaded._resetUid(metadata["uid"])
        DefaultParamsReader.getAndSetParams(loaded, metadata)
        return loaded


class GapTVModel(FittedStage, _Settings, DefaultParamsReadable[Any], DefaultParamsWritable):
    """Adds predictions to data frames. model is the gaptv.Model, with its report, regions and file; GapTVModel(model) makes a stage of one fitted elsewhere."""

    def __init__(self, model: Any):
        super().__init__()
        self.model = Model.of(model)

    def _transform(self, dataset: Any) -> Any:
        missing = [name for name in self.model.feature_names if name.lower() not in {column.lower() for column in dataset.columns}]
        if missing:
            raise ValueError(f"transform: there is no column {missing[0]!r}; the columns are {', '.join(dataset.columns)}")
        added = {self.getPredictionCol(): predict_column(self.model)}
        if self.isDefined(self.regionCol):
            added[self.getOrDefault(self.regionCol)] = predict_column(self.model, "region")
        return dataset.withColumns(added)

    def write(self) -> _ModelWriter:
        return _ModelWriter(self)

    @classmethod
    def read(cls) -> _ModelReader:
        return _ModelReader(cls)
