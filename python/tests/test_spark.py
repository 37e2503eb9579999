# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Data frames of Spark are fitted as the same rows in memory, and predicted by columns and by stages of pipelines."""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from engines import rows_to_score
from same_rows import FEATURES, KINDS, expect_same, fit_in_memory, rows_of

import gaptv

pyspark = pytest.importorskip("pyspark") if os.environ.get("CI") != "true" else __import__("pyspark")
pa = pytest.importorskip("pyarrow")
pandas = pytest.importorskip("pandas")
import pyarrow.parquet as pq  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
QUICK = {"lambdas": 10, "bins_max": 12}


@pytest.fixture
def spark(spark_session):
    """The session; whatever a test does, no view and no cache may be left."""
    before = views(spark_session)
    yield spark_session
    assert views(spark_session) == before
    assert spark_session._jsparkSession.sharedState().cacheManager().isEmpty()


def views(session):
    return sorted(table.name for table in session.catalog.listTables())


@pytest.fixture
def frame_of(spark, tmp_path):
    """Makes a frame of columns, in two partitions."""

    def make(columns):
        path = tmp_path / f"rows-{len(list(tmp_path.iterdir()))}.parquet"
        table = pa.table({f"c{place}": pa.array(values) for place, values in enumerate(columns.values())})
        pq.write_table(table, path)
        return spark.read.parquet(str(path)).toDF(*columns).repartition(2)

    return make


def matrix_of(columns, names=FEATURES):
    return np.column_stack([columns[name] for name in names])


@pytest.mark.parametrize("kind", ["plain", "counts", "copies", "precision"])
def test_a_frame_gives_the_model_of_its_rows(frame_of, kind):
    columns = rows_of(kind)
    options = {**QUICK, **KINDS[kind]}
    counted = gaptv.fit(frame_of({**columns, "other.column": columns["y"]}), "y", features=FEATURES, **options)
    expect_same(counted, fit_in_memory(columns, **options))


def test_labels_in_a_frame_are_classes_and_missing_values_left_out(frame_of):
    columns = rows_of("classes")
    labels = np.where(columns["y"] > 0, "it's \\ \"yes\"", "no").astype(object)
    labels[5] = None
    columns[FEATURES[0]][[3, 7]] = [np.nan, np.inf]
    frame = frame_of({**columns, "y": labels})
    with pytest.raises(ValueError, match="2 rows hold NaN or an infinite number"):
        gaptv.fit(frame, "y", features=FEATURES, **QUICK)
    counted = gaptv.fit(frame, "y", features=[0, 1], missing="drop", **QUICK)
    expect_same(counted, gaptv.fit(matrix_of(columns), labels, missing="drop", **QUICK))
    assert counted.record["dropped_rows"] == 3


def test_whatever_columns_are_called(frame_of):
    columns = rows_of("plain", 500)
    names = ["a.b", "Über {0} `x` ; -- \\"]
    hostile = {names[0]: columns[FEATURES[0]], names[1]: columns[FEATURES[1]], "PRICE": columns["y"] * 2, "price": columns["y"], "twice": columns["y"], "twice ": columns["y"]}
    frame = frame_of(hostile).withColumnRenamed("twice ", "twice")
    counted = gaptv.fit(frame, "price", features=names, **QUICK)
    expect_same(counted, gaptv.fit(matrix_of(columns), columns["y"], **QUICK))
    assert counted.feature_names == names and counted.record["outcome"] == "price"
    for arguments, message in [
        ({"y": "price", "features": ["twice"]}, "there are several columns 'twice'"),
        ({"y": "price", "features": ["PRICE"]}, "'PRICE' and 'price' are the same to Spark|'price' and 'PRICE' are the same to Spark"),
        ({"y": "cost", "features": names}, "y: there is no column 'cost'; the columns are a.b, "),
        ({"y": "price", "features": names, "weight": "w"}, "weight: there is no column 'w'"),
        ({"y": "price"}, "5 features: GapTV takes 1 to 3"),
        ({"y": columns["y"], "features": names}, "these rows are not in memory, so give the name"),
        ({"y": "price", "features": names, "missing": "ignore"}, "missing='ignore'"),
        ({"y": "price", "features": names, "loss": "huber"}, "needs every single outcome"),
        ({"y": "price", "features": names, "bins_mx": 3}, "bins_max"),
    ]:
        with pytest.raises(ValueError, match=message):
            gaptv.fit(frame, **arguments)


