# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""The methods that are compared, each tuned as a careful user would: one function fits and predicts."""
import json
import os
import resource
import subprocess
import time
import warnings
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # one core for every method

import numpy as np  # noqa: E402

INNER_FOLDS = 5


def weights_and_rates(outcome, exposure):
    """Methods that know no exposure get rates, with exposures as weights."""
    return (outcome, None) if exposure is None else (outcome / exposure, exposure)


def deviance(outcome, mean, loss, weight=None):
    """Mean deviance of observations; squared error for gaussian. Outcomes are rates where there are weights."""
    if loss == "gaussian":
        values = (outcome - mean) ** 2
    elif loss == "binomial":
        values = -2 * (xlogy(outcome, mean) + xlogy(1 - outcome, 1 - mean) - xlogy(outcome, outcome) - xlogy(1 - outcome, 1 - outcome))
    else:
        values = 2 * (xlogy(outcome, outcome) - xlogy(outcome, mean) - outcome + mean)
    return float(np.average(values, weights=weight))


def xlogy(x, y):
    return np.where(x == 0, 0.0, x * np.log(np.where(x == 0, 1.0, y)))


def kept_possible(mean, loss, outcome, weight=None):
    """Predictions for which no outcome has an infinite deviance: at least half an event in all training rows."""
    if loss == "gaussian":
        return mean
    least = 0.5 / (len(outcome) if weight is None else weight.sum())
    return np.clip(mean, least, 1 - least if loss == "binomial" else None)


def inner_folds(rows, seed):
    return np.random.default_rng([seed, 2]).permutation(rows) % INNER_FOLDS


def forest(x, y, weight, points, loss, seed):
    """200 trees; the size of leaves by the out-of-bag error."""
    from sklearn.ensemble import RandomForestRegressor

    # Means of zeros and ones are probabilities, so one class serves all losses.
    fits = []
    for leaf in (1, 3, 10, 30):
        if 4 * leaf > len(y) and leaf > 1:
            continue
        fit = RandomForestRegressor(200, min_samples_leaf=leaf, oob_score=True, random_state=seed, n_jobs=1)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            fit.fit(x, y, weight)
        guess = kept_possible(fit.oob_prediction_, loss, y, weight)
        fits.append((deviance(y, guess, loss, weight), leaf, fit))
    return min(fits, key=lambda found: found[:2])[2].predict(points)


