// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// The library for Python: columns of numpy in, models out. What needs no speed is written in Python (python/gaptv).
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gaptv/gaptv.h"
#include "gaptv/model/fitted_path.h"

namespace nb = nanobind;

namespace gaptv {
namespace {

using Column = nb::ndarray<const double, nb::ndim<1>, nb::device::cpu>;
using NumpyArray = nb::ndarray<nb::numpy, double>;
using Options = std::map<std::string, std::string>;

// Lets Ctrl-C through: Python looks at signals on its main thread only.
class PythonProgress final : public Progress {
 public:
  bool should_stop() override {
    if (std::this_thread::get_id() != caller_) return is_stopped_;
    const nb::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) {
      PyErr_Clear();  // the exception of the fit tells it again
      is_stopped_ = true;
    }
    return is_stopped_;
  }

 private:
  std::thread::id caller_ = std::this_thread::get_id();
  std::atomic<bool> is_stopped_{false};
};

ColumnView view_of(const Column& column) {
  return {column.data(), column.shape(0), static_cast<std::size_t>(column.stride(0))};
}

// Columns as they lie in memory; one whose numbers run backwards is copied.
class Columns {
 public:
  ColumnView add(const Column& column) {
    if (column.shape(0) == 0 || column.stride(0) > 0) return view_of(column);
    copies_.push_back(std::make_unique<std::vector<double>>());
    for (std::size_t i = 0; i < column.shape(0); ++i) {
      copies_.back()->push_back(column.data()[static_cast<std::ptrdiff_t>(i) * column.stride(0)]);
    }
    return *copies_.back();
  }

 private:
  std::vector<std::unique_ptr<std::vector<double>>> copies_;
};

NumpyArray to_numpy(std::vector<double> values, std::vector<std::size_t> shape) {
  auto owned = std::make_unique<std::vector<double>>(std::move(values));
  double* const data = owned->data();
  const nb::capsule owner(owned.release(),
                          [](void* pointer) noexcept { delete static_cast<std::vector<double>*>(pointer); });
  return {data, shape.size(), shape.data(), owner};
}

NumpyArray to_numpy(std::vector<double> values) {
  const std::size_t size = values.size();
  return to_numpy(std::move(values), {size});
}

std::size_t whole_number(const std::string& name, const std::string& text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos || text.size() > 18) {
    throw InvalidInput(name + ": give a whole number that is not negative, not " + text);
  }
  return std::stoull(text);
}

double number(const std::string& name, const std::string& text) {
  std::size_t used = 0;
  try {
    const double value = std::stod(text, &used);
    if (used == text.size()) return value;
  } catch (const std::exception&) {
  }
  throw InvalidInput(name + ": give a number, not " + text);
}

// All options as text, by the names of the command line.
FitOptions fit_options(const Options& given) {
  FitOptions options;
  if (const auto preset = given.find("preset"); preset != given.end()) set_preset(options, preset->second);
  const auto whole = [](std::size_t& target) {
    return [&target](const std::string& name, const std::string& text) { target = whole_number(name, text); };
  };
  const auto real = [](double& target) {
    return [&target](const std::string& name, const std::string& text) { target = number(name, text); };
  };
  const auto optional_whole = [](std::optional<std::size_t>& target) {
    return [&target](const std::string& name, const std::string& text) { target = whole_number(name, text); };
  };
  const auto by = [&options](void (*set)(FitOptions&, const std::string&)) {
    return [&options, set](const std::string&, const std::string& text) { set(options, text); };
  };
  const std::map<std::string, std::function<void(const std::string&, const std::string&)>> setters = {
      {"preset", [](const std::string&, const std::string&) {}},
      {"method", [&](const std::string&, const std::string& text) { options.method = text; }},
      {"loss", [&](const std::string&, const std::string& text) { options.loss = text; }},
      {"fractional_counts",
       [&](const std::string&, const std::string& text) { options.has_fractional_counts = text == "yes"; }},
      {"bins", by(set_bins)},
      {"bins_min", whole(options.bins_min)},
      {"bins_max", by(set_bins_max)},
      {"lambda", by(set_lambda)},
      {"lambdas", whole(options.lambdas)},
      {"lambda_ratio", real(options.lambda_ratio)},
      {"folds", whole(options.folds)},
      {"edges", by(set_edges)},
      {"empty_cells", by(set_empty_cells)},
      {"finer", real(options.finer)},
      {"shifts", whole(options.regions.shifts)},
      {"border", real(options.regions.border)},
      {"relax", by(set_relax)},
      {"prune", by(set_prune)},
      {"cp", real(options.cart.cp)},
      {"min_split", optional_whole(options.cart.min_split)},
      {"min_bucket", optional_whole(options.cart.min_bucket)},
      {"max_depth", whole(options.cart.max_depth)},
      {"cart_folds", whole(options.cart.folds)},
      {"seed", [&](const std::string& name, const std::string& text) { options.seed = whole_number(name, text); }},
      {"threads", whole(options.threads)}};
  for (const auto& [name, text] : given) {
    const auto setter = setters.find(name);
    if (setter == setters.end()) throw InvalidInput("there is no option '" + name + "'");
    setter->second(name, text);
  }
  return options;
}

DataView feature_view(const std::vector<Column>& features, const std::vector<std::string>& names, Columns& columns) {
  DataView data;
  data.feature_names = names;
  for (const Column& feature : features) data.features.push_back(columns.add(feature));
  return data;
}