def test_columns_that_hold_no_numbers_are_named(spark):
    frame = spark.sql(
        "SELECT id AS y, id / 3 AS x, DATE '2020-01-01' AS day, TIMESTAMP '2020-01-01 00:00:00' AS hour, 'a' AS name, named_struct('a', 1, 'b', 2) AS pair, "
        "array(1D) AS list, map('a', 1) AS places, X'00' AS bytes, CAST(id AS DECIMAL(20, 3)) AS exact, id % 2 = 0 AS flag, 9007199254740993 + id AS large FROM range(200)"
    )
    for column, message in [
        ("day", "feature 'day' holds dates or times"),
        ("hour", "feature 'hour' holds dates or times"),
        ("name", "feature 'name' holds texts, not numbers"),
        ("pair", "feature 'pair' is of the type struct<a:int,b:int>"),
        ("list", "feature 'list' is of the type array<double>"),
        ("places", "feature 'places' is of the type map<string,int>"),
        ("bytes", "feature 'bytes' is of the type binary"),
    ]:
        with pytest.raises(ValueError, match=message):
            gaptv.fit(frame, "y", features=[column])
    with pytest.raises(ValueError, match="there are no rows"):
        gaptv.fit(frame.where("y < 0"), "y", features=["x"])
    with pytest.raises(ValueError, match="6 rows hold no value"):
        gaptv.fit(frame.selectExpr("y", "CASE WHEN y > 5 THEN x END AS x"), "y", features=["x"])
    # Decimals, booleans and integers beyond 2^53 are doubles, as in memory.
    counted = gaptv.fit(frame, "flag", features=["exact", "large"], **QUICK)
    numbers = np.arange(200)
    expect_same(counted, gaptv.fit(np.column_stack([numbers, np.float64(9007199254740993 + numbers)]), (numbers % 2 == 0).astype(float), **QUICK))
    stream = spark.readStream.format("rate").load()
    with pytest.raises(ValueError, match="X is a stream"):
        gaptv.fit(stream, "value")


def test_failure_and_interruption_leave_nothing_behind(spark, frame_of, monkeypatch):
    before = views(spark)  # other tests share the session
    frame = frame_of(rows_of("plain", 200))
    broken = frame.selectExpr("lon", "CASE WHEN lon > 0 THEN y ELSE raise_error('the disk is broken') END AS y")
    with pytest.raises(Exception, match="the disk is broken") as failure:
        gaptv.fit(broken, "y", features="lon")
    if hasattr(failure.value, "__notes__"):
        assert "SELECT" in failure.value.__notes__[0]
    assert views(spark) == before

    import gaptv._spark_frame as module

    answers = module.columns_of_spark
    asked = []

    def interrupted(answer):
        assert len(views(spark)) == len(before) + 1
        asked.append(answer)
        if len(asked) == 3:
            raise KeyboardInterrupt
        return answers(answer)

    monkeypatch.setattr(module, "columns_of_spark", interrupted)
    with pytest.raises(KeyboardInterrupt):
        gaptv.fit(frame, "y", features="lon")
    assert len(asked) == 3 and views(spark) == before


def bits(values):
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64).view(np.int64)


