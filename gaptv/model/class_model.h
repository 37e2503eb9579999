// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/data/dataset.h"
#include "gaptv/model/model.h"

namespace gaptv {

// Three classes or more, one against the rest: a binomial model for each class, with a grid and a lambda of its own.
// The probability of class k is p_k / (p_1 + ... + p_K), where p_k is what the model of class k predicts.
struct ClassModel {
  std::vector<std::string> classes;  // the labels
  // One for each class: a complete model of this class (1) against all others (0).
  std::vector<Model> models;
  // Of the probabilities on the training rows (gaptv/model/class_errors.h).
  double train_rmse = 0;
  double train_deviance = 0;
  std::vector<std::string> notes;  // what the user should know, of the whole and of each class
};

// Of all classes together.
GAPTV_API std::size_t plateau_count(const ClassModel& model);

// Of the sum of the problems of all classes: their objectives are added up, and no part of the sum is further from its
// minimum than the worst one.
GAPTV_API Certificate joint_certificate(const ClassModel& model);

// Which of the classes each row belongs to. Labels of the data are found by their names, so that data that lack a
// class, or have them in another order, mean the same; outcomes without labels are the numbers of the classes, from 0.
// Throws InvalidInput, with the row, where the outcome is none of the classes, and where there are exposures.
std::vector<std::size_t> class_of_rows(const std::vector<std::string>& classes, const DataView& data);

// 1 where a row belongs to the class, 0 where it belongs to another.
std::vector<double> membership(const std::vector<std::size_t>& class_of_row, std::size_t class_number);

}  // namespace gaptv