def boosting(x, y, weight, points, loss, seed):
    """Histogram gradient boosting; the number and size of trees by 5-fold cross-validation."""
    from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

    most = 300
    folds = inner_folds(len(y), seed)

    def model(leaves, trees):
        least = max(1, min(20, len(y) // 10))
        common = {"max_leaf_nodes": leaves, "max_iter": trees, "min_samples_leaf": least, "early_stopping": False, "random_state": seed}
        if loss == "binomial":
            return HistGradientBoostingClassifier(**common)
        return HistGradientBoostingRegressor(loss="poisson" if loss == "poisson" else "squared_error", **common)

    best = (np.inf, 0, 0)
    for leaves in (3, 8, 31):
        errors = np.zeros(most)
        for fold in range(INNER_FOLDS):
            out = folds == fold
            if loss == "binomial" and len(set(y[~out])) < 2:
                errors += np.inf
                continue
            fit = model(leaves, most).fit(x[~out], y[~out], None if weight is None else weight[~out])
            staged = (p[:, 1] for p in fit.staged_predict_proba(x[out])) if loss == "binomial" else fit.staged_predict(x[out])
            for tree, guess in enumerate(staged):
                guess = kept_possible(guess, loss, y, weight)
                errors[tree] += deviance(y[out], guess, loss, None if weight is None else weight[out]) * out.sum()
        best = min(best, (errors.min(), leaves, int(errors.argmin()) + 1))
    fit = model(*best[1:]).fit(x, y, weight)
    return fit.predict_proba(points)[:, 1] if loss == "binomial" else fit.predict(points)


def nearest(x, y, weight, points, loss, seed):
    """The mean of the k nearest rows, features scaled to unit deviation; k by 5-fold cross-validation."""
    from scipy.spatial import cKDTree

    scale = np.where(x.std(axis=0) > 0, x.std(axis=0), 1)
    weight = np.ones(len(y)) if weight is None else weight
    numbers = [k for k in (1, 2, 3, 5, 7, 10, 15, 20, 30, 45, 70, 100, 150) if k <= 0.7 * len(y)]

    def guesses(rows, at):
        _, places = cKDTree(x[rows] / scale).query(at / scale, k=range(1, numbers[-1] + 1))
        sums = np.cumsum(y[rows][places] * weight[rows][places], axis=1)
        totals = np.cumsum(weight[rows][places], axis=1)
        return {k: kept_possible(sums[:, k - 1] / totals[:, k - 1], loss, y, weight) for k in numbers}

    folds = inner_folds(len(y), seed)
    errors = dict.fromkeys(numbers, 0.0)
    for fold in range(INNER_FOLDS):
        out = folds == fold
        for k, guess in guesses(~out, x[out]).items():
            errors[k] += deviance(y[out], guess, loss, weight[out]) * out.sum()
    return guesses(np.full(len(y), True), points)[min(errors, key=errors.get)]


def ebm(x, y, weight, points, loss, seed):
    """The explainable boosting machine of interpret-core; fewer rounds and bags than its defaults, whose fits take minutes where there is no noise."""
    from interpret.glassbox import ExplainableBoostingClassifier, ExplainableBoostingRegressor

    shared = {"random_state": seed, "n_jobs": 1, "outer_bags": 4, "max_rounds": 2000}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if loss == "binomial":
            fit = ExplainableBoostingClassifier(**shared).fit(x, y.astype(int), sample_weight=weight)
            return fit.predict_proba(points)[:, 1]
        objective = "poisson_deviance" if loss == "poisson" else "rmse"
        return ExplainableBoostingRegressor(objective=objective, **shared).fit(x, y, sample_weight=weight).predict(points)


IN_PYTHON = {"forest": forest, "boosting": boosting, "nearest": nearest, "ebm": ebm}
# Other methods and settings of gaptv itself: what `gaptv fit` gets. Counts have no trees: they get one for numbers.
IN_PROGRAM = {"paper": ["--preset", "paper"], "cart-cv": ["--method", "cart-cv"]}
TREE_OF_REGIONS = ["--method", "cart"]
SMOOTHER = Path(__file__).with_name("smoother.R")


def run(command):
    finished = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if finished.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: {finished.stderr.strip()[-400:]}")


def seconds_of_programs():
    """The processor time of the programs that this process has run, which does not depend on what else the machine does."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def predict_by_program(problem, program, arguments, folder):
    """The predictions of a gaptv program, the number of regions and the processor seconds of the fit."""
    is_tree = "--method" in arguments
    loss = "gaussian" if is_tree and problem.loss == "poisson" else problem.loss
    model, predicted = folder / "model.json", folder / "predicted.csv"
    columns = ["--x", ",".join(problem.columns), "--y", "y"]
    if problem.exposure:
        columns += ["--exposure", problem.exposure]
    start = seconds_of_programs()
    run([program, "fit", problem.train_file, *columns, "--loss", loss, "--seed", problem.seed, "--threads", 1, "--quiet", *arguments, "-o", model])
    seconds = seconds_of_programs() - start
    run([program, "predict", model, problem.test_file, "--threads", 1, "--quiet", "-o", predicted])
    with open(predicted, encoding="utf-8") as file:
        place = file.readline().strip().split(",").index("prediction")
    values = np.genfromtxt(predicted, delimiter=",", skip_header=1, usecols=place, ndmin=1)
    regions = len(json.loads(model.read_text(encoding="utf-8"))["surfaces"][0]["regions"])
    return values, regions, seconds


def predict_by_smoother(problem, folder):
    """mgcv: a tensor product of cubic splines, its smoothing by restricted maximum likelihood."""
    predicted = folder / "predicted.csv"
    run(["Rscript", SMOOTHER, problem.train_file, problem.test_file, problem.loss, problem.exposure or "-", predicted, folder / "seconds"])
    return np.genfromtxt(predicted, delimiter=",", skip_header=1, ndmin=1), float((folder / "seconds").read_text())


def predict_in_python(problem, name):
    x, y, exposure = problem.read(problem.train_file)
    points = problem.read(problem.test_file)[0]
    y, weight = weights_and_rates(y, exposure)
    start = time.process_time()
    values = IN_PYTHON[name](x, y, weight, points, problem.loss, problem.seed)
    return np.asarray(values, dtype=float), time.process_time() - start


def measures(problem, predicted):
    """The error (RMSE against the truth, or on held-out rows the RMSE or deviance), quantiles of absolute errors, and the deviance from the truth."""
    _, y, exposure = problem.read(problem.test_file)
    _, outcome, train_exposure = problem.read(problem.train_file)
    y, weight = weights_and_rates(y, exposure)
    outcome, train_weight = weights_and_rates(outcome, train_exposure)
    absolute = np.abs(predicted - y)
    rmse = float(np.sqrt(np.average(absolute ** 2, weights=weight)))
    # What a method says is impossible may happen, so that the deviance would be infinite.
    distance = rmse if problem.loss == "gaussian" else deviance(y, kept_possible(predicted, problem.loss, outcome, train_weight), problem.loss, weight)
    error = distance if problem.is_real else rmse
    q95, q99 = np.quantile(absolute, [0.95, 0.99])
    return {"error": error, "q95": q95, "q99": q99, "largest": absolute.max(), "deviance": distance}
