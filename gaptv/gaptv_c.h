// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

// The library for C (C99), and for every language that can call C. docs/c-interface.md has a complete example.
//
// - Every function that can fail returns a gaptv_status; gaptv_last_error() says in words what went wrong.
// - Handles (gaptv_options, gaptv_data, gaptv_model) are made by the library and given back by their _free function.
//   What a function stores through its last pointer is NULL, 0 or untouched numbers if it fails.
// - A null pointer that is given by mistake is refused. Only where it says so may one be given.
// - Texts are UTF-8 and end with a zero byte. Choices are texts too, so that a new one changes no declaration.
// - A handle may be read by several threads at once, and changed by one while no other looks at it.
// NOLINTBEGIN(readability-identifier-naming,modernize-use-using,modernize-deprecated-headers): this is C.
#include <stddef.h>

#include "gaptv/base/export.h"

// The version of these declarations. It grows by one when something is added; what is there keeps its meaning. Compare
// it with gaptv_c_interface(), the one of the library that runs.
#define GAPTV_C_INTERFACE 1

#ifdef __cplusplus
extern "C" {
#endif

typedef enum gaptv_status {
  GAPTV_OK = 0,
  GAPTV_REFUSED = 1,        // the input is wrong; the message says what, where, and what to do about it
  GAPTV_INTERRUPTED = 2,    // the caller's function asked to stop
  GAPTV_OUT_OF_MEMORY = 3,  // nothing was kept
  GAPTV_INTERNAL = 4        // a mistake of the library; please report the message
} gaptv_status;

typedef struct gaptv_options gaptv_options;
typedef struct gaptv_data gaptv_data;
typedef struct gaptv_model gaptv_model;

// Long work calls such a function of the caller between small pieces of work, milliseconds or less apart, and stops if
// it returns something else than 0. It is called by the thread that asked for the work, and by no other. context is
// what the caller gave with the function, stage one of "grid", "gap", "select" and "solve", and fraction the share of
// the stage that is done, 0 to 1. It must return: an exception or a longjmp() out of it has no defined result.
typedef int (*gaptv_progress)(void* context, const char* stage, double fraction);

// ---- The library ----

// Returns the version of the library that runs, "0.1.0"; the text lives for ever.
GAPTV_API const char* gaptv_version(void);

// Returns GAPTV_C_INTERFACE of the library that runs.
GAPTV_API int gaptv_c_interface(void);

// Returns what the last call of this thread that failed has to say, or "" if none did. Options are named as in the
// table of options, and rows as indices, which count from 0. The text lives until the next call of this thread fails.
GAPTV_API const char* gaptv_last_error(void);

// Gives back a text that a function stored as char*. NULL is fine.
GAPTV_API void gaptv_free_text(char* text);

// ---- Options of a fit ----

// Stores the number of options that there are.
GAPTV_API gaptv_status gaptv_option_count(size_t* count);

// Stores a text about an option; index counts from 0. The text lives for ever. what is one of
//   "name"     as gaptv_options_set() takes it: "folds"
//   "values"   what it may be: "N", "rank|metric"
//   "help"     one line
//   "usual"    what it is where nobody sets it: "50", or "best: 1.5, paper: 1"
//   "methods"  the methods that look at it, separated by ", "; empty if all do
GAPTV_API gaptv_status gaptv_option_text(size_t index, const char* what, const char** text);

// Makes options that are all as usual.
GAPTV_API gaptv_status gaptv_options_create(gaptv_options** options);

// Sets an option by its name from a text, as in gaptv_options_set(options, "folds", "5"). A name that does not exist is
// refused with the nearest one, a value with what it may be. Options that contradict each other are refused by the fit.
GAPTV_API gaptv_status gaptv_options_set(gaptv_options* options, const char* name, const char* text);

// Stores the text that sets an option to what it is, to be given back by gaptv_free_text(); "" if it is left open.
GAPTV_API gaptv_status gaptv_options_get(const gaptv_options* options, const char* name, char** text);

// Gives back the options. NULL is fine.
GAPTV_API void gaptv_options_free(gaptv_options* options);

// ---- Data ----

// Makes data without columns.
GAPTV_API gaptv_status gaptv_data_create(gaptv_data** data);

// Adds a column of `count` numbers: number i is values[i * stride], so stride is 1 where they lie side by side, and the
// number of columns in a matrix that is stored row by row. The numbers are not copied: they have to stay where they are
// as long as the data are used. role is one of
//   "feature"   1 to 3 columns, in the order in which the model has them
//   "outcome"   what is predicted; labels are the numbers 0, 1, ... (gaptv_data_set_classes())
//   "weight"    positive; the option weight_kind says what they mean
//   "exposure"  positive; what counts were counted over
// The name is what models and messages call the column; only that of a feature is needed, else it may be NULL. A column
// of another role than feature replaces the one that was there. Fits and predictions refuse columns of different
// lengths and numbers that are missing (NaN) or infinite.
GAPTV_API gaptv_status gaptv_data_add_column(gaptv_data* data, const char* role, const char* name, const double* values,
                                             size_t count, size_t stride);

// Says which labels the outcomes 0, 1, ... stand for: two, or three and more. The texts are copied.
GAPTV_API gaptv_status gaptv_data_set_classes(gaptv_data* data, const char* const* labels, size_t count);

// Gives back the data, but not the numbers, which are the caller's. NULL is fine.
GAPTV_API void gaptv_data_free(gaptv_data* data);

// ---- Models ----

// Fits a model to the data. options may be NULL for the usual ones, progress NULL for none.
GAPTV_API gaptv_status gaptv_fit(const gaptv_data* data, const gaptv_options* options, gaptv_progress progress,
                                 void* context, gaptv_model** model);

// Predicts for each row of the data, which need only the features of the model, in its order, and writes the numbers to
// the caller's array. A row has as many numbers as the model has "outputs" (gaptv_model_count()), side by side: one, or
// one for each of three classes or more. count is the length of the array, rows times outputs. threads is the number of
// threads, 0 for all cores; the result is always the same. type is one of
//   "response"  on the scale of the outcome: a mean, a probability, a rate
//   "link"      on the scale of the penalty: for probabilities the logit, for rates the logarithm
//   "region"    the number of the region, from 0; each of several classes has regions of its own
GAPTV_API gaptv_status gaptv_predict(const gaptv_model* model, const gaptv_data* data, const char* type, size_t threads,
                                     double* values, size_t count);

// Stores a number of the model. what is one of
//   "rows"      those it was fitted to
//   "features"  1 to 3
//   "classes"   the labels of the outcome; 0 if it has none
//   "outputs"   the numbers that a prediction has for each row
//   "regions"   of constant value; those of several classes are added up
GAPTV_API gaptv_status gaptv_model_count(const gaptv_model* model, const char* what, size_t* count);

// Stores the name of a "feature", a "class" or the "outcome"; index counts from 0. The text lives as long as the model.
GAPTV_API gaptv_status gaptv_model_name(const gaptv_model* model, const char* what, size_t index, const char** name);

// Reads a model file of any version of the library, the program or another language.
GAPTV_API gaptv_status gaptv_model_read(const char* path, gaptv_model** model);

// Writes a model file, wholly or not at all.
GAPTV_API gaptv_status gaptv_model_write(const gaptv_model* model, const char* path);

// Reads the content of a model file.
GAPTV_API gaptv_status gaptv_model_from_json(const char* json, gaptv_model** model);

// Stores what a model file holds, JSON by the schema in formats/, to be given back by gaptv_free_text(): regions, their
// values, the grid, how everything was chosen.
GAPTV_API gaptv_status gaptv_model_to_json(const gaptv_model* model, char** json);

// Stores a page of HTML that explains the model, to be given back by gaptv_free_text(). threads and progress are those
// of the other functions.
GAPTV_API gaptv_status gaptv_model_report(const gaptv_model* model, size_t threads, gaptv_progress progress,
                                          void* context, char** html);

// Gives back the model. NULL is fine.
GAPTV_API void gaptv_model_free(gaptv_model* model);

#ifdef __cplusplus
}  // extern "C"
#endif
// NOLINTEND(readability-identifier-naming,modernize-use-using,modernize-deprecated-headers)
