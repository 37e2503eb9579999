// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace gaptv {

// Writes JSON that a person can look through: an object has a line per member, a list of objects a line per object
// (unless that holds objects itself); all else stays in one line, so that a list of 10000 numbers does not fill 10000
// lines. Numbers have the shortest form that reads back to the same double; the text ends with a line feed. Throws
// InvalidInput where a text is not UTF-8.
std::string json_text(const nlohmann::ordered_json& value);

}  // namespace gaptv
