// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// The functions of gaptv/gaptv_c.h. They check pointers, translate, and decide nothing.
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "gaptv/areas/mask_file.h"
#include "gaptv/base/version.h"
#include "gaptv/c_interface/callback_progress.h"
#include "gaptv/c_interface/data_columns.h"
#include "gaptv/c_interface/model_handle.h"
#include "gaptv/c_interface/option_listing.h"
#include "gaptv/c_interface/status.h"
#include "gaptv/data/dataset.h"
#include "gaptv/gaptv_c.h"
#include "gaptv/model/option_table.h"

// NOLINTBEGIN(readability-identifier-naming): their names in C
struct gaptv_options {
  gaptv::FitOptions options;
};

struct gaptv_data {
  gaptv::DataView view;
};
// NOLINTEND(readability-identifier-naming)

namespace c = gaptv::c_interface;

namespace {

// A copy for the caller, who gives it back by gaptv_free_text().
char* copy_text(const std::string& text) {
  auto* const copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) throw std::bad_alloc();
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

// Runs the work with a place for its result, which is null unless the work succeeds.
template <typename Result, typename Work>
gaptv_status run_into(Result** result, const char* name, const Work& work) noexcept {
  if (result != nullptr) *result = nullptr;
  return c::run([&] {
    c::require(result, name);
    *result = work();
  });
}

}  // namespace

const char* gaptv_version(void) {
  return GAPTV_VERSION;
}

int gaptv_c_interface(void) {
  return GAPTV_C_INTERFACE;
}

const char* gaptv_last_error(void) {
  return c::last_error();
}

void gaptv_free_text(char* text) {
  std::free(text);
}

gaptv_status gaptv_option_count(size_t* count) {
  if (count != nullptr) *count = 0;
  return c::run([&] {
    c::require(count, "count");
    *count = gaptv::fit_option_table().size();
  });
}

gaptv_status gaptv_option_text(size_t index, const char* what, const char** text) {
  return run_into(text, "text", [&] {
    c::require(what, "what");
    return c::option_text(index, what);
  });
}

gaptv_status gaptv_options_create(gaptv_options** options) {
  return run_into(options, "options", [] { return std::make_unique<gaptv_options>().release(); });
}

gaptv_status gaptv_options_set(gaptv_options* options, const char* name, const char* text) {
  return c::run([&] {
    c::require(options, "options");
    c::require(name, "name");
    c::require(text, "text");
    gaptv::set_option(options->options, name, text);
    gaptv::load_mask(options->options);
  });
}

gaptv_status gaptv_options_get(const gaptv_options* options, const char* name, char** text) {
  return run_into(text, "text", [&] {
    c::require(options, "options");
    c::require(name, "name");
    return copy_text(gaptv::find_option(name).get(options->options));
  });
}

void gaptv_options_free(gaptv_options* options) {
  delete options;
}

gaptv_status gaptv_data_create(gaptv_data** data) {
  return run_into(data, "data", [] { return std::make_unique<gaptv_data>().release(); });
}

gaptv_status gaptv_data_add_column(gaptv_data* data, const char* role, const char* name, const double* values,
                                   size_t count, size_t stride) {
  return c::run([&] {
    c::require(data, "data");
    c::require(role, "role");
    c::add_column(data->view, role, name != nullptr ? name : "", {values, count, stride});
  });
}

gaptv_status gaptv_data_set_classes(gaptv_data* data, const char* const* labels, size_t count) {
  return c::run([&] {
    c::require(data, "data");
    c::require(labels, "labels");
    for (size_t i = 0; i < count; ++i) c::require(labels[i], "labels");
    data->view.classes = std::vector<std::string>(labels, labels + count);
  });
}

void gaptv_data_free(gaptv_data* data) {
  delete data;
}

gaptv_status gaptv_fit(const gaptv_data* data, const gaptv_options* options, gaptv_progress progress, void* context,
                       gaptv_model** model) {
  return run_into(model, "model", [&] {
    c::require(data, "data");
    c::CallbackProgress callback(progress, context);
    return c::fit_model(data->view, options != nullptr ? options->options : gaptv::FitOptions(), &callback).release();
  });
}

gaptv_status gaptv_predict(const gaptv_model* model, const gaptv_data* data, const char* type, size_t threads,
                           double* values, size_t count) {
  return c::run([&] {
    c::require(model, "model");
    c::require(data, "data");
    c::require(type, "type");
    if (count > 0) c::require(values, "values");
    c::predict_rows(*model, data->view, type, threads, {values, count});
  });
}

gaptv_status gaptv_model_count(const gaptv_model* model, const char* what, size_t* count) {
  if (count != nullptr) *count = 0;
  return c::run([&] {
    c::require(model, "model");
    c::require(what, "what");
    c::require(count, "count");
    *count = c::count_in_model(*model, what);
  });
}

gaptv_status gaptv_model_name(const gaptv_model* model, const char* what, size_t index, const char** name) {
  return run_into(name, "name", [&] {
    c::require(model, "model");
    c::require(what, "what");
    return c::name_in_model(*model, what, index).c_str();
  });
}

gaptv_status gaptv_model_read(const char* path, gaptv_model** model) {
  return run_into(model, "model", [&] {
    c::require(path, "path");
    return c::read_model(path).release();
  });
}

gaptv_status gaptv_model_write(const gaptv_model* model, const char* path) {
  return c::run([&] {
    c::require(model, "model");
    c::require(path, "path");
    c::write_model(*model, path);
  });
}

gaptv_status gaptv_model_from_json(const char* json, gaptv_model** model) {
  return run_into(model, "model", [&] {
    c::require(json, "json");
    return c::model_from_json(json).release();
  });
}

gaptv_status gaptv_model_to_json(const gaptv_model* model, char** json) {
  return run_into(json, "json", [&] {
    c::require(model, "model");
    return copy_text(c::model_to_json(*model));
  });
}

gaptv_status gaptv_model_report(const gaptv_model* model, size_t threads, gaptv_progress progress, void* context,
                                char** html) {
  return run_into(html, "html", [&] {
    c::require(model, "model");
    c::CallbackProgress callback(progress, context);
    return copy_text(c::report_model(*model, threads, &callback));
  });
}

void gaptv_model_free(gaptv_model* model) {
  c::DestroyModel()(model);
}
