// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/canvas.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "gaptv/figures/file_bytes.h"

namespace gaptv::figures {
namespace {

constexpr double points_per_inch = 72;
constexpr double png_pixels_per_inch = 300;

cairo_status_t append_bytes(void* bytes, const unsigned char* data, unsigned int length) {
  try {
    static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
  } catch (const std::exception&) {
    return CAIRO_STATUS_WRITE_ERROR;
  }
  return CAIRO_STATUS_SUCCESS;
}

void expect_success(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS) {
    throw std::runtime_error(std::string("the figure could not be drawn: Cairo says ") +
                             cairo_status_to_string(status));
  }
}

cairo_surface_t* create_surface(FigureFormat format, double width, double height, std::string& bytes) {
  if (format == FigureFormat::svg) {
    cairo_surface_t* const surface = cairo_svg_surface_create_for_stream(append_bytes, &bytes, width, height);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PT);
    return surface;
  }
  if (format == FigureFormat::pdf) {
    cairo_surface_t* const surface = cairo_pdf_surface_create_for_stream(append_bytes, &bytes, width, height);
    // Publishers take this version; later ones would save a few bytes.
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4);
    // Without a date, the same figure has the same bytes.
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
    return surface;
  }
  const auto pixels = [](double points) {
    return static_cast<int>(std::lround(points * png_pixels_per_inch / points_per_inch));
  };
  return cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels(width), pixels(height));
}

void add_path(cairo_t* context, const std::vector<Point>& points) {
  for (const Point& point : points) cairo_line_to(context, point.x, point.y);
}

}  // namespace

Canvas::Canvas(FigureFormat format, double width, double height)
    : format_(format), surface_(create_surface(format, width, height, bytes_)), context_(cairo_create(surface_.get())) {
  expect_success(cairo_status(context_.get()));
  if (format == FigureFormat::png) {
    const double scale = png_pixels_per_inch / points_per_inch;
    cairo_scale(context_.get(), scale, scale);
  }
  select_font(context_.get());
  cairo_set_line_join(context_.get(), CAIRO_LINE_JOIN_ROUND);
  set_colour({255, 255, 255});
  cairo_paint(context_.get());
}

double Canvas::pixels_per_point() const {
  return (format_ == FigureFormat::png ? 1 : 2) * png_pixels_per_inch / points_per_inch;
}

void Canvas::set_colour(const Colour& colour) {
  cairo_set_source_rgb(context_.get(), colour.red / 255, colour.green / 255, colour.blue / 255);
}

void Canvas::stroke(const Pen& pen) {
  set_colour(pen.colour);
  cairo_set_line_width(context_.get(), pen.width);
  cairo_set_dash(context_.get(), pen.dashes.data(), static_cast<int>(pen.dashes.size()), 0);
  cairo_stroke(context_.get());
}

void Canvas::draw_line(const std::vector<Point>& points, const Pen& pen) {
  add_path(context_.get(), points);
  stroke(pen);
}

void Canvas::draw_segments(const std::vector<Segment>& segments, const Pen& pen) {
  for (const Segment& segment : segments) {
    cairo_move_to(context_.get(), segment.from.x, segment.from.y);
    cairo_line_to(context_.get(), segment.to.x, segment.to.y);
  }
  stroke(pen);
}

void Canvas::draw_box(const Box& box, const Pen& pen) {
  cairo_rectangle(context_.get(), box.left, box.top, box.width, box.height);
  stroke(pen);
}

void Canvas::fill_polygon(const std::vector<Point>& corners, const Colour& colour) {
  add_path(context_.get(), corners);
  cairo_close_path(context_.get());
  set_colour(colour);
  cairo_fill(context_.get());
}

void Canvas::fill_disc(const Point& centre, double radius, const Colour& colour) {
  cairo_new_sub_path(context_.get());
  cairo_arc(context_.get(), centre.x, centre.y, radius, 0, 2 * std::numbers::pi);
  set_colour(colour);
  cairo_fill(context_.get());
}

