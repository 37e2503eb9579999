#!/usr/bin/env python3
"""The rule that deals rows to folds (docs/folds.md), a second time, in plain SQL: SQLite with nothing but +, *, %, <, CAST and CASE.

  fold_rule_sql.py FILE            are the scales and folds in FILE those of the rule? (0 if so; else the first difference, and 1)
  fold_rule_sql.py --write FILE    test vectors, as in formats/fold-rule-v1.json

FILE is JSON: "cases", each with "columns" (lists of numbers), "seed", "folds", "scales" and "fold", the fold of each row.
"""
import json
import math
import random
import sqlite3
import sys

MODULUS = 2147483647
MULTIPLIER = 1103515245
MOST = 2305843009213693952.0  # 2^61


def scale_of(column):
    """This comes from a query of its own, SELECT max(abs(x)), and stays in the header of a table."""
    return min(52 - math.frexp(max(abs(x) for x in column))[1], 1023)


def whole_number(column):
    """floor(x * 2^k), kept within +- 2^61, as a non-negative number modulo p. Numbers come as parameters: SQLite may read a literal inexactly."""
    scaled = f"min(max({column} * :factor_{column}, -:most), :most)"
    floor = f"(CAST({scaled} AS INTEGER) - (CAST({scaled} AS INTEGER) > {scaled}))"
    return f"(({floor} % {MODULUS}) + {MODULUS}) % {MODULUS}"


def query_of(columns, seed, folds):
    """One step a column: h = (h * a + i) mod p, then h = h^5 mod p."""
    names = [f"c{j}" for j in range(columns)]
    whole = ", ".join(f"{whole_number(name)} AS i_{name}" for name in names)
    steps = [f"whole AS (SELECT id, {seed % MODULUS} AS h, {whole} FROM row_table)"]
    source = "whole"
    rest = "".join(f", i_{name}" for name in names)
    for name in names:
        steps += [
            f"sum_{name} AS (SELECT id, (h * {MULTIPLIER} + i_{name}) % {MODULUS} AS h{rest} FROM {source})",
            f"square_{name} AS (SELECT id, h, h * h % {MODULUS} AS s{rest} FROM sum_{name})",
            f"power_{name} AS (SELECT id, (s * s % {MODULUS}) * h % {MODULUS} AS h{rest} FROM square_{name})",
        ]
        source = f"power_{name}"
    return f"WITH {', '.join(steps)} SELECT h % {folds} FROM {source} ORDER BY id"


def folds_by_sql(columns, scales, seed, folds):
    base = sqlite3.connect(":memory:")
    names = [f"c{j}" for j in range(len(columns))]
    base.execute(f"CREATE TABLE row_table (id INTEGER PRIMARY KEY, {', '.join(name + ' REAL' for name in names)})")
    marks = ", ".join("?" * (len(columns) + 1))
    base.executemany(f"INSERT INTO row_table VALUES ({marks})", zip(range(len(columns[0])), *columns))
    numbers = {f"factor_{name}": 2.0**scale for name, scale in zip(names, scales)} | {"most": MOST}
    return [fold for (fold,) in base.execute(query_of(len(columns), seed, folds), numbers)]


def check(path):
    with open(path, encoding="utf-8") as file:
        cases = json.load(file)["cases"]
    for number, case in enumerate(cases):
        columns = [[float(x) for x in column] for column in case["columns"]]
        # Pinned scales are those of other rows.
        scales = case["scales"] if case.get("pinned") else [scale_of(column) for column in columns]
        if scales != case["scales"]:
            sys.exit(f"case {number}: scales {case['scales']} instead of {scales}")
        folds = folds_by_sql(columns, scales, case["seed"], case["folds"])
        for row, (found, expected) in enumerate(zip(case["fold"], folds, strict=True)):
            if found != expected:
                sys.exit(f"case {number}, row {row} {[c[row] for c in columns]}: fold {found} instead of {expected}")
    print(f"{len(cases)} cases agree with SQL")


def write(path):
    draw = random.Random(1)
    extremes = [0.0, -0.0, 1.0, -1.0, 0.1, -0.1, 5e-324, -5e-324, 2.2250738585072014e-308, -1e-300, 123456789.0, -2.5e17]
    lattice = [[float(i // 8), float(i % 8), 0.0] for i in range(64)]
    tables = [
        (lattice, 0, 5),
        ([[draw.gauss(0, 1), draw.gauss(-1e6, 1), draw.gauss(0, 1e-6)] for _ in range(40)], 1, 5),
        ([[x, draw.gauss(0, 1)] for x in extremes], 7, 10),
        ([[x, 1.7976931348623157e308 * draw.uniform(-1, 1)] for x in extremes], 18446744073709551615, 20),
        ([[5e-324 * draw.randrange(-9, 9), 1e-310 * draw.random()] for _ in range(20)], 3, 2),
        ([[0.1 * i, 4.0] for i in range(40)], 2147483646, 7),
    ]
    cases = []
    for rows, seed, folds in tables:
        columns = [list(column) for column in zip(*rows)]
        scales = [scale_of(column) for column in columns]
        fold = folds_by_sql(columns, scales, seed, folds)
        cases.append({"seed": seed, "folds": folds, "columns": columns, "scales": scales, "fold": fold})
    # Rows that were appended: the scales are those of earlier ones.
    columns = [[1.5, -1e6, 1e30, -1e300, 3.0], [0.25, 0.5, 0.75, 1.0, 1e9]]
    pinned = {"seed": 0, "folds": 5, "pinned": True, "columns": columns, "scales": [51, 52]}
    cases.append({**pinned, "fold": folds_by_sql(columns, pinned["scales"], 0, 5)})
    with open(path, "w", encoding="utf-8") as file:
        file.write('{"rule": "mersenne-31", "cases": [\n')
        file.write(",\n".join(json.dumps(case) for case in cases))
        file.write("\n]}\n")


if __name__ == "__main__":
    if sys.argv[1] == "--write":
        write(sys.argv[2])
    else:
        check(sys.argv[1])
