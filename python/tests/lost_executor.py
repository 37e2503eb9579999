# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Fits a file on a cluster of two executor processes, twice: undisturbed, and with one of them killed in the middle.

usage: lost_executor.py FOLDER    reads FOLDER/homes.parquet, writes FOLDER/undisturbed.json and FOLDER/disturbed.json, prints what happened as JSON
"""
import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

folder = Path(sys.argv[1])
import pyspark  # noqa: E402

# Workers put what executors leave behind into SPARK_HOME: one of our own, which is removed with the folder.
home = folder / "home"
home.mkdir()
for entry in Path(pyspark.__file__).parent.iterdir():
    (home / entry.name).symlink_to(entry)
os.environ.update(SPARK_HOME=str(home), SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable, PYSPARK_DRIVER_PYTHON=sys.executable)

from pyspark.sql import SparkSession  # noqa: E402

import gaptv  # noqa: E402

MOST_WAITED = 120  # seconds
KILLED_AFTER = 3  # statements


def executors():
    """The numbers of the processes that are executors of this cluster."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                command = (process / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue  # it has ended
            is_ours = any(str(home).encode() in part for part in command)
            if is_ours and b"org.apache.spark.executor.CoarseGrainedExecutorBackend" in command:
                found.append(int(process.name))
    return sorted(found)


def wait_for(what):
    end = time.monotonic() + MOST_WAITED
    while time.monotonic() < end:
        found = what()
        if found:
            return found
        time.sleep(0.005)
    raise TimeoutError("the cluster did not get there")


session = (
    SparkSession.builder.master("local-cluster[2,1,1024]")
    .appName("gaptv-lost-executor")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.ui.enabled", "false")
    .config("spark.sql.shuffle.partitions", "4")
    .config("spark.sql.files.maxPartitionBytes", str(1 << 20))
    .config("spark.sql.warehouse.dir", str(folder / "warehouse"))
    .config("spark.local.dir", str(folder / "local"))
    .getOrCreate()
)
session.sparkContext.setLogLevel("OFF")
happened = {}
try:
    tracker = session.sparkContext.statusTracker()
    wait_for(lambda: len(executors()) == 2)
    homes = session.read.parquet(str(folder / "homes.parquet"))
    options = {"features": ["x", "z"], "weight": "w", "bins_max": 20, "lambdas": 10}
    (folder / "undisturbed.json").write_text(gaptv.fit(homes, "y", **options).to_json(), encoding="utf-8")

    before = executors()
    jobs_before = len(tracker.getJobIdsForGroup(None))
    disturbed_stages = []

    def active_stages():
        return [info for stage in tracker.getActiveStageIds() if (info := tracker.getStageInfo(stage)) is not None and info.numActiveTasks > 0]

    def is_in_the_middle():
        return len(tracker.getJobIdsForGroup(None)) >= jobs_before + KILLED_AFTER and active_stages()

    def are_stuck():
        """Tells whether the tasks that are left do not go on: they are the stopped executor's."""
        seen = active_stages()
        time.sleep(0.5)
        return seen if seen and seen == active_stages() else None

    def kill_one():
        """Kills an executor that certainly works on a statement in the middle: it is stopped first, and keeps the task that it has or gets."""
        wait_for(is_in_the_middle)
        os.kill(before[0], signal.SIGSTOP)
        disturbed_stages.extend(info.stageId for info in wait_for(are_stuck))
        os.kill(before[0], signal.SIGKILL)

    killer = threading.Thread(target=kill_one)
    killer.start()
    (folder / "disturbed.json").write_text(gaptv.fit(homes, "y", **options).to_json(), encoding="utf-8")
    killer.join()
    happened["failed_tasks"] = sum(info.numFailedTasks for stage in disturbed_stages if (info := tracker.getStageInfo(stage)) is not None)
    happened["killed"] = before[0]
    # A worker starts another one in its place.
    happened["executors"] = wait_for(lambda: len(found := executors()) == 2 and found)
    happened["views"] = [table.name for table in session.catalog.listTables()]
finally:
    session.stop()
    wait_for(lambda: not executors())
print(json.dumps(happened))
