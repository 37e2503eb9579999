// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/json_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "gaptv/base/error.h"

namespace gaptv {
namespace {

using Json = nlohmann::ordered_json;

// The shortest text that reads back to the same double.
void append_number(std::string& text, double value) {
  std::array<char, 32> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  text.append(digits.data(), end);
  // A JSON reader takes -0 for an integer, which has no sign.
  if (value == 0 && std::signbit(value)) text += ".0";
}

void append_string(std::string& text, const Json& value) {
  try {
    text += value.dump();
  } catch (const Json::type_error&) {
    throw InvalidInput("the model cannot be written: the name " +
                       value.dump(-1, ' ', false, Json::error_handler_t::replace) +
                       " is not UTF-8 text; convert the data first (iconv -f LATIN1 -t UTF-8) and fit again");
  }
}

void append(std::string& text, const Json& value, std::size_t indent);

// Without line breaks.
void append_in_line(std::string& text, const Json& value) {
  if (value.is_object()) {
    text += '{';
    for (const auto& [key, member] : value.items()) {
      if (text.back() != '{') text += ", ";
      text += '"' + key + "\": ";
      append_in_line(text, member);
    }
    text += '}';
  } else if (value.is_array()) {
    text += '[';
    bool is_first = true;
    for (const Json& element : value) {
      if (!is_first) text += ',';
      is_first = false;
      append_in_line(text, element);
    }
    text += ']';
  } else if (value.is_number_float()) {
    append_number(text, value.get<double>());
  } else if (value.is_string()) {
    append_string(text, value);
  } else {
    text += value.dump();
  }
}

void append_lines(std::string& text, const Json& value, std::size_t indent) {
  const std::string margin(indent + 2, ' ');
  text += value.is_object() ? "{" : "[";
  bool is_first = true;
  for (const auto& [key, member] : value.items()) {
    text += (is_first ? "\n" : ",\n") + margin;
    is_first = false;
    if (value.is_object()) {
      text += '"' + key + "\": ";
      append(text, member, indent + 2);
    } else if (std::ranges::any_of(member, [](const Json& part) { return part.is_object(); })) {
      append(text, member, indent + 2);
    } else {
      append_in_line(text, member);
    }
  }
  text += '\n' + std::string(indent, ' ') + (value.is_object() ? '}' : ']');
}

void append(std::string& text, const Json& value, std::size_t indent) {
  const bool is_list_of_objects = value.is_array() && !value.empty() && value.front().is_object();
  if (value.is_object() || is_list_of_objects) {
    append_lines(text, value, indent);
  } else {
    append_in_line(text, value);
  }
}

}  // namespace

std::string json_text(const Json& value) {
  std::string text;
  append(text, value, 0);
  text += '\n';
  return text;
}

}  // namespace gaptv
