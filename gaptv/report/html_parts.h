// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

namespace gaptv::report {

// Writes a text from anywhere as a paragraph.
std::string paragraph(const std::string& text);

// Joins sentences, with options written as on a command line.
std::string join_sentences(const std::vector<std::string>& list);

}  // namespace gaptv::report
