// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/sql/constant_array.h"

#include <cmath>

#include "gaptv/base/number_text.h"

namespace gaptv::sql {

bool has_constant_arrays(const Dialect& dialect) {
  return dialect.engine == Engine::spark;
}

std::string constant_array(const std::vector<std::string>& numbers, std::string_view type) {
  std::string list;
  for (const std::string& number : numbers) (list += list.empty() ? "" : ",") += number;
  return "CAST(split('" + list + "', ',') AS ARRAY<" + std::string(type) + ">)";
}

std::string constant_array(const std::vector<double>& numbers, std::string_view type) {
  std::vector<std::string> texts;
  texts.reserve(numbers.size());
  for (const double number : numbers) {
    texts.push_back(!std::isinf(number) ? exact_number_text(number) : number > 0 ? "Infinity" : "-Infinity");
  }
  return constant_array(texts, type);
}

std::string element_of(const std::string& array, const std::string& number) {
  return array + '[' + number + ']';
}

}  // namespace gaptv::sql
