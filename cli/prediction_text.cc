// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/prediction_text.h"

#include "gaptv/output/csv.h"

namespace gaptv::cli {
namespace {

const char* prefix_of(PredictionType type) {
  switch (type) {
    case PredictionType::link:
      return "link_";
    case PredictionType::region:
      return "plateau_";
    case PredictionType::response:
      break;
  }
  return "probability_";
}

}  // namespace

PredictionText::PredictionText(const Model& model, PredictionType type, char delimiter)
    : model_(model), type_(type), delimiter_(delimiter), column_names_{"prediction"} {
  if (!model_.has_classes()) return;
  for (const std::string& label : model_.record.classes) {
    labels_.push_back(csv_field(label, delimiter));
    column_names_.push_back(prefix_of(type) + label);
  }
}

void PredictionText::predict(const DataView& rows, std::size_t threads) {
  values_ = predict_by_surface(model_, rows, model_.has_classes() ? PredictionType::response : type_, threads);
  if (!model_.has_classes()) return;
  class_of_row_ = most_probable_class(values_);
  if (type_ != PredictionType::response) values_ = predict_by_surface(model_, rows, type_, threads);
}

void PredictionText::append(std::string& text, std::size_t row) const {
  if (!labels_.empty()) (text += delimiter_) += labels_[class_of_row_[row]];
  for (const std::vector<double>& column : values_) (text += delimiter_) += csv_number(column[row]);
}

}  // namespace gaptv::cli
