// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/work_units.h"

#include <mutex>

#include "gaptv/base/file.h"
#include "gaptv/base/parallel.h"

namespace gaptv {

void run_units(const std::vector<WorkUnit>& units, ResultFile& results, std::size_t threads, Progress& progress) {
  std::vector<const WorkUnit*> waiting;
  double whole = 0;
  for (const WorkUnit& unit : units) {
    if (results.has(unit.name)) continue;
    waiting.push_back(&unit);
    whole += unit.cost;
  }
  progress.begin(Stage::experiment);
  std::mutex mutex;
  double done = 0;
  WithoutStages quiet(progress);
  parallel_for(waiting.size(), threads, [&](std::size_t i) {
    progress.check();
    results.add(waiting[i]->name, waiting[i]->run(quiet));
    const std::scoped_lock lock(mutex);
    done += waiting[i]->cost;
    progress.advance(done / whole);
  });
  results.finish();
}

Summary run_and_summarise(const ResultTable& table, const std::vector<WorkUnit>& units,
                          const ExperimentOptions& options, const std::string& settings, Progress& progress) {
  ResultFile results(result_path(options, table.name + ".csv"), table.columns, table.unit_columns, settings);
  run_units(units, results, options.threads, progress);
  Summary summary = summarise(table.columns, results.rows(), table.group_columns, table.measures);
  write_file(result_path(options, table.name + "_summary.csv"), to_csv(summary));
  return summary;
}

}  // namespace gaptv
