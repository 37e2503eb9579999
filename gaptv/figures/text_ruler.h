// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cairo.h>

#include <memory>
#include <string>

namespace gaptv::figures {

struct CairoDeleter {
  void operator()(cairo_t* context) const { cairo_destroy(context); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_font_options_t* options) const { cairo_font_options_destroy(options); }
};
template <typename T>
using CairoHandle = std::unique_ptr<T, CairoDeleter>;

// Selects the font of all figures, with metrics that do not depend on the resolution: every format has one layout.
void select_font(cairo_t* context);

// Holds a text that fits its place.
struct FittedText {
  std::string text;
  double size = 0;
};

// Measures texts, in points, before there is a figure to draw them on.
class TextRuler {
 public:
  TextRuler();
  double width(const std::string& text, double size) const;
  // Leaves the text as it is if it fits into the width, else makes it smaller down to "least_size", else cuts it with
  // an ellipsis at its end.
  FittedText fit(const std::string& text, double width_limit, double size, double least_size) const;

 private:
  CairoHandle<cairo_t> context_;
};

}  // namespace gaptv::figures
