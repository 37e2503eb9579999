// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/classes.h"

#include <algorithm>
#include <cmath>

#include "gaptv/base/error.h"
#include "gaptv/base/mention.h"
#include "gaptv/base/number_text.h"

namespace gaptv {
namespace {

constexpr std::size_t unknown = static_cast<std::size_t>(-1);

// For each number that an outcome can have, the number of its class.
std::vector<std::size_t> class_of_numbers(const std::vector<std::string>& classes, const DataView& data) {
  std::vector<std::size_t> class_of_number;
  for (const std::string& label : data.classes.empty() ? classes : data.classes) {
    const auto found = std::ranges::find(classes, label);
    class_of_number.push_back(found != classes.end() ? static_cast<std::size_t>(found - classes.begin()) : unknown);
  }
  return class_of_number;
}

[[noreturn]] void refuse(const std::vector<std::string>& classes, const DataView& data, std::size_t row) {
  const double number = data.outcome[row];
  const bool has_label =
      number >= 0 && number < static_cast<double>(data.classes.size()) && number == std::floor(number);
  std::string message = "outcome '" + data.outcome_name + "', " + mention_row(row) + ": ";
  message += has_label ? "'" + data.classes[static_cast<std::size_t>(number)] + "'" : number_text(number);
  message += " is none of the " + std::to_string(classes.size()) + " classes";
  for (std::size_t k = 0; k < classes.size(); ++k) message += (k == 0 ? " '" : ", '") + classes[k] + "'";
  throw InvalidInput(message + "; correct it, or leave out such rows");
}

}  // namespace

std::vector<std::size_t> class_of_rows(const std::vector<std::string>& classes, const DataView& data) {
  if (!data.exposure.empty()) throw InvalidInput("an exposure goes with counts, not with classes; leave it out");
  const std::vector<std::size_t> class_of_number = class_of_numbers(classes, data);
  std::vector<std::size_t> class_of_row(data.rows());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const double number = data.outcome[row];
    const bool is_number_of_class =
        number >= 0 && number < static_cast<double>(class_of_number.size()) && number == std::floor(number);
    class_of_row[row] = is_number_of_class ? class_of_number[static_cast<std::size_t>(number)] : unknown;
    if (class_of_row[row] == unknown) refuse(classes, data, row);
  }
  return class_of_row;
}

std::vector<double> membership(const std::vector<std::size_t>& class_of_row, std::size_t class_number) {
  std::vector<double> is_member(class_of_row.size());
  for (std::size_t row = 0; row < is_member.size(); ++row) is_member[row] = class_of_row[row] == class_number ? 1 : 0;
  return is_member;
}

}  // namespace gaptv
