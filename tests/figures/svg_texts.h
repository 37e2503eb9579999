// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace gaptv::testing {

// A text of an SVG file by Cairo: where its glyphs begin. It has outlines instead of letters.
struct SvgText {
  std::vector<double> x;
  std::vector<double> y;

  bool is_turned() const { return x.size() > 1 && x.front() == x.back(); }
};

inline double svg_number(std::string_view element, std::string_view attribute) {
  const std::size_t at = element.find(" " + std::string(attribute) + "=\"");
  return std::strtod(std::string(element.substr(at + attribute.size() + 3)).c_str(), nullptr);
}

// Groups that use glyphs.
inline std::vector<SvgText> svg_texts(std::string_view svg) {
  std::vector<SvgText> texts;
  bool is_inside = false;
  for (std::size_t at = svg.find('<'); at != std::string_view::npos; at = svg.find('<', at + 1)) {
    const std::string_view element = svg.substr(at, svg.find('>', at) - at);
    const bool is_glyph = element.starts_with("<use") && element.find("#glyph") != std::string_view::npos;
    if (is_glyph && !is_inside) texts.emplace_back();
    if (is_glyph) {
      texts.back().x.push_back(svg_number(element, "x"));
      texts.back().y.push_back(svg_number(element, "y"));
    }
    is_inside = is_glyph;
  }
  return texts;
}

}  // namespace gaptv::testing
