// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "gaptv/base/progress.h"
#include "gaptv/data/dataset.h"
#include "gaptv/gaptv_c.h"
#include "gaptv/model/fit_options.h"

namespace gaptv::c_interface {

// All that the C interface knows of models is here and in model_handle.cc; these throw what the library throws.
struct DestroyModel {
  void operator()(gaptv_model* model) const noexcept;
};
using ModelHandle = std::unique_ptr<gaptv_model, DestroyModel>;

ModelHandle fit_model(const DataView& data, const FitOptions& options, Progress* progress);
ModelHandle read_model(const std::string& path);
ModelHandle model_from_json(const std::string& json);

void write_model(const gaptv_model& model, const std::string& path);
std::string model_to_json(const gaptv_model& model);
std::string report_model(const gaptv_model& model, std::size_t threads, Progress* progress);

// The choices are those of gaptv_model_count(), gaptv_model_name() and gaptv_predict(); others are refused.
std::size_t count_in_model(const gaptv_model& model, const std::string& what);
const std::string& name_in_model(const gaptv_model& model, const std::string& what, std::size_t index);
void predict_rows(const gaptv_model& model, const DataView& data, const std::string& type, std::size_t threads,
                  std::span<double> values);

}  // namespace gaptv::c_interface
