// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <math.h>
#include <stdio.h>

#include "checks.h"

#define CHECK_NULL_REFUSED(call, name) CHECK_FAILS(call, GAPTV_REFUSED, "'" name "' is a null pointer")

static void check_null_options_and_data(const Steps* steps, gaptv_options* options) {
  const char* text = NULL;
  char* copy = NULL;
  CHECK_NULL_REFUSED(gaptv_option_count(NULL), "count");
  CHECK_NULL_REFUSED(gaptv_option_text(0, NULL, &text), "what");
  CHECK_NULL_REFUSED(gaptv_option_text(0, "name", NULL), "text");
  CHECK_NULL_REFUSED(gaptv_options_create(NULL), "options");
  CHECK_NULL_REFUSED(gaptv_options_set(NULL, "folds", "5"), "options");
  CHECK_NULL_REFUSED(gaptv_options_set(options, NULL, "5"), "name");
  CHECK_NULL_REFUSED(gaptv_options_set(options, "folds", NULL), "text");
  CHECK_NULL_REFUSED(gaptv_options_get(NULL, "folds", &copy), "options");
  CHECK_NULL_REFUSED(gaptv_options_get(options, NULL, &copy), "name");
  CHECK_NULL_REFUSED(gaptv_options_get(options, "folds", NULL), "text");
  CHECK_NULL_REFUSED(gaptv_data_create(NULL), "data");
  CHECK_NULL_REFUSED(gaptv_data_add_column(NULL, "feature", "x", steps->x, 1, 1), "data");
  CHECK_NULL_REFUSED(gaptv_data_add_column(steps->data, NULL, "x", steps->x, 1, 1), "role");
  CHECK_NULL_REFUSED(gaptv_data_add_column(steps->data, "feature", "x", NULL, 1, 1), "values");
  const char* const labels[] = {"no", NULL};
  CHECK_NULL_REFUSED(gaptv_data_set_classes(NULL, labels, 1), "data");
  CHECK_NULL_REFUSED(gaptv_data_set_classes(steps->data, NULL, 2), "labels");
  CHECK_NULL_REFUSED(gaptv_data_set_classes(steps->data, labels, 2), "labels");
}

static void check_null_models(const Steps* steps, const gaptv_model* model) {
  gaptv_model* other = NULL;
  const char* text = NULL;
  char* copy = NULL;
  size_t count = 0;
  double value = 0;
  CHECK_NULL_REFUSED(gaptv_fit(NULL, NULL, NULL, NULL, &other), "data");
  CHECK_NULL_REFUSED(gaptv_fit(steps->data, NULL, NULL, NULL, NULL), "model");
  CHECK_NULL_REFUSED(gaptv_predict(NULL, steps->data, "link", 1, &value, 1), "model");
  CHECK_NULL_REFUSED(gaptv_predict(model, NULL, "link", 1, &value, 1), "data");
  CHECK_NULL_REFUSED(gaptv_predict(model, steps->data, NULL, 1, &value, 1), "type");
  CHECK_NULL_REFUSED(gaptv_predict(model, steps->data, "link", 1, NULL, row_count), "values");
  CHECK_NULL_REFUSED(gaptv_model_count(NULL, "rows", &count), "model");
  CHECK_NULL_REFUSED(gaptv_model_count(model, NULL, &count), "what");
  CHECK_NULL_REFUSED(gaptv_model_count(model, "rows", NULL), "count");
  CHECK_NULL_REFUSED(gaptv_model_name(NULL, "class", 0, &text), "model");
  CHECK_NULL_REFUSED(gaptv_model_name(model, NULL, 0, &text), "what");
  CHECK_NULL_REFUSED(gaptv_model_name(model, "class", 0, NULL), "name");
  CHECK_NULL_REFUSED(gaptv_model_read(NULL, &other), "path");
  CHECK_NULL_REFUSED(gaptv_model_read("model.json", NULL), "model");
  CHECK_NULL_REFUSED(gaptv_model_write(NULL, "model.json"), "model");
  CHECK_NULL_REFUSED(gaptv_model_write(model, NULL), "path");
  CHECK_NULL_REFUSED(gaptv_model_from_json(NULL, &other), "json");
  CHECK_NULL_REFUSED(gaptv_model_from_json("{}", NULL), "model");
  CHECK_NULL_REFUSED(gaptv_model_to_json(NULL, &copy), "model");
  CHECK_NULL_REFUSED(gaptv_model_to_json(model, NULL), "json");
  CHECK_NULL_REFUSED(gaptv_model_report(NULL, 1, NULL, NULL, &copy), "model");
  CHECK_NULL_REFUSED(gaptv_model_report(model, 1, NULL, NULL, NULL), "html");
  CHECK(other == NULL && copy == NULL && text == NULL);
}

