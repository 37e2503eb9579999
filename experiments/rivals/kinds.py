# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Which kinds of data GapTV is compared on, at which sizes, and columns of public data sets."""
from dataclasses import dataclass

# Kinds by what they ask of a method; the sizes of the whole suite. Sizes of QUICK are among them.
GROUPS = {
    "plateaus of the paper": {"plateaus": [50, 200, 1000, 2000, 5000, 20000]},
    "boxes": {"boxes": [200, 500, 2000], "scenario1": [200], "scenario3": [500], "crowded": [2000], "one-feature": [50, 200, 2000], "three-features": [500, 5000]},
    "discs and bands": {"discs": [100, 1000, 10000], "bands": [200, 500, 2000]},
    "features that matter unequally": {"dominant-curve": [200, 500, 2000, 20000], "useless-second": [100, 500, 2000], "useless-second-steps": [200, 500, 2000],
                                       "useless-third": [1000, 5000], "useless-two": [500, 5000]},
    "smooth": {"smooth": [500, 2000], "gradient": [100, 200, 1000], "scenario4": [500], "smooth-curve": [50, 200, 2000], "smooth-three": [500, 5000]},
    "smooth with little noise or none": {"smooth-exact": [200, 1000], "smooth-quiet": [200, 500, 2000, 20000]},
    "heavy tails": {"heavy-tails": [200, 500, 2000]},
    "counts": {"counts": [200, 500, 2000], "counts-over-3": [300, 1000, 5000], "counts-over-13": [200, 1000, 5000], "counts-over-13-smooth": [1000]},
    "classes": {"binary": [200, 1000], "slope-class": [300, 1000, 5000], "rare-class": [1000, 3000, 20000]},
}

# What runs in about three minutes.
QUICK = {
    "plateaus": [200, 2000], "boxes": [500], "one-feature": [200], "three-features": [500], "discs": [100, 1000], "bands": [500], "dominant-curve": [500], "useless-second": [500],
    "useless-second-steps": [500], "useless-third": [1000], "smooth": [500], "gradient": [200], "smooth-exact": [1000], "smooth-quiet": [500], "heavy-tails": [500], "counts": [500],
    "counts-over-3": [1000], "counts-over-13": [1000], "binary": [1000], "slope-class": [1000], "rare-class": [3000],
}


@dataclass
class RealSet:
    """Columns of a CSV file that the repository does not hold; experiments/real_sets.cc has the same."""
    features: list
    outcome: str
    loss: str = "gaussian"
    exposure: str = ""


REAL_SETS = {
    "airfoil": RealSet(["freq", "attackangle"], "soundpressure"),
    "austin2014_grid100": RealSet(["ix", "iy"], "log_count"),
    "banana": RealSet(["x1", "x2"], "y", "binomial"),
    "bikeshares": RealSet(["temp", "windspeed"], "cnt"),
    "brain": RealSet(["X", "Y"], "medFPQ"),
    "california_housing": RealSet(["longitude", "latitude"], "median_house_value"),
    "chicago2015_arrest": RealSet(["lat", "lon"], "arrest", "binomial"),
    "chicago2015_grid100": RealSet(["ix", "iy"], "log_count"),
    "concrete": RealSet(["Water", "Coarse Aggr."], "Compressive Strength (28-day)(Mpa)"),
    "lidar": RealSet(["range"], "logratio"),
    "mack": RealSet(["lon", "lat"], "egg.count", "poisson", "net.area"),
    "violence": RealSet(["medIncome", "PopDens"], "ViolentCrimesPerPop"),
}
QUICK_REAL_SETS = ["airfoil", "banana", "bikeshares", "brain", "concrete", "lidar", "mack", "violence"]
OUTER_FOLDS = 5
# Of larger sets so many rows are taken, the same for every method: the slowest method decides.
MOST_REAL_ROWS = 4000
# Larger samples differ less from each other and take longer: a third of the trials.
LARGE = 2000


def group_of(name):
    for group, kinds in GROUPS.items():
        if name in kinds:
            return group
    return "real data"
