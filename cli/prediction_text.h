// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gaptv/model/model.h"
#include "gaptv/model/predict.h"

namespace gaptv::cli {

// Writes the columns that predict appends: 'prediction' and, for several classes, whose prediction is the label of the
// most probable one, a column per class.
class PredictionText {
 public:
  // The model must outlive it.
  PredictionText(const Model& model, PredictionType type, char delimiter);

  // Returns the names as they are, not quoted.
  const std::vector<std::string>& column_names() const { return column_names_; }

  void predict(const DataView& rows, std::size_t threads);
  std::size_t rows() const { return values_.front().size(); }
  // Appends the fields of one of the predicted rows, each with the delimiter before it.
  void append(std::string& text, std::size_t row) const;

 private:
  const Model& model_;
  PredictionType type_;
  char delimiter_;
  std::vector<std::string> column_names_;
  std::vector<std::string> labels_;          // as fields; empty without classes
  std::vector<std::size_t> class_of_row_;    // predicted
  std::vector<std::vector<double>> values_;  // a list per column of numbers
};

}  // namespace gaptv::cli
