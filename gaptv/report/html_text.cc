// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/report/html_text.h"

#include "gaptv/output/drawable_text.h"

namespace gaptv::report {

std::string html_text(std::string_view text) {
  std::string html;
  for (const char c : drawable_text(text)) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      case '\'':
        html += "&#39;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

}  // namespace gaptv::report
