// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

// The public interface of the library:
//   const auto data  = gaptv::read_csv("crime.csv", {.features = {"lon", "lat"}, .outcome = "log_count"});
//   const auto model = gaptv::fit(data, {.folds = 5, .seed = 1});
//   gaptv::write_model(model, "crime.json");
#include "gaptv/base/error.h"
#include "gaptv/base/progress.h"
#include "gaptv/base/version.h"
#include "gaptv/baselines/method.h"
#include "gaptv/cells/counted_rows.h"
#include "gaptv/cells/counted_rows_file.h"
#include "gaptv/data/csv/csv.h"
#include "gaptv/data/dataset.h"
#include "gaptv/evaluate/compare.h"
#include "gaptv/evaluate/evaluate.h"
#include "gaptv/loss/outcome_loss.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/model.h"
#include "gaptv/model/model_file.h"
#include "gaptv/model/option_table.h"
#include "gaptv/model/predict.h"
#include "gaptv/report/report.h"
#include "gaptv/sql/scoring.h"
#include "gaptv/tv/denoise.h"
#include "gaptv/tv/node_means.h"
#include "gaptv/tv/total_variation.h"
