// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Uses the C interface from C: check_c_interface FOLDER-TO-WRITE-TO
#include <stdio.h>
#include <string.h>

#include "checks.h"

static int passed = 0;
static int failed = 0;

void check(int is_true, const char* text, const char* file, int line) {
  if (is_true) {
    ++passed;
  } else {
    ++failed;
    fprintf(stderr, "%s:%d: not so: %s\n", file, line, text);
  }
}

void check_ok(gaptv_status status, const char* text, const char* file, int line) {
  if (status != GAPTV_OK) fprintf(stderr, "status %d: %s\n", (int)status, gaptv_last_error());
  check(status == GAPTV_OK, text, file, line);
}

void check_fails(gaptv_status status, gaptv_status expected, const char* message, const char* text, const char* file,
                 int line) {
  const int is_so = status == expected && strstr(gaptv_last_error(), message) != NULL;
  if (!is_so) fprintf(stderr, "status %d: %s\n  expected: %s\n", (int)status, gaptv_last_error(), message);
  check(is_so, text, file, line);
}

void make_steps(Steps* steps) {
  for (int i = 0; i < row_count; ++i) {
    steps->x[i] = i;
    steps->y[i] = i < row_count / 2 ? 0 : 10;
  }
  CHECK_OK(gaptv_data_create(&steps->data));
  CHECK_OK(gaptv_data_add_column(steps->data, "feature", "x", steps->x, row_count, 1));
  CHECK_OK(gaptv_data_add_column(steps->data, "outcome", "y", steps->y, row_count, 1));
}

gaptv_model* fit_steps(const Steps* steps) {
  gaptv_options* options = NULL;
  gaptv_model* model = NULL;
  CHECK_OK(gaptv_options_create(&options));
  CHECK_OK(gaptv_options_set(options, "folds", "5"));
  CHECK_OK(gaptv_options_set(options, "threads", "1"));
  CHECK_OK(gaptv_fit(steps->data, options, NULL, NULL, &model));
  gaptv_options_free(options);
  return model;
}

size_t count_of(const gaptv_model* model, const char* what) {
  size_t count = 0;
  CHECK_OK(gaptv_model_count(model, what, &count));
  return count;
}

void check_options(void) {
  size_t count = 0;
  int has_folds = 0;
  CHECK_OK(gaptv_option_count(&count));
  CHECK(count > 10);
  gaptv_options* options = NULL;
  CHECK_OK(gaptv_options_create(&options));
  for (size_t i = 0; i < count; ++i) {
    const char *name = NULL, *values = NULL, *help = NULL, *usual = NULL, *methods = NULL;
    CHECK_OK(gaptv_option_text(i, "name", &name));
    CHECK_OK(gaptv_option_text(i, "values", &values));
    CHECK_OK(gaptv_option_text(i, "help", &help));
    CHECK_OK(gaptv_option_text(i, "usual", &usual));
    CHECK_OK(gaptv_option_text(i, "methods", &methods));
    CHECK(name[0] != '\0' && values[0] != '\0' && help[0] != '\0' && usual[0] != '\0');
    char* text = NULL;
    CHECK_OK(gaptv_options_get(options, name, &text));
    // What can be left open is; all else can be set to what it is.
    if (text[0] != '\0') CHECK_OK(gaptv_options_set(options, name, text));
    gaptv_free_text(text);
    if (strcmp(name, "folds") == 0) has_folds = strcmp(values, "N") == 0;
  }
  CHECK(has_folds);
  char* text = NULL;
  CHECK_OK(gaptv_options_set(options, "folds", "7"));
  CHECK_OK(gaptv_options_get(options, "folds", &text));
  CHECK(strcmp(text, "7") == 0);
  gaptv_free_text(text);

  CHECK_FAILS(gaptv_options_set(options, "fold", "7"), GAPTV_REFUSED, "no option 'fold'; did you mean folds?");
  CHECK_FAILS(gaptv_options_set(options, "folds", "many"), GAPTV_REFUSED, "folds 'many': give a whole number from");
  CHECK_FAILS(gaptv_options_set(options, "edges", ""), GAPTV_REFUSED, "edges '': give rank or metric");
  CHECK_FAILS(gaptv_options_get(options, "seeds", &text), GAPTV_REFUSED, "did you mean seed?");
  CHECK(text == NULL);
  const char* nothing = "";
  CHECK_FAILS(gaptv_option_text(count, "name", &nothing), GAPTV_REFUSED, "no option with the index");
  CHECK_FAILS(gaptv_option_text(0, "colour", &nothing), GAPTV_REFUSED, "what 'colour': give name, values, help");
  CHECK(nothing == NULL);
  gaptv_options_free(options);
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: check_c_interface FOLDER-TO-WRITE-TO\n");
    return 2;
  }
  CHECK(strcmp(gaptv_last_error(), "") == 0);
  CHECK(gaptv_c_interface() == GAPTV_C_INTERFACE);
  CHECK(strchr(gaptv_version(), '.') != NULL);
  check_options();
  check_fits_and_predictions();
  check_classes();
  check_files(argv[1]);
  check_progress();
  check_null_pointers();
  check_wrong_data();
  check_wrong_questions(argv[1]);
  printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}
