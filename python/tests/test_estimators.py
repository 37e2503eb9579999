# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
import pickle
import warnings

import numpy as np
import pytest

pytest.importorskip("sklearn")
from sklearn import config_context
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.metrics import d2_tweedie_score, mean_poisson_deviance
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import gaptv

ESTIMATORS = [
    gaptv.GapTVRegressor(),
    gaptv.GapTVClassifier(),
    gaptv.GapTVCountRegressor(),
    gaptv.CrispRegressor(),
    gaptv.CartRegressor(),
    gaptv.CartClassifier(),
    gaptv.RegionTransformer(),
]


@pytest.mark.filterwarnings("ignore::gaptv.estimators.FeatureSelectionWarning")
@parametrize_with_checks(ESTIMATORS)
def test_it_is_what_scikit_learn_expects(estimator, check):
    check(estimator)


def step_rows(count=500, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.random((count, 2))
    return X, np.where(X[:, 0] > 0.4, 3.0, 0.0) + rng.normal(size=count)


def test_learned_attributes():
    X, y = step_rows()
    regressor = gaptv.GapTVRegressor().fit(X, y)
    assert len(regressor.bins_) == 2 and regressor.lambda_ > 0
    assert regressor.regions_[0]["weight"] >= regressor.regions_[-1]["weight"]
    assert regressor.cv_results_["mean"].shape == (50,) and regressor.gap_curve_["bins"][0] == 2
    assert regressor.certificate_["relative_gap"] < 1e-9 and len(regressor.path_) == 50
    assert regressor.score(X, y) > 0.6
    with pytest.raises(AttributeError):
        gaptv.GapTVRegressor().lambda_
    with pytest.raises(NotFittedError):
        gaptv.GapTVRegressor().predict(X)


def test_it_is_the_same_fit_as_the_function():
    X, y = step_rows()
    np.testing.assert_array_equal(gaptv.GapTVRegressor(n_jobs=2).fit(X, y).predict(X), gaptv.fit(X, y).predict(X))


def test_estimators_take_the_number_of_regions():
    X, y = step_rows()
    estimator = gaptv.GapTVRegressor(regions=10, min_rows=30).fit(X, y)
    assert 2 <= len(estimator.regions_) <= 10 and all(region["weight"] >= 30 for region in estimator.regions_)
    np.testing.assert_array_equal(estimator.predict(X), gaptv.fit(X, y, regions=10, min_rows=30).predict(X))
    search = GridSearchCV(gaptv.GapTVRegressor(), {"regions": [1, 2]}).fit(X, y)
    assert search.best_params_ == {"regions": 2}


def test_it_searches_pickles_clones_and_pipes():
    X, y = step_rows()
    search = GridSearchCV(gaptv.GapTVRegressor(), {"preset": ["best", "paper"]}, cv=3).fit(X, y)
    assert search.best_score_ > 0.5
    pipeline = make_pipeline(StandardScaler(), gaptv.GapTVRegressor()).fit(X, y)
    again = pickle.loads(pickle.dumps(pipeline))
    np.testing.assert_array_equal(again.predict(X), pipeline.predict(X))
    assert clone(gaptv.GapTVRegressor(bins=7)).bins == 7


def test_more_features_than_can_be_seen_are_told():
    rng = np.random.default_rng(3)
    X = rng.random((400, 6))
    y = np.where(X[:, 4] > 0.5, 4.0, 0.0) + rng.normal(size=400)
    with pytest.warns(gaptv.FeatureSelectionWarning, match="X has 6 features.*at most 3"):
        regressor = gaptv.GapTVRegressor().fit(X, y)
    assert 4 in regressor.features_used_ and len(regressor.features_used_) == 3
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        chosen = gaptv.GapTVRegressor(features=[4]).fit(X, y)
    assert chosen.score(X, y) > 0.7
    with pytest.raises(ValueError, match="names or numbers of 1 to 3 columns"):
        gaptv.GapTVRegressor(features=[9]).fit(X, y)


def test_frames_are_checked_by_name():
    pandas = pytest.importorskip("pandas")
    X, y = step_rows()
    frame = pandas.DataFrame(X, columns=["income", "age"])
    regressor = gaptv.GapTVRegressor().fit(frame, y)
    assert regressor.model_.feature_names == ["income", "age"]
    with pytest.raises(ValueError, match="feature names"):
        regressor.predict(frame[["age", "income"]])
    regions = gaptv.RegionTransformer().set_output(transform="pandas").fit(frame, y).transform(frame)
    assert list(regions.columns) == ["region"]


def test_polars_frames_and_arrow_tables_have_names_too():
    polars = pytest.importorskip("polars")
    pyarrow = pytest.importorskip("pyarrow")
    X, y = step_rows()
    expected = gaptv.GapTVRegressor().fit(X, y).predict(X)
    frame = polars.DataFrame({"income": X[:, 0], "age": X[:, 1]})
    for table in (frame, pyarrow.table({"income": X[:, 0], "age": X[:, 1]})):
        regressor = gaptv.GapTVRegressor().fit(table, y)
        assert list(regressor.feature_names_in_) == ["income", "age"]
        np.testing.assert_array_equal(regressor.predict(table), expected)
    regions = gaptv.RegionTransformer().set_output(transform="polars").fit(frame, y).transform(frame)
    assert isinstance(regions, polars.DataFrame) and regions.columns == ["region"]


@pytest.mark.parametrize("estimator", [gaptv.GapTVRegressor(), gaptv.CartRegressor()])
def test_bad_input_is_a_value_error(estimator):
    pandas = pytest.importorskip("pandas")
    sparse = pytest.importorskip("scipy.sparse")
    X, y = step_rows(60)
    days = pandas.date_range("2020-01-01", periods=60)
    cases = [
        (X.astype("datetime64[s]"), y, "dates or times"),
        (pandas.DataFrame({"day": days, "age": X[:, 1]}), y, "'day' holds dates or times"),
        (pandas.DataFrame({"kind": ["a"] * 60, "age": X[:, 1]}), y, "could not convert"),
        (sparse.csr_matrix(X), y, "sparse"),
        (X, np.where(y > 3, np.nan, y), "NaN"),
        (X, y[:-1], "inconsistent"),
    ]
    for features, outcome, message in cases:
        with pytest.raises(ValueError, match=message):
            clone(estimator).fit(features, outcome)


def test_notebooks_show_the_map():
    X, y = step_rows(100)
    regressor = gaptv.GapTVRegressor()
    assert "<svg role" not in regressor._repr_mimebundle_()["text/html"]
    assert "<svg role" in regressor.fit(X, y)._repr_mimebundle_()["text/html"]


def test_classes_keep_their_labels():
    X, _ = step_rows()
    labels = np.array(["low", "middle", "high"])[np.floor(3 * X[:, 0]).astype(int)]
    classifier = gaptv.GapTVClassifier().fit(X, labels)
    assert set(classifier.classes_) == {"low", "middle", "high"}
    assert classifier.score(X, labels) > 0.9
    assert classifier.predict_proba(X).shape == (500, 3)
    two = gaptv.GapTVClassifier().fit(X, np.where(X[:, 0] > 0.5, "yes", "no"))
    assert "yes" in two.report() and two.predict([[0.9, 0.5]]) == ["yes"]
    tree = gaptv.CartClassifier().fit(X, labels)
    assert tree.score(X, labels) > 0.9


def test_rates_follow_the_exposure():
    rng = np.random.default_rng(5)
    X = rng.random((800, 1))
    hours = rng.uniform(1, 10, 800)
    counts = rng.poisson(np.where(X[:, 0] > 0.5, 4.0, 1.0) * hours)
    regressor = gaptv.GapTVCountRegressor().fit(X, counts, exposure=hours)
    low, high = regressor.predict([[0.2], [0.8]])
    assert abs(low - 1) < 0.2 and abs(high - 4) < 0.4
    with pytest.raises(ValueError, match="exposure"):
        gaptv.GapTVCountRegressor().fit(X, counts, exposure=-hours)


def count_rows(seed=5):
    rng = np.random.default_rng(seed)
    X = rng.random((800, 1))
    hours = rng.uniform(1, 10, 800)
    return X, rng.poisson(np.where(X[:, 0] > 0.5, 4.0, 1.0) * hours).astype(float), hours


def test_scores_of_counts_are_their_explained_deviance():
    X, counts, hours = count_rows()
    regressor = gaptv.GapTVCountRegressor().fit(X, counts, exposure=hours)
    rate = regressor.predict(X)
    weight = np.arange(800) % 3 + 1.0
    for sample_weight in (None, weight):
        expected = d2_tweedie_score(counts / hours, rate, power=1, sample_weight=hours if sample_weight is None else weight * hours)
        assert regressor.score(X, counts, sample_weight, exposure=hours) == pytest.approx(expected, rel=1e-12)
    # The same of counts: the constant model is one rate for all.
    one_rate = np.full(800, counts.sum() / hours.sum())
    by_counts = 1 - mean_poisson_deviance(counts, rate * hours) / mean_poisson_deviance(counts, one_rate * hours)
    assert regressor.score(X, counts, exposure=hours) == pytest.approx(by_counts, rel=1e-12)
    with pytest.raises(ValueError, match="exposure: this model was fitted with one and predicts rates"):
        regressor.score(X, counts)
    with pytest.raises(ValueError, match="exposure: give a positive number for every row"):
        regressor.score(X, counts, exposure=hours[:-1])
    plain = gaptv.GapTVCountRegressor().fit(X, counts)
    assert plain.score(X, counts) == pytest.approx(d2_tweedie_score(counts, plain.predict(X), power=1), rel=1e-12)
    assert plain.score(X[:5], np.full(5, 2.0)) in (0.0, 1.0)  # nothing to explain


def test_cross_validation_hands_the_exposure_to_fit_and_score():
    X, counts, hours = count_rows()
    with config_context(enable_metadata_routing=True):
        routed = gaptv.GapTVCountRegressor().set_fit_request(exposure=True).set_score_request(exposure=True)
        folds = KFold(3, shuffle=True, random_state=0)
        scores = cross_val_score(routed, X, counts, cv=folds, params={"exposure": hours})
        expected = []
        for train, test in folds.split(X):
            fitted = gaptv.GapTVCountRegressor().fit(X[train], counts[train], exposure=hours[train])
            expected.append(fitted.score(X[test], counts[test], exposure=hours[test]))
        np.testing.assert_array_equal(scores, expected)
        assert scores.min() > 0.4  # rates compared with counts would be worse than one rate for all
        # Given to fit alone, it is missed rather than overlooked.
        forgetful = gaptv.GapTVCountRegressor().set_fit_request(exposure=True).set_score_request(exposure=False)
        with pytest.raises(ValueError, match="score needs the exposure"):
            cross_val_score(forgetful, X, counts, cv=folds, params={"exposure": hours}, error_score="raise")


def test_classifiers_take_any_labels():
    X, _ = step_rows(200)
    labels = np.array(["1", "3,5", "35%"])[np.floor(3 * X[:, 0]).astype(int)]
    classifier = gaptv.GapTVClassifier(bins=3, lam=1.0).fit(X, labels)
    assert list(classifier.classes_) == ["1", "3,5", "35%"] and set(classifier.predict(X)) <= set(labels)


def test_trees_are_pruned():
    X, y = step_rows()
    full = gaptv.CartRegressor(cp=0, min_split=2, min_bucket=1).fit(X, y)
    pruned = gaptv.CartRegressor(cp=0, min_split=2, min_bucket=1, prune="1se").fit(X, y)
    assert len(pruned.regions_) < len(full.regions_)
