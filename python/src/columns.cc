// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "columns.h"

#include <utility>

namespace gaptv::python {

NumpyArray to_numpy(std::vector<double> values, std::vector<std::size_t> shape) {
  auto owned = std::make_unique<std::vector<double>>(std::move(values));
  double* const data = owned->data();
  const nanobind::capsule owner(owned.release(),
                                [](void* pointer) noexcept { delete static_cast<std::vector<double>*>(pointer); });
  return {data, shape.size(), shape.data(), owner};
}

NumpyArray to_numpy(std::vector<double> values) {
  const std::size_t size = values.size();
  return to_numpy(std::move(values), {size});
}

std::vector<double> to_vector(const Column& column) {
  std::vector<double> values;
  values.reserve(column.shape(0));
  for (std::size_t i = 0; i < column.shape(0); ++i) {
    values.push_back(column.data()[static_cast<std::ptrdiff_t>(i) * column.stride(0)]);
  }
  return values;
}

ColumnView Columns::add(const Column& column) {
  if (column.shape(0) == 0 || column.stride(0) > 0) {
    kept_.push_back(column);
    return {column.data(), column.shape(0), static_cast<std::size_t>(column.stride(0))};
  }
  copies_.push_back(std::make_unique<std::vector<double>>(to_vector(column)));
  return *copies_.back();
}

Rows::Rows(const std::vector<Column>& features, const std::vector<std::string>& names, const Column& outcome,
           const std::string& outcome_name, const std::optional<Column>& weight, const std::optional<Column>& exposure,
           const std::vector<std::string>& classes, std::size_t dropped_rows) {
  view_.feature_names = names;
  for (const Column& feature : features) view_.features.push_back(columns_.add(feature));
  view_.outcome = columns_.add(outcome);
  view_.outcome_name = outcome_name;
  if (weight) {
    view_.weight = columns_.add(*weight);
    view_.weight_name = "weight";
  }
  if (exposure) {
    view_.exposure = columns_.add(*exposure);
    view_.exposure_name = "exposure";
  }
  view_.classes = classes;
  view_.dropped_rows = dropped_rows;
}

}  // namespace gaptv::python
