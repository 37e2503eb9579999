// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

// What the files of the C program share. CHECK counts, and says where something is not so; CHECK_FAILS wants a status
// and a message that contains a text.
#include "gaptv/gaptv_c.h"

#define CHECK(condition) check((condition) != 0, #condition, __FILE__, __LINE__)
#define CHECK_OK(call) check_ok((call), #call, __FILE__, __LINE__)
#define CHECK_FAILS(call, status, message) check_fails((call), (status), (message), #call, __FILE__, __LINE__)

void check(int is_true, const char* text, const char* file, int line);
void check_ok(gaptv_status status, const char* text, const char* file, int line);
void check_fails(gaptv_status status, gaptv_status expected, const char* message, const char* text, const char* file,
                 int line);

// Rows on a line: x is 0, 1, ... and y is 0 in the first half and 10 in the second.
enum { row_count = 200 };
typedef struct Steps {
  double x[row_count];
  double y[row_count];
  gaptv_data* data;
} Steps;

// Fills the rows and makes their data, which the caller frees.
void make_steps(Steps* steps);

// Fits with few folds and one thread; the caller frees the model.
gaptv_model* fit_steps(const Steps* steps);

size_t count_of(const gaptv_model* model, const char* what);

// The parts of the program. The folder is one to write to.
void check_options(void);
void check_fits_and_predictions(void);
void check_classes(void);
void check_files(const char* folder);
void check_progress(void);
void check_null_pointers(void);
void check_wrong_data(void);
void check_wrong_questions(const char* folder);
