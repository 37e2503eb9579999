// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arrow_batches.h"
#include "columns.h"
#include "gaptv/model/model.h"
#include "option_texts.h"

namespace gaptv::python {

// Wraps a model; the interpreter is free while it works.
class FittedModel {
 public:
  explicit FittedModel(Model model) : model_(std::move(model)) {}

  static FittedModel fit(const Rows& rows, const GivenOptions& options);
  // Fits rows that are read batch by batch, after they were copied into memory or where they are.
  static FittedModel fit_batches(ArrowBatches& rows, bool drops_missing, const std::string& kept,
                                 const GivenOptions& options);
  static FittedModel from_json(const std::string& text, const std::string& source);
  std::string to_json() const;

  // Returns a number for each row, or for each row and class. "type" is response, link or region.
  NumpyArray predict(const std::vector<Column>& features, const std::string& type, std::size_t threads) const;

  // Returns the path of one surface: (lambda, values, regions, is chosen) for every lambda.
  nanobind::list path(std::size_t surface, std::size_t threads) const;

  // Returns what a map of one surface looks like: which features run across and up, height_per_width of the box (0:
  // any), where colours end (low, high) and which cells lie in empty places.
  nanobind::dict map_facts(std::size_t surface) const;

  // Returns the regions of a model of two features as polygons: the code of the EPSG (0: not known) and the well-known
  // binary of each region. "horizontal" is the feature along x, unless its name is to say it.
  nanobind::tuple areas(const std::optional<std::size_t>& horizontal) const;

  // Returns the statements that score rows in a database, or with `is_file` the text of a file as the only one. The
  // options are dialect, what, type, table, label and lookup_table; what is left out is as usual.
  std::vector<std::string> scoring_sql(const GivenOptions& options, bool is_file) const;

  std::string report(const std::string& command, std::size_t threads, const std::string& title, const std::string& unit,
                     bool is_percent, const std::string& outline) const;

 private:
  Model model_;
};

}  // namespace gaptv::python
