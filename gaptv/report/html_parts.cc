// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/report/html_parts.h"

#include "gaptv/output/command_text.h"
#include "gaptv/report/html_text.h"

namespace gaptv::report {

std::string paragraph(const std::string& text) {
  return "<p>" + html_text(text) + "</p>\n";
}

std::string join_sentences(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& sentence : list) text += (text.empty() ? "" : " ") + sentence;
  return in_command_style(text);
}

}  // namespace gaptv::report