class PyModel {
 public:
  explicit PyModel(AnyModel model) : model_(std::move(model)) {}

  static PyModel from_json(const std::string& text, const std::string& source) {
    return PyModel(any_model_from_json(text, source));
  }
  std::string to_json() const {
    return std::visit([](const auto& any) { return model_to_json(any); }, model_);
  }

  NumpyArray predict(const std::vector<Column>& features, const std::string& type, std::size_t threads) const {
    static const std::map<std::string, PredictionType> types = {
        {"response", PredictionType::response}, {"link", PredictionType::link}, {"plateau", PredictionType::plateau}};
    const auto found = types.find(type);
    if (found == types.end()) throw InvalidInput("type '" + type + "': give response, link or plateau");
    Columns columns;
    const DataView data = feature_view(features, names(), columns);
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

  // Of the model, or of the first class: (lambda, values, regions, is chosen).
  nb::list path(std::size_t threads) const {
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
  bool has_path() const { return has_fitted_path(first()); }

  std::string report(const std::string& command, std::size_t threads) const {
    PythonProgress progress;
    const nb::gil_scoped_release released;
    ReportOptions options;
    options.command = command;
    options.threads = threads;
    return html_report(model_, options, &progress);
  }

 private:
  const Model& first() const {
    const auto* const one = std::get_if<Model>(&model_);
    return one != nullptr ? *one : std::get<ClassModel>(model_).models.front();
  }
  std::vector<std::string> names() const {
    std::vector<std::string> list;
    for (const Axis& axis : first().grid.axes) list.push_back(axis.name);
    return list;
  }

  AnyModel model_;
};

PyModel fit_model(const std::vector<Column>& features, const std::vector<std::string>& names, const Column& outcome,
                  const std::string& outcome_name, const std::optional<Column>& weight,
                  const std::optional<Column>& exposure, const std::vector<std::string>& classes,
                  const Options& given) {
  Columns columns;
  DataView data = feature_view(features, names, columns);
  data.outcome = columns.add(outcome);
  data.outcome_name = outcome_name;
  if (weight) data.weight = columns.add(*weight);
  if (exposure) {
    data.exposure = columns.add(*exposure);
    data.exposure_name = "exposure";
  }
  data.classes = classes;
  const FitOptions options = fit_options(given);
  PythonProgress progress;
  const nb::gil_scoped_release released;
  return PyModel(fit_by_method(data, options, &progress));
}

// edges: from, to and weight of each; by node: value, plateau.
nb::tuple denoise_graph(const Column& values, const Column& weights, const std::vector<std::uint32_t>& from,
                        const std::vector<std::uint32_t>& to, const std::vector<double>& edge_weights, double lambda,
                        const std::string& loss) {
  GraphProblem problem;
  problem.graph.nodes = values.shape(0);
  for (std::size_t i = 0; i < values.shape(0); ++i) {
    problem.mean.push_back(view_of(values)[i]);
    problem.weight.push_back(view_of(weights)[i]);
  }
  for (std::size_t i = 0; i < from.size(); ++i) problem.graph.edges.push_back({from[i], to[i], edge_weights[i]});
  Denoised result;
  {
    const nb::gil_scoped_release released;
    const Loss* const known = find_loss(loss);
    if (known == nullptr) throw InvalidInput("loss '" + loss + "': give gaussian, binomial or poisson");
    result = denoise(std::move(problem), lambda, *known);
  }
  std::vector<double> plateau(result.plateau.begin(), result.plateau.end());
  return nb::make_tuple(to_numpy(std::move(result.value)), to_numpy(std::move(plateau)), result.certificate.objective,
                        result.certificate.relative_gap, result.certificate.max_violation);
}

}  // namespace
}  // namespace gaptv

NB_MODULE(_core, module) {
  using gaptv::PyModel;
  module.doc() = "GapTV's C++ library";
  nb::register_exception_translator([](const std::exception_ptr& pointer, void* /*payload*/) {
    try {
      std::rethrow_exception(pointer);
    } catch (const gaptv::InvalidInput& error) {
      PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const gaptv::Interrupted&) {
      PyErr_SetNone(PyExc_KeyboardInterrupt);
    }
  });
  module.def("version", &gaptv::version);
  module.def("fit", &gaptv::fit_model, nb::arg("features"), nb::arg("names"), nb::arg("outcome"),
             nb::arg("outcome_name"), nb::arg("weight").none(), nb::arg("exposure").none(), nb::arg("classes"),
             nb::arg("options"));
  module.def("denoise", &gaptv::denoise_graph, nb::arg("values"), nb::arg("weights"), nb::arg("edge_from"),
             nb::arg("edge_to"), nb::arg("edge_weights"), nb::arg("lam"), nb::arg("loss"));
  nb::class_<PyModel>(module, "Model")
      .def_static("from_json", &PyModel::from_json, nb::arg("text"), nb::arg("source"))
      .def("to_json", &PyModel::to_json)
      .def("predict", &PyModel::predict, nb::arg("features"), nb::arg("type"), nb::arg("threads"))
      .def("path", &PyModel::path, nb::arg("threads"))
      .def("has_path", &PyModel::has_path)
      .def("report", &PyModel::report, nb::arg("command"), nb::arg("threads"));
}
