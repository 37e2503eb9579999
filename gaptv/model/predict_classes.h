// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/model/class_model.h"
#include "gaptv/model/predict.h"

namespace gaptv {

// For each class, in the order of the model's, a number for each row:
//   response  its probability p, inside 0 and 1; those of a row add up to 1 (but for rounding)
//   link      the logit of that probability, log(p / (1 - p)), so that link and response belong together
//   plateau   the id of the region in the model of this class
GAPTV_API std::vector<std::vector<double>> predict_classes(const ClassModel& model, const DataView& data,
                                                           PredictionType type = PredictionType::response,
                                                           std::size_t threads = 0);

// For each row the class with the largest probability; of equal ones the first. probability: one list per class.
GAPTV_API std::vector<std::size_t> most_probable_class(const std::vector<std::vector<double>>& probability);

}  // namespace gaptv
