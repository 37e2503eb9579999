#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""A fit in Spark, statement by statement: seconds, and bytes of the answers that cross to the driver. A JSON object a line for each figure.

usage: spark.py ROWS [THREADS [OUTCOME]], in an environment with gaptv, pyspark and pyarrow; OUTCOME is plain (the default) or classes
Rows have two features, one of them with ties. A fit of a thousand rows comes first, so that Spark itself is awake; memory does the same fit at the end.
"""
import json
import os
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

os.environ.update(SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable, PYSPARK_DRIVER_PYTHON=sys.executable)
from pyspark.sql import SparkSession  # noqa: E402

import gaptv  # noqa: E402
import gaptv._spark_frame as frames  # noqa: E402


def write_rows(path, rows, outcome):
    rng = np.random.default_rng(1)
    x, z = rng.normal(size=rows), rng.integers(0, 4000, rows) / 8
    high = (x > 0.2) & (z > 250)
    y = (rng.random(rows) < np.where(high, 0.8, 0.3)).astype(float) if outcome == "classes" else 3.0 * high + rng.normal(size=rows)
    pq.write_table(pa.table({"x": x, "z": z, "y": y}), path, row_group_size=500_000)
    return np.column_stack([x, z]), y


def report(what, **figures):
    print(json.dumps({"what": what, **figures}), flush=True)


def main():
    rows, threads = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 2
    outcome = sys.argv[3] if len(sys.argv) > 3 else "plain"
    answers = frames.columns_of_spark
    asked = []

    def measured(frame):
        start = time.perf_counter()
        columns = answers(frame)
        size = sum(sum(map(len, column)) if isinstance(column, list) else column.nbytes for column in columns)
        asked.append({"seconds": round(time.perf_counter() - start, 2), "bytes": size, "rows": len(columns[0]), "columns": len(columns)})
        return columns

    with tempfile.TemporaryDirectory(prefix="gaptv-spark-") as name:
        folder = Path(name)
        session = (
            SparkSession.builder.master(f"local[{threads}]")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.memory", "4g")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", str(2 * threads))
            .config("spark.sql.files.maxPartitionBytes", str(16 << 20))
            .config("spark.local.dir", str(folder / "local"))
            .config("spark.sql.warehouse.dir", str(folder / "warehouse"))
            .getOrCreate()
        )
        session.sparkContext.setLogLevel("ERROR")
        try:
            write_rows(folder / "few.parquet", 1000, outcome)
            gaptv.fit(session.read.parquet(str(folder / "few.parquet")), "y")
            X, y = write_rows(folder / "rows.parquet", rows, outcome)
            frame = session.read.parquet(str(folder / "rows.parquet"))
            start = time.perf_counter()
            frame.selectExpr("sum(x)", "sum(z)", "sum(y)").collect()
            report("one look at the three columns", rows=rows, seconds=round(time.perf_counter() - start, 2))
            frames.columns_of_spark = measured
            start = time.perf_counter()
            model = gaptv.fit(frame, "y")
            seconds = time.perf_counter() - start
            for number, figures in enumerate(asked):
                report(f"statement {number + 1}", **figures)
            report("the fit", rows=rows, seconds=round(seconds, 2), in_spark=round(sum(figures["seconds"] for figures in asked), 2), bytes=sum(figures["bytes"] for figures in asked))
        finally:
            session.stop()
    start = time.perf_counter()
    alone = gaptv.fit(X, y, threads=threads)
    report("the same in memory", rows=rows, seconds=round(time.perf_counter() - start, 2), same_regions=len(alone.regions) == len(model.regions), same_bins=alone.bins == model.bins)


if __name__ == "__main__":
    main()
