// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "checks.h"

// The outcome has no noise, so a fit misses it by what lambda shrinks: less than a hundredth of the step.
static const double largest_error = 0.1;
static const double largest_rounding = 1e-12;

void check_fits_and_predictions(void) {
  Steps steps;
  make_steps(&steps);
  gaptv_model* model = fit_steps(&steps);
  CHECK(count_of(model, "rows") == row_count);
  CHECK(count_of(model, "features") == 1);
  CHECK(count_of(model, "classes") == 0);
  CHECK(count_of(model, "outputs") == 1);
  const char* name = NULL;
  CHECK_OK(gaptv_model_name(model, "feature", 0, &name));
  CHECK(strcmp(name, "x") == 0);
  CHECK_OK(gaptv_model_name(model, "outcome", 0, &name));
  CHECK(strcmp(name, "y") == 0);

  double response[row_count], link[row_count], region[row_count];
  CHECK_OK(gaptv_predict(model, steps.data, "response", 1, response, row_count));
  CHECK_OK(gaptv_predict(model, steps.data, "link", 0, link, row_count));
  CHECK_OK(gaptv_predict(model, steps.data, "region", 2, region, row_count));
  CHECK(fabs(response[0] - 0) < largest_error && fabs(response[row_count - 1] - 10) < largest_error);
  CHECK(memcmp(response, link, sizeof response) == 0);
  // The two sides of the step are the largest regions, which come first. Regions have the numbers 0, 1, ...
  CHECK(region[0] + region[row_count - 1] == 1);
  double last = 0;
  for (int i = 0; i < row_count; ++i) last = region[i] > last ? region[i] : last;
  CHECK(count_of(model, "regions") == (size_t)last + 1);

  // The same two numbers from a matrix of two columns, stored row by row, and nothing for no rows.
  const double matrix[] = {0, -1, row_count - 1, -1};
  gaptv_data* points = NULL;
  double values[2];
  CHECK_OK(gaptv_data_create(&points));
  CHECK_OK(gaptv_data_add_column(points, "feature", "x", matrix, 2, 2));
  CHECK_OK(gaptv_predict(model, points, "response", 1, values, 2));
  CHECK(values[0] == response[0] && values[1] == response[row_count - 1]);
  gaptv_data_free(points);
  CHECK_OK(gaptv_data_create(&points));
  CHECK_OK(gaptv_data_add_column(points, "feature", "x", NULL, 0, 1));
  CHECK_OK(gaptv_predict(model, points, "response", 1, NULL, 0));
  gaptv_data_free(points);

  // The number of regions is the caller's to choose.
  for (int count = 1; count <= 2; ++count) {
    gaptv_options* options = NULL;
    gaptv_model* simple = NULL;
    CHECK_OK(gaptv_options_create(&options));
    CHECK_OK(gaptv_options_set(options, "regions", count == 1 ? "1" : "2"));
    CHECK_OK(gaptv_options_set(options, "min_rows", "2"));
    CHECK_OK(gaptv_fit(steps.data, options, NULL, NULL, &simple));
    CHECK(count_of(simple, "regions") == (size_t)count);
    gaptv_model_free(simple);
    gaptv_options_free(options);
  }

  // Without options they are as usual; weights of 2 count each row twice.
  double weights[row_count];
  for (int i = 0; i < row_count; ++i) weights[i] = 2;
  CHECK_OK(gaptv_data_add_column(steps.data, "weight", NULL, weights, row_count, 1));
  gaptv_model* weighted = NULL;
  CHECK_OK(gaptv_fit(steps.data, NULL, NULL, NULL, &weighted));
  char* json = NULL;
  CHECK_OK(gaptv_model_to_json(weighted, &json));
  CHECK(json != NULL && strstr(json, "\"copies\"") != NULL);
  gaptv_free_text(json);
  gaptv_model_free(weighted);
  gaptv_model_free(model);
  gaptv_data_free(steps.data);
}