@pytest.mark.parametrize("size", ["small", "large"])
def test_a_column_predicts_as_predict_does(frame_of, size):
    columns = rows_of("plain", 4000)
    options = {"lambdas": 10, "bins_max": 8} if size == "small" else {"bins": 60, "lam": 0.05, "held_out": "off"}
    names = ["lon.east", "a \"b\" `c` 'd' %s {x}"]
    model = gaptv.fit(pandas.DataFrame(matrix_of(columns), columns=names), columns["y"], **options)
    assert (len(model.regions) > 300) == (size == "large")
    rows = rows_to_score(model, 3000)
    from gaptv.spark import GapTVModel, predict_column

    stage = GapTVModel(model).setPredictionCol("value").setRegionCol("its region")
    frame = frame_of({"id": list(range(3000)), **rows})
    found = stage.transform(frame).withColumn("again", predict_column(model)).orderBy("id").select("value", "its region", "again").collect()
    table = np.array([[np.nan if value is None else value for value in column] for column in rows.values()], dtype=np.float64).T
    is_missing = np.isnan(table).any(axis=1)
    assert 20 < is_missing.sum() < 200
    X = np.where(is_missing[:, np.newaxis], 0, np.clip(table, -np.finfo(float).max, np.finfo(float).max))
    for place, type in enumerate(["response", "region", "response"]):
        expected = np.where(is_missing, np.nan, model.predict(X, type=type))
        np.testing.assert_array_equal(bits([row[place] for row in found]), bits(expected))
    with pytest.raises(ValueError, match="transform: there is no column 'lon.east'"):
        stage.transform(frame.drop("`lon.east`").select("id"))


def test_a_column_predicts_probabilities_and_classes(frame_of):
    from gaptv.spark import predict_column

    columns = rows_of("plain", 1000)
    labels = np.select([columns["y"] > 1e4 + 2, columns["y"] > 1e4], ["it's \\ 'high'", "middle"], "low")
    model = gaptv.fit(pandas.DataFrame(matrix_of(columns), columns=FEATURES), labels, bins=6, lam=2.0)
    frame = frame_of({name: columns[name] for name in FEATURES})
    features = [f"`{name.replace('`', '``')}`" for name in FEATURES]
    chosen = [predict_column(model), *(predict_column(model, label=label) for label in model.classes)]
    rows = np.array([tuple(row) for row in frame.select(*features, *chosen).collect()], dtype=object)
    expected = model.predict(rows[:, :2].astype(float))
    np.testing.assert_array_equal(rows[:, 3:].astype(float), expected)
    np.testing.assert_array_equal(rows[:, 2].astype(str), np.array(model.classes)[expected.argmax(axis=1)])
    with pytest.raises(ValueError, match="name the class by label"):
        predict_column(model, "region")


def test_pipelines_are_fitted_saved_and_loaded(spark, frame_of, tmp_path):
    from pyspark.ml import Pipeline, PipelineModel
    from pyspark.ml.feature import SQLTransformer

    from gaptv.spark import GapTV, GapTVModel

    columns = rows_of("counts", 800)
    frame = frame_of(columns)
    scale = SQLTransformer(statement="SELECT *, lon * 2 AS twice FROM __THIS__")
    estimator = GapTV(inputCols=["twice", FEATURES[1]], labelCol="y", exposureCol="days", predictionCol="rate", regionCol="region", bins=(4, 3), lambdas=np.int64(10))
    assert estimator.getOrDefault("bins") == [4, 3] and "bins_max" in estimator.explainParams()
    Pipeline(stages=[scale, estimator]).save(str(tmp_path / "pipeline"))
    pipeline = Pipeline.load(str(tmp_path / "pipeline"))
    assert pipeline.getStages()[1].extractParamMap() == estimator.extractParamMap()
    fitted = pipeline.fit(frame)
    model = fitted.stages[1].model
    X = matrix_of(columns) * [2, 1]
    expect_same(model, gaptv.fit(X, columns["y"], exposure=columns["days"], bins="4,3", lambdas=10))
    assert model.bins == (4, 3) and fitted.stages[1].uid == estimator.uid
    fitted.save(str(tmp_path / "fitted"))
    loaded = PipelineModel.load(str(tmp_path / "fitted"))
    assert isinstance(loaded.stages[1], GapTVModel) and loaded.stages[1].model.to_json() == model.to_json()
    (one, other) = (stages.transform(frame).select("rate", "region").collect() for stages in (fitted, loaded))
    assert one == other and len(one) == 800
    with pytest.raises(Exception, match="(?i)exist"):
        fitted.save(str(tmp_path / "fitted"))
    fitted.stages[1].write().overwrite().save(str(tmp_path / "fitted"))
    assert GapTVModel.load(str(tmp_path / "fitted")).extractParamMap() == fitted.stages[1].extractParamMap()
    estimator.save(str(tmp_path / "estimator"))
    assert isinstance(GapTV.load(str(tmp_path / "estimator")), GapTV)
    with pytest.raises(ValueError, match="this is no saved GapTVModel, but a gaptv.spark.GapTV"):
        GapTVModel.load(str(tmp_path / "estimator"))