void check_null_pointers(void) {
  Steps steps;
  make_steps(&steps);
  gaptv_options* options = NULL;
  CHECK_OK(gaptv_options_create(&options));
  check_null_options_and_data(&steps, options);
  gaptv_model* model = fit_steps(&steps);
  check_null_models(&steps, model);
  gaptv_model_free(model);
  gaptv_options_free(options);
  gaptv_data_free(steps.data);
  gaptv_model_free(NULL);
  gaptv_options_free(NULL);
  gaptv_data_free(NULL);
  gaptv_free_text(NULL);
}

void check_wrong_data(void) {
  Steps steps;
  make_steps(&steps);
  gaptv_model* model = fit_steps(&steps);
  gaptv_model* none = NULL;
  double values[row_count];
  CHECK_FAILS(gaptv_data_add_column(steps.data, "colour", "z", steps.x, row_count, 1), GAPTV_REFUSED,
              "role 'colour': give feature, outcome, weight or exposure");
  CHECK_FAILS(gaptv_data_add_column(steps.data, "feature", NULL, steps.x, row_count, 1), GAPTV_REFUSED, "needs a name");
  CHECK_FAILS(gaptv_data_add_column(steps.data, "feature", "z", steps.x, row_count, 0), GAPTV_REFUSED, "stride is 0");
  CHECK_FAILS(gaptv_data_add_column(steps.data, "weight", "w", steps.x, 0, 1), GAPTV_REFUSED, "the weight has no");

  // What was refused left the data as they were.
  none = fit_steps(&steps);
  CHECK(none != NULL && count_of(none, "features") == 1);
  gaptv_model_free(none);

  steps.y[7] = NAN;
  CHECK_FAILS(gaptv_fit(steps.data, NULL, NULL, NULL, &none), GAPTV_REFUSED,
              "outcome 'y', index 7: the value is missing");
  CHECK(none == NULL);
  CHECK_OK(gaptv_predict(model, steps.data, "response", 1, values, row_count));
  steps.x[40] = NAN;
  CHECK_FAILS(gaptv_predict(model, steps.data, "response", 1, values, row_count), GAPTV_REFUSED,
              "feature 'x', index 40: the value is missing");

  CHECK_OK(gaptv_data_add_column(steps.data, "feature", "z", steps.x, row_count - 1, 1));
  steps.x[40] = 40;
  CHECK_FAILS(gaptv_predict(model, steps.data, "response", 1, values, row_count), GAPTV_REFUSED,
              "feature 'z' has 199 rows where 200 were expected");
  CHECK_FAILS(gaptv_fit(steps.data, NULL, NULL, NULL, &none), GAPTV_REFUSED, "feature 'z' has 199 rows");
  gaptv_data_free(steps.data);

  CHECK_OK(gaptv_data_create(&steps.data));
  CHECK_FAILS(gaptv_fit(steps.data, NULL, NULL, NULL, &none), GAPTV_REFUSED, "there are 0 features");
  CHECK_FAILS(gaptv_predict(model, steps.data, "response", 1, values, 0), GAPTV_REFUSED, "the model has 1 features");
  gaptv_data_free(steps.data);
  gaptv_model_free(model);
}

void check_wrong_questions(const char* folder) {
  Steps steps;
  make_steps(&steps);
  gaptv_model* model = fit_steps(&steps);
  double values[row_count];
  size_t count = 1;
  const char* name = "";
  CHECK_FAILS(gaptv_predict(model, steps.data, "class", 1, values, row_count), GAPTV_REFUSED,
              "type 'class': give response, link or region");
  CHECK_FAILS(gaptv_predict(model, steps.data, "link", 1, values, 3), GAPTV_REFUSED,
              "the array has room for 3 numbers");
  CHECK_FAILS(gaptv_model_count(model, "cells", &count), GAPTV_REFUSED, "what 'cells': give rows, features");
  CHECK(count == 0);
  CHECK_FAILS(gaptv_model_name(model, "feature", 1, &name), GAPTV_REFUSED, "no feature with the index 1");
  CHECK_FAILS(gaptv_model_name(model, "row", 0, &name), GAPTV_REFUSED, "give feature, class or outcome");

  gaptv_options* options = NULL;
  gaptv_model* none = NULL;
  CHECK_OK(gaptv_options_create(&options));
  CHECK_OK(gaptv_options_set(options, "bins_min", "30"));
  CHECK_OK(gaptv_options_set(options, "bins_max", "20"));
  CHECK_FAILS(gaptv_fit(steps.data, options, NULL, NULL, &none), GAPTV_REFUSED, "bins_m");
  gaptv_options_free(options);

  char path[4096];
  snprintf(path, sizeof path, "%s/no such folder/model.json", folder);
  CHECK_FAILS(gaptv_model_write(model, path), GAPTV_REFUSED, "cannot create it");
  CHECK_FAILS(gaptv_model_read(path, &none), GAPTV_REFUSED, "cannot read it");
  CHECK_FAILS(gaptv_model_from_json("{\"format\": 3", &none), GAPTV_REFUSED, "the JSON text");
  CHECK(none == NULL);
  gaptv_model_free(model);
  gaptv_data_free(steps.data);
}
