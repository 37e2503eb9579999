// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
// The library for Python: columns of numpy in, models out. What needs no speed is written in Python (python/gaptv).
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arrow_batches.h"
#include "columns.h"
#include "denoise.h"
#include "fitted_model.h"
#include "gaptv/base/file.h"
#include "gaptv/data/number_like_text.h"
#include "gaptv/evaluate/comparison_json.h"
#include "gaptv/gaptv.h"
#include "gaptv/loss/loss_choice.h"
#include "option_texts.h"
#include "python_progress.h"
#include "sql_table.h"

namespace nb = nanobind;

namespace gaptv::python {
namespace {

std::string compare_methods(const Rows& rows, const std::vector<std::string>& methods, std::size_t folds,
                            const GivenOptions& options) {
  const CompareOptions chosen = {.methods = methods, .folds = folds, .fit = fit_options(options)};
  PythonProgress progress;
  const nb::gil_scoped_release released;
  return comparison_to_json(compare(rows.view(), chosen, &progress), rows.view(), chosen);
}

// Paths as the system has them, which are not always text.
void write_text(const nb::bytes& path, const std::string& text) {
  const std::string name(path.c_str(), path.size());
  const nb::gil_scoped_release released;  // a pipe may keep us waiting
  write_file(name, text);
}

std::optional<std::pair<std::size_t, std::string>> number_among_labels(const std::vector<std::string>& labels) {
  const std::optional<NumberAmongLabels> found = find_number_among_labels(labels);
  if (!found) return std::nullopt;
  return std::pair(found->label, found->problem);
}

// Answers what the Python code needs to know of a loss, so that it does not compare names.
nb::dict answers_of_loss(const std::string& name) {
  const std::shared_ptr<const Loss> loss = loss_named(name);
  nb::dict answers;
  answers["takes_two_classes"] = loss->accepts().are_two_classes;
  answers["takes_many_classes"] = loss->accepts().are_many_classes;
  answers["error_key"] = loss->error().key;
  return answers;
}

// As the system's own errors are in Python: FileNotFoundError, PermissionError, ...
void set_file_error(const FileError& error) {
  PyObject* const arguments = Py_BuildValue("(is)", error.reason(), error.what());
  if (arguments == nullptr) return;
  PyErr_SetObject(PyExc_OSError, arguments);
  Py_DECREF(arguments);
}

}  // namespace
}  // namespace gaptv::python

NB_MODULE(_core, module) {
  using namespace gaptv::python;
  module.doc() = "GapTV's C++ library";
  nb::register_exception_translator([](const std::exception_ptr& pointer, void* /*payload*/) {
    try {
      std::rethrow_exception(pointer);
    } catch (const gaptv::FileError& error) {
      set_file_error(error);
    } catch (const gaptv::InvalidInput& error) {
      PyErr_SetString(PyExc_ValueError, in_python_style(error.what()).c_str());
    } catch (const gaptv::Interrupted&) {
      PyErr_SetNone(PyExc_KeyboardInterrupt);
    }
  });
  module.def("version", &gaptv::version);
  module.def("in_python_style", &in_python_style, nb::arg("text"));
  module.def(
      "options_of_method",
      [](const std::string& method) {
        nb::list list;
        for (const OptionForParameter& option : options_of_method(method)) {
          list.append(nb::make_tuple(option.name, option.values, option.help, option.usual));
        }
        return list;
      },
      nb::arg("method"));
  module.def("answers_of_loss", &answers_of_loss, nb::arg("name"));
  module.def("write_file", &write_text, nb::arg("path"), nb::arg("text"));
  module.def("number_among_labels", &number_among_labels, nb::arg("labels"));
  nb::class_<Rows>(module, "Rows")
      .def(nb::init<const std::vector<Column>&, const std::vector<std::string>&, const Column&, const std::string&,
                    const std::optional<Column>&, const std::optional<Column>&, const std::vector<std::string>&,
                    std::size_t>(),
           nb::arg("features"), nb::arg("names"), nb::arg("outcome"), nb::arg("outcome_name"), nb::arg("weight").none(),
           nb::arg("exposure").none(), nb::arg("classes"), nb::arg("dropped_rows"));
  nb::class_<ArrowBatches>(module, "ArrowBatches")
      .def(
          "__init__",
          [](ArrowBatches* self, nb::callable start, std::vector<std::string> features, std::string outcome,
             std::string weight, std::string exposure, std::vector<std::string> classes, std::size_t expected_rows) {
            new (self) ArrowBatches(
                std::move(start),
                {std::move(features), std::move(outcome), std::move(weight), std::move(exposure), std::move(classes)},
                expected_rows);
          },
          nb::arg("start"), nb::arg("features"), nb::arg("outcome"), nb::arg("weight"), nb::arg("exposure"),
          nb::arg("classes"), nb::arg("expected_rows"));
  nb::class_<FittedModel>(module, "Model")
      .def_static("fit", &FittedModel::fit, nb::arg("rows"), nb::arg("options"))
      .def_static("fit_batches", &FittedModel::fit_batches, nb::arg("rows"), nb::arg("drops_missing"), nb::arg("kept"),
                  nb::arg("options"))
      .def_static("from_json", &FittedModel::from_json, nb::arg("text"), nb::arg("source"))
      .def("to_json", &FittedModel::to_json)
      .def("predict", &FittedModel::predict, nb::arg("features"), nb::arg("type"), nb::arg("threads"))
      .def("path", &FittedModel::path, nb::arg("surface"), nb::arg("threads"))
      .def("map_facts", &FittedModel::map_facts, nb::arg("surface"))
      .def("areas", &FittedModel::areas, nb::arg("horizontal").none())
      .def("scoring_sql", &FittedModel::scoring_sql, nb::arg("options"), nb::arg("is_file"))
      .def("report", &FittedModel::report, nb::arg("command"), nb::arg("threads"), nb::arg("title"), nb::arg("unit"),
           nb::arg("percent"), nb::arg("outline"));
  module.def("fit_table", &fit_table, nb::arg("dialect"), nb::arg("table"), nb::arg("features"), nb::arg("outcome"),
             nb::arg("weight"), nb::arg("exposure"), nb::arg("where"), nb::arg("drops_missing"), nb::arg("run"),
             nb::arg("options"));
  module.def("names_of_dialects", &names_of_dialects);
  module.def("compare", &compare_methods, nb::arg("rows"), nb::arg("methods"), nb::arg("folds"), nb::arg("options"));
  module.def("denoise", &denoise_array, nb::arg("values"), nb::arg("weights").none(), nb::arg("edges").none(),
             nb::arg("edge_weights").none(), nb::arg("shape"), nb::arg("lam"), nb::arg("loss"), nb::arg("threads"));
}
