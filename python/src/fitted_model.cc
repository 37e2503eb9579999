// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "fitted_model.h"

#include <map>
#include <variant>

#include "gaptv/gaptv.h"
#include "gaptv/model/fitted_path.h"
#include "python_progress.h"

namespace nb = nanobind;

namespace gaptv::python {

FittedModel FittedModel::fit(const Rows& rows, const GivenOptions& options) {
  const FitOptions chosen = fit_options(options);
  PythonProgress progress;
  const nb::gil_scoped_release released;
  return FittedModel(fit_by_method(rows.view(), chosen, &progress));
}

FittedModel FittedModel::from_json(const std::string& text, const std::string& source) {
  return FittedModel(any_model_from_json(text, source));
}

std::string FittedModel::to_json() const {
  return std::visit([](const auto& any) { return model_to_json(any); }, model_);
}

NumpyArray FittedModel::predict(const std::vector<Column>& features, const std::string& type,
                                std::size_t threads) const {
  static const std::map<std::string, PredictionType> types = {
      {"response", PredictionType::response}, {"link", PredictionType::link}, {"plateau", PredictionType::plateau}};
  const auto found = types.find(type);
  if (found == types.end()) throw InvalidInput("type '" + type + "': give response, link or plateau");
  Columns columns;
  DataView data;
  for (const Axis& axis : first().grid.axes) data.feature_names.push_back(axis.name);
  for (const Column& feature : features) data.features.push_back(columns.add(feature));
  std::vector<double> values;
  std::vector<std::size_t> shape = {data.rows()};
  {
    const nb::gil_scoped_release released;
    if (const auto* const one = std::get_if<Model>(&model_)) {
      values = gaptv::predict(*one, data, found->second, threads);
    } else {
      const auto by_class = predict_classes(std::get<ClassModel>(model_), data, found->second, threads);
      shape.push_back(by_class.size());
      values.resize(data.rows() * by_class.size());
      for (std::size_t k = 0; k < by_class.size(); ++k) {
        for (std::size_t row = 0; row < data.rows(); ++row) values[row * by_class.size() + k] = by_class[k][row];
      }
    }
  }
  return to_numpy(std::move(values), std::move(shape));
}

nb::list FittedModel::path(std::size_t threads) const {
  PythonProgress progress;
  std::vector<FitOnPath> fits;
  {
    const nb::gil_scoped_release released;
    fits = fitted_path(first(), threads, progress);
  }
  nb::list list;
  for (FitOnPath& fit : fits) {
    list.append(nb::make_tuple(fit.lambda, to_numpy(std::move(fit.values)), fit.regions, fit.is_chosen));
  }
  return list;
}

std::string FittedModel::report(const std::string& command, std::size_t threads) const {
  PythonProgress progress;
  const nb::gil_scoped_release released;
  ReportOptions options;
  options.command = command;
  options.threads = threads;
  return html_report(model_, options, &progress);
}

const Model& FittedModel::first() const {
  const auto* const one = std::get_if<Model>(&model_);
  return one != nullptr ? *one : std::get<ClassModel>(model_).models.front();
}

}  // namespace gaptv::python