void Canvas::hatch_boxes(const std::vector<Box>& boxes, const Pen& pen, double distance) {
  if (boxes.empty()) return;
  cairo_t* const context = context_.get();
  cairo_save(context);
  Box all = boxes.front();
  for (const Box& box : boxes) {
    cairo_rectangle(context, box.left, box.top, box.width, box.height);
    const double right = std::max(all.right(), box.right());
    const double bottom = std::max(all.bottom(), box.bottom());
    all.left = std::min(all.left, box.left);
    all.top = std::min(all.top, box.top);
    all.width = right - all.left;
    all.height = bottom - all.top;
  }
  cairo_clip(context);
  std::vector<Segment> lines;
  for (double at = distance; at < all.width + all.height; at += distance) {
    lines.push_back({{all.left + at, all.top}, {all.left + at - all.height, all.bottom()}});
  }
  draw_segments(lines, pen);
  cairo_restore(context);
}

void Canvas::draw_text(const Point& point, const std::string& text, const TextStyle& style) {
  cairo_t* const context = context_.get();
  cairo_save(context);
  cairo_translate(context, point.x, point.y);
  if (style.is_turned) cairo_rotate(context, -std::numbers::pi / 2);
  set_colour(style.colour);
  cairo_set_font_size(context, style.size);
  cairo_text_extents_t extents;
  cairo_text_extents(context, text.c_str(), &extents);
  const double before = style.align == TextAlign::start ? 0 : style.align == TextAlign::middle ? 0.5 : 1;
  cairo_move_to(context, -before * extents.x_advance, 0);
  if (style.halo > 0) {
    cairo_text_path(context, text.c_str());
    stroke({{255, 255, 255}, 2 * style.halo, {}});
    set_colour(style.colour);
    cairo_move_to(context, -before * extents.x_advance, 0);
  }
  cairo_show_text(context, text.c_str());
  cairo_restore(context);
  cairo_new_path(context);
}

void Canvas::draw_image(const Box& box, const PixelImage& image) {
  cairo_t* const context = context_.get();
  const auto width = static_cast<int>(image.width);
  const auto height = static_cast<int>(image.height);
  // An image with memory of its own: vector formats read it when the page is finished.
  const CairoHandle<cairo_surface_t> surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  expect_success(cairo_surface_status(surface.get()));
  unsigned char* const data = cairo_image_surface_get_data(surface.get());
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get()));
  for (std::size_t row = 0; row < image.height; ++row) {
    const auto first = image.pixels.begin() + static_cast<std::ptrdiff_t>(row * image.width);
    std::copy_n(first, image.width, reinterpret_cast<std::uint32_t*>(data + row * stride));
  }
  cairo_surface_mark_dirty(surface.get());
  cairo_save(context);
  cairo_translate(context, box.left, box.top);
  cairo_scale(context, box.width / width, box.height / height);
  cairo_set_source_surface(context, surface.get(), 0, 0);
  cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST);
  cairo_paint(context);
  cairo_restore(context);
}

Canvas::Clip::Clip(Canvas& canvas, const Box& box) : canvas_(canvas) {
  cairo_save(canvas_.context_.get());
  cairo_rectangle(canvas_.context_.get(), box.left, box.top, box.width, box.height);
  cairo_clip(canvas_.context_.get());
}

Canvas::Clip::~Clip() {
  cairo_restore(canvas_.context_.get());
}

std::string Canvas::finish() {
  cairo_show_page(context_.get());
  expect_success(cairo_status(context_.get()));
  if (format_ == FigureFormat::png) {
    expect_success(cairo_surface_write_to_png_stream(surface_.get(), append_bytes, &bytes_));
    return add_png_resolution(bytes_);
  }
  cairo_surface_finish(surface_.get());
  expect_success(cairo_surface_status(surface_.get()));
  return format_ == FigureFormat::svg ? stabilise_svg_names(bytes_) : bytes_;
}

}  // namespace gaptv::figures