def test_parameters_are_those_of_the_library(frame_of):
    from pyspark.ml.evaluation import RegressionEvaluator
    from pyspark.ml.tuning import ParamGridBuilder, TrainValidationSplit

    from gaptv.spark import GapTV

    estimator = GapTV(labelCol="y", lam=1.0, seed=3, bins=5)
    assert {"lam", "regions", "weight_kind", "bins", "folds"} <= {param.name for param in estimator.params} and not estimator.hasParam("lambda")
    assert set(gaptv.options()) - {"seed"} <= {param.name for param in estimator.params}
    other = estimator.copy({estimator.bins: 4})
    assert (other.getOrDefault("bins"), estimator.getOrDefault("bins"), other.uid) == (4, 5, estimator.uid)
    assert estimator.setInputCols(["lon"]).setWeightCol("w").setSeed(4).getSeed() == 4
    frame = frame_of(rows_of("plain", 300))
    with pytest.raises(ValueError, match="inputCols: name the features"):
        GapTV(labelCol="y").fit(frame)
    with pytest.raises(TypeError, match="no parameter 'bin_max'; did you mean bins_max"):
        GapTV(bin_max=3)
    with pytest.raises(TypeError, match="bins"):
        GapTV(bins={"lon": 3})
    with pytest.raises(ValueError, match="bins 'many'"):
        GapTV(inputCols=["lon"], labelCol="y", bins="many").fit(frame)
    estimator = GapTV(inputCols=["lon"], labelCol="y", lam=1.0)
    grid = ParamGridBuilder().addGrid(estimator.bins, [2, 9]).build()
    validated = TrainValidationSplit(estimator=estimator, estimatorParamMaps=grid, evaluator=RegressionEvaluator(labelCol="y"), seed=1).fit(frame)
    assert len(validated.validationMetrics) == 2 and validated.bestModel.model.bins in ((2,), (9,))


def blocks_of(document):
    return re.findall(r"```python\n(.*?)```", (ROOT / "docs" / document).read_text(encoding="utf-8"), re.DOTALL)


def test_the_examples_of_the_document_run(spark, tmp_path, monkeypatch):
    columns = rows_of("plain", 400)
    table = pa.table({"lon": columns[FEATURES[0]], "lat": columns[FEATURES[1]], "price": columns["y"]})
    pq.write_table(table, tmp_path / "homes.parquet")
    monkeypatch.chdir(tmp_path)
    names = {"spark": spark}
    for block in blocks_of("spark.md"):
        # Where this process is, not where Spark was started.
        exec(block.replace('"homes.parquet"', repr(str(tmp_path / "homes.parquet"))).replace('"houses.pipeline"', repr(str(tmp_path / "houses.pipeline"))), names)


@pytest.mark.slow
def test_a_fit_outlives_an_executor(tmp_path):
    rng = np.random.default_rng(5)
    count = 1_000_000
    x, z = rng.normal(size=count), rng.integers(0, 200, count) / 8
    y = 1e4 + 3 * ((x > 0.2) & (z > 11)) + rng.normal(size=count)
    pq.write_table(pa.table({"x": x, "z": z, "y": y, "w": rng.gamma(2.0, 1.0, count)}), tmp_path / "homes.parquet", row_group_size=50_000)
    script = subprocess.Popen(
        [sys.executable, str(Path(__file__).parent / "lost_executor.py"), str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        said, complained = script.communicate(timeout=600)
    finally:
        if script.poll() is None:
            os.killpg(script.pid, signal.SIGKILL)
    assert script.returncode == 0, complained
    happened = json.loads(said.splitlines()[-1])
    assert happened["failed_tasks"] >= 1 and happened["killed"] not in happened["executors"] and happened["views"] == []
    models = [gaptv.load(tmp_path / name) for name in ("undisturbed.json", "disturbed.json")]
    expect_same(*models)
    shutil.rmtree(tmp_path)
