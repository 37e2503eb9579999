// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/text_ruler.h"

#include <algorithm>
#include <vector>

#include "gaptv/output/drawable_text.h"

namespace gaptv::figures {
namespace {

// Where each character of a drawable text ends.
std::vector<std::size_t> character_ends(const std::string& text) {
  std::vector<std::size_t> ends;
  for (std::size_t end = 0; end < text.size(); ends.push_back(end)) {
    end += std::max<std::size_t>(drawable_length(std::string_view(text).substr(end)), 1);
  }
  return ends;
}

}  // namespace

void select_font(cairo_t* context) {
  cairo_select_font_face(context, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  const CairoHandle<cairo_font_options_t> options(cairo_font_options_create());
  cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(context, options.get());
}

TextRuler::TextRuler() {
  const CairoHandle<cairo_surface_t> surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1));
  context_.reset(cairo_create(surface.get()));
  select_font(context_.get());
}

double TextRuler::width(const std::string& text, double size) const {
  cairo_text_extents_t extents;
  cairo_set_font_size(context_.get(), size);
  cairo_text_extents(context_.get(), text.c_str(), &extents);
  return extents.x_advance;
}

FittedText TextRuler::fit(const std::string& text, double width_limit, double size, double least_size) const {
  const double full_width = width(text, size);
  if (full_width <= width_limit) return {text, size};
  const double fitting_size = size * width_limit / full_width;
  if (fitting_size >= least_size) return {text, fitting_size};
  // The longest beginning that fits.
  const std::vector<std::size_t> ends = character_ends(text);
  const auto cut = [&](std::size_t end) { return text.substr(0, end) + "\u2026"; };
  const auto first_too_long = std::partition_point(
      ends.begin(), ends.end(), [&](std::size_t end) { return width(cut(end), least_size) <= width_limit; });
  return {cut(first_too_long == ends.begin() ? 0 : *(first_too_long - 1)), least_size};
}

}  // namespace gaptv::figures
