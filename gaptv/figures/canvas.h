// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cairo.h>

#include <string>
#include <vector>

#include "gaptv/figures/figure.h"
#include "gaptv/figures/shapes.h"
#include "gaptv/figures/text_ruler.h"
#include "gaptv/output/colour_map.h"

namespace gaptv::figures {

// Is one page in one of the formats, white at first.
class Canvas {
 public:
  Canvas(FigureFormat format, double width, double height);
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  void draw_line(const std::vector<Point>& points, const Pen& pen);
  void draw_segments(const std::vector<Segment>& segments, const Pen& pen);
  void draw_box(const Box& box, const Pen& pen);
  void fill_polygon(const std::vector<Point>& corners, const Colour& colour);
  void fill_disc(const Point& centre, double radius, const Colour& colour);
  // Draws thin diagonal lines across the boxes, which must not overlap.
  void hatch_boxes(const std::vector<Box>& boxes, const Pen& pen, double distance);
  // The baseline of the text begins, is centred or ends at the point.
  void draw_text(const Point& point, const std::string& text, const TextStyle& style);
  // Pixels keep their colours: none is blended with its neighbours.
  void draw_image(const Box& box, const PixelImage& image);

  // What is drawn until the end of the clip's life shows within the box only.
  class Clip {
   public:
    Clip(Canvas& canvas, const Box& box);
    ~Clip();
    Clip(const Clip&) = delete;
    Clip& operator=(const Clip&) = delete;

   private:
    Canvas& canvas_;
  };

  // Returns the resolution that images should have: that of the page, or where it has none, twice that of a PNG.
  double pixels_per_point() const;

  // Closes the page and returns the bytes of the file. Nothing can be drawn afterwards.
  std::string finish();

 private:
  void set_colour(const Colour& colour);
  void stroke(const Pen& pen);

  FigureFormat format_;
  std::string bytes_;  // Cairo writes here, at the latest when the surface goes
  CairoHandle<cairo_surface_t> surface_;
  CairoHandle<cairo_t> context_;
};

}  // namespace gaptv::figures
