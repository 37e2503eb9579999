// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

#include <gaptv/gaptv_c.h>
#include <stdio.h>
#include <stdlib.h>

// Ends the program with the library's message if a call failed.
static void expect_ok(gaptv_status status) {
  if (status == GAPTV_OK) return;
  fprintf(stderr, "fit_in_c: %s\n", gaptv_last_error());
  exit(1);
}

// Is called often while the library works; a program with a window would draw a bar, and return 1 to stop.
static int show_progress(void* context, const char* stage, double fraction) {
  (void)context;
  fprintf(stderr, "\r%-6s %3.0f %%", stage, 100 * fraction);
  return 0;
}

int main(void) {
  // Rents in a town: higher near the centre, and higher still in new houses there.
  enum { rows = 400 };
  static double distance[rows], year[rows], rent[rows];
  for (int i = 0; i < rows; ++i) {
    distance[i] = i % 20;
    year[i] = 1920 + 5 * (double)(i / 20);
    rent[i] = distance[i] >= 8 ? 9 : year[i] < 1980 ? 14 : 18;
  }

  gaptv_data* data = NULL;
  expect_ok(gaptv_data_create(&data));
  expect_ok(gaptv_data_add_column(data, "feature", "distance", distance, rows, 1));
  expect_ok(gaptv_data_add_column(data, "feature", "year", year, rows, 1));
  expect_ok(gaptv_data_add_column(data, "outcome", "rent", rent, rows, 1));

  gaptv_options* options = NULL;
  expect_ok(gaptv_options_create(&options));
  expect_ok(gaptv_options_set(options, "folds", "5"));
  expect_ok(gaptv_options_set(options, "seed", "1"));

  gaptv_model* model = NULL;
  expect_ok(gaptv_fit(data, options, show_progress, NULL, &model));
  fprintf(stderr, "\n");
  gaptv_data_free(data);
  gaptv_options_free(options);

  size_t regions = 0;
  expect_ok(gaptv_model_count(model, "regions", &regions));
  printf("%zu regions\n", regions);

  // Predictions for two houses; a matrix that is stored row by row has its number of columns as stride.
  const double houses[2][2] = {{2, 2000}, {15, 1950}};
  double predicted[2];
  expect_ok(gaptv_data_create(&data));
  expect_ok(gaptv_data_add_column(data, "feature", "distance", &houses[0][0], 2, 2));
  expect_ok(gaptv_data_add_column(data, "feature", "year", &houses[0][1], 2, 2));
  expect_ok(gaptv_predict(model, data, "response", 0, predicted, 2));
  printf("rents %.1f and %.1f\n", predicted[0], predicted[1]);
  gaptv_data_free(data);

  expect_ok(gaptv_model_write(model, "rents.json"));
  gaptv_model_free(model);
  return 0;
}