void check_classes(void) {
  Steps steps;
  make_steps(&steps);
  for (int i = 0; i < row_count; ++i) steps.y[i] = i * 3 / row_count;
  const char* const labels[] = {"low", "middle", "high"};
  CHECK_OK(gaptv_data_set_classes(steps.data, labels, 3));
  gaptv_model* model = fit_steps(&steps);
  CHECK(count_of(model, "classes") == 3);
  CHECK(count_of(model, "outputs") == 3);
  CHECK(count_of(model, "regions") >= 6);
  const char* name = NULL;
  CHECK_OK(gaptv_model_name(model, "class", 2, &name));
  CHECK(strcmp(name, "high") == 0);
  CHECK_FAILS(gaptv_model_name(model, "class", 3, &name), GAPTV_REFUSED, "no class with the index 3");
  CHECK(name == NULL);

  double probability[row_count * 3];
  CHECK_OK(gaptv_predict(model, steps.data, "response", 0, probability, row_count * 3));
  for (int i = 0; i < row_count; i += row_count - 1) {
    const double* row = probability + i * 3;
    CHECK(fabs(row[0] + row[1] + row[2] - 1) < largest_rounding);
    CHECK(row[i == 0 ? 0 : 2] > 0.8);
  }
  CHECK_FAILS(gaptv_predict(model, steps.data, "response", 0, probability, row_count), GAPTV_REFUSED,
              "200 rows times 3 outputs");
  gaptv_model_free(model);
  gaptv_data_free(steps.data);
}

void check_files(const char* folder) {
  Steps steps;
  make_steps(&steps);
  gaptv_model* model = fit_steps(&steps);
  char path[4096];
  snprintf(path, sizeof path, "%s/c_interface_model.json", folder);
  CHECK_OK(gaptv_model_write(model, path));
  gaptv_model *from_file = NULL, *from_text = NULL;
  char *text = NULL, *text_of_file = NULL, *text_of_text = NULL;
  CHECK_OK(gaptv_model_read(path, &from_file));
  CHECK_OK(gaptv_model_to_json(model, &text));
  CHECK_OK(gaptv_model_from_json(text, &from_text));
  CHECK_OK(gaptv_model_to_json(from_file, &text_of_file));
  CHECK_OK(gaptv_model_to_json(from_text, &text_of_text));
  CHECK(strcmp(text, text_of_file) == 0);
  CHECK(strcmp(text, text_of_text) == 0);
  double fitted[row_count], read[row_count];
  CHECK_OK(gaptv_predict(model, steps.data, "response", 1, fitted, row_count));
  CHECK_OK(gaptv_predict(from_file, steps.data, "response", 1, read, row_count));
  CHECK(memcmp(fitted, read, sizeof fitted) == 0);

  char* html = NULL;
  CHECK_OK(gaptv_model_report(model, 1, NULL, NULL, &html));
  CHECK(html != NULL && strstr(html, "<!doctype html>") != NULL && strstr(html, "</html>") != NULL);
  gaptv_free_text(html);
  gaptv_free_text(text);
  gaptv_free_text(text_of_file);
  gaptv_free_text(text_of_text);
  gaptv_model_free(from_file);
  gaptv_model_free(from_text);
  gaptv_model_free(model);
  gaptv_data_free(steps.data);
  remove(path);
}

// What the caller's function saw, and when it asks to stop: at its nth call, or never.
typedef struct Witness {
  int calls;
  int stop_at;
  int has_seen_solve;
  int has_wrong_fraction;
} Witness;

static int watch(void* context, const char* stage, double fraction) {
  Witness* witness = context;
  ++witness->calls;
  witness->has_seen_solve |= strcmp(stage, "solve") == 0;
  witness->has_wrong_fraction |= !(fraction >= 0 && fraction <= 1);
  return witness->calls == witness->stop_at;
}

void check_progress(void) {
  Steps steps;
  make_steps(&steps);
  gaptv_model* model = NULL;
  // With one thread the calls are the same in every run.
  gaptv_options* options = NULL;
  CHECK_OK(gaptv_options_create(&options));
  CHECK_OK(gaptv_options_set(options, "threads", "1"));
  Witness patient = {0, -1, 0, 0};
  CHECK_OK(gaptv_fit(steps.data, options, watch, &patient, &model));
  CHECK(model != NULL && patient.calls > 1 && patient.has_seen_solve && !patient.has_wrong_fraction);

  Witness impatient = {0, 2, 0, 0};
  gaptv_model* none = model;
  CHECK_FAILS(gaptv_fit(steps.data, options, watch, &impatient, &none), GAPTV_INTERRUPTED, "interrupted");
  CHECK(none == NULL && impatient.calls == 2);
  char* html = NULL;
  Witness reader = {0, 1, 0, 0};
  CHECK_FAILS(gaptv_model_report(model, 1, watch, &reader, &html), GAPTV_INTERRUPTED, "interrupted");
  CHECK(html == NULL);
  gaptv_options_free(options);
  gaptv_model_free(model);
  gaptv_data_free(steps.data);
}
