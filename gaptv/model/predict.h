// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/data/dataset.h"
#include "gaptv/model/model.h"

namespace gaptv {

// Says what to tell of each point.
enum class PredictionType { response, link, region };

// Reads "response", "link" or "region" ("plateau" means the same). Throws InvalidInput for anything else.
GAPTV_API PredictionType parse_prediction_type(const std::string& text);

// Returns the cell of each row. Rows outside the training range get the outer cell. O(1) per row and feature.
GAPTV_API std::vector<std::uint32_t> locate(const Surface& surface, const DataView& data, std::size_t threads = 0);

// Returns the model's value at each row: on the scale of the outcome (response), before the link function (for the
// squared loss the same), or the id of its region. A model of several classes has as many numbers for each row, one
// after the other in the order of the classes:
//   response  the probability p of the class, inside 0 and 1; those of a row add up to 1 (but for rounding)
//   link      the logit of that probability, log(p / (1 - p)), so that link and response belong together
//   region    the id of the region in the surface of this class
GAPTV_API std::vector<double> predict(const Model& model, const DataView& data,
                                      PredictionType type = PredictionType::response, std::size_t threads = 0);

// Predicts into memory that the caller has, which is as large as what predict() returns: for large data, whose result
// should not be written twice.
GAPTV_API void predict_into(std::span<double> result, const Model& model, const DataView& data, PredictionType type,
                            std::size_t threads = 0);

// Predicts as predict() does, with a list for each surface.
GAPTV_API std::vector<std::vector<double>> predict_by_surface(const Model& model, const DataView& data,
                                                              PredictionType type = PredictionType::response,
                                                              std::size_t threads = 0);

// Returns for each row the class with the largest probability; of equal ones the first. "probability" has one list per
// class.
GAPTV_API std::vector<std::size_t> most_probable_class(const std::vector<std::vector<double>>& probability);

// Tells whether each row lies outside the range of the training rows on any axis, or in a cell that a mask left out.
GAPTV_API std::vector<std::uint8_t> is_outside_training_range(const Model& model, const DataView& data);

}  // namespace gaptv
