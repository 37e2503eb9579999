// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/work_units.h"

#include <mutex>

#include "gaptv/base/parallel.h"

namespace gaptv {

std::vector<Fields> names_of(const std::vector<WorkUnit>& units) {
  std::vector<Fields> names;
  names.reserve(units.size());
  for (const WorkUnit& unit : units) names.push_back(unit.name);
  return names;
}

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
  results.finish(names_of(units));
}

}  // namespace gaptv
