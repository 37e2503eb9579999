// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/data/dataset.h"
#include "gaptv/model/model.h"

namespace gaptv {

// What to tell of each point.
enum class PredictionType { response, link, plateau };

// The cell of each row. Rows outside the training range get the outer cell. O(1) per row and feature.
GAPTV_API std::vector<std::uint32_t> locate(const Model& model, const DataView& data, std::size_t threads = 0);

// The model's value at each row: on the scale of the outcome (response), before the link function (for the squared loss
// the same), or the id of its plateau.
GAPTV_API std::vector<double> predict(const Model& model, const DataView& data,
                                      PredictionType type = PredictionType::response, std::size_t threads = 0);

// The same into memory that the caller has, one place per row: for large data, whose result should not be written
// twice.
GAPTV_API void predict_into(std::span<double> result, const Model& model, const DataView& data, PredictionType type,
                            std::size_t threads = 0);

// Whether each row lies outside the range of the training rows on any axis.
GAPTV_API std::vector<std::uint8_t> is_outside_training_range(const Model& model, const DataView& data);

}  // namespace gaptv
