// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gaptv/data/dataset.h"

namespace gaptv::python {

using Column = nanobind::ndarray<const double, nanobind::ndim<1>, nanobind::device::cpu>;
using NumpyArray = nanobind::ndarray<nanobind::numpy, double>;

// Make arrays that own what they are given.
NumpyArray to_numpy(std::vector<double> values, std::vector<std::size_t> shape);
NumpyArray to_numpy(std::vector<double> values);

std::vector<double> to_vector(const Column& column);

// Keeps columns alive as they lie in memory; one whose numbers run backwards is copied.
class Columns {
 public:
  Columns() = default;
  Columns(const Columns&) = delete;  // views point into it
  Columns& operator=(const Columns&) = delete;

  ColumnView add(const Column& column);

 private:
  std::vector<Column> kept_;
  std::vector<std::unique_ptr<std::vector<double>>> copies_;
};

// Holds the rows that models are fitted to.
class Rows {
 public:
  Rows(const std::vector<Column>& features, const std::vector<std::string>& names, const Column& outcome,
       const std::string& outcome_name, const std::optional<Column>& weight, const std::optional<Column>& exposure,
       const std::vector<std::string>& classes, std::size_t dropped_rows);

  const DataView& view() const { return view_; }

 private:
  Columns columns_;
  DataView view_;
};

}  // namespace gaptv::python
