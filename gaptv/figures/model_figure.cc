// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/model_figure.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/figures/tick_labels.h"
#include "gaptv/grid/bin_borders.h"
#include "gaptv/grid/map_axes.h"
#include "gaptv/grid/shape.h"
#include "gaptv/output/colour_limits.h"
#include "gaptv/output/drawable_text.h"
#include "gaptv/output/empty_places.h"
#include "gaptv/output/row_means.h"
#include "gaptv/output/value_text.h"

namespace gaptv {
namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

// A surface that is drawn by itself, with the label of its class if there are several.
struct DrawnSurface {
  const FitRecord& fit;
  const Surface& surface;
  std::string label;
  std::string outcome;  // what its values are
};

std::vector<DrawnSurface> list_surfaces(const Model& model) {
  std::vector<DrawnSurface> parts;
  for (const Surface& surface : model.surfaces) {
    parts.push_back({model.record, surface, surface.label,
                     model.has_classes() ? "Probability" : describe_outcome(model.record, surface)});
  }
  return parts;
}

// Panels side by side, so that each is wide enough to be read.
std::size_t columns_for(std::size_t panels, double width_mm) {
  constexpr double panel_width_mm = 40;
  constexpr std::size_t few = 6;  // more are drawn smaller, or the figure would be higher than a page
  const std::size_t extra = panels > few ? 1 : 0;
  const auto fitting = static_cast<std::size_t>(width_mm / panel_width_mm) + extra;
  const std::size_t columns = std::clamp<std::size_t>(fitting, 1, panels);
  // As many rows with columns filled evenly: four panels in two rows of two rather than of three and one.
  const std::size_t rows = (panels + columns - 1) / columns;
  return (panels + rows - 1) / rows;
}

Figure figure_of_panels(std::vector<FigurePanel> panels, double width_mm) {
  Figure figure;
  figure.width_mm = width_mm;
  figure.columns = columns_for(panels.size(), width_mm);
  figure.panels = std::move(panels);
  return figure;
}

// Names the unit after a label, unless numbers are percentages.
std::string add_unit(const std::string& label, const FitRecord& fit, const DrawingOptions& options) {
  return options.unit.empty() || shows_percent(fit, options) ? label : label + " (" + options.unit + ")";
}

// One feature.
CurvePanel step_panel(const DrawnSurface& part, const DrawingOptions& options) {
  const Axis& axis = part.surface.grid.axes[0];
  const std::vector<double> borders = bin_borders(axis);
  const std::vector<double> values = fitted_values(part.surface);
  Series fit = {.name = "fit", .has_markers = false};
  Series means = {.name = "means of at least " + std::to_string(options.min_rows) + " rows", .has_line = false};
  for (std::size_t bin = 0; bin < values.size(); ++bin) {
    fit.x.insert(fit.x.end(), {borders[bin], borders[bin + 1]});
    const double value = part.surface.grid.is_left_out(bin) ? no_value : values[bin];
    fit.y.insert(fit.y.end(), {value, value});
  }
  for (const RowMean& mean : means_of_rows(part.surface, options.min_rows)) {
    const double low = borders[mean.first_bin];
    means.x.push_back(low + (borders[mean.last_bin + 1] - low) / 2);
    means.y.push_back(mean.mean);
  }
  CurvePanel panel = {.title = part.label, .x_label = axis.name, .y_label = add_unit(part.outcome, part.fit, options)};
  panel.has_percent_y = shows_percent(part.fit, options);
  panel.series = {std::move(fit)};
  if (!means.x.empty()) panel.series.push_back(std::move(means));
  return panel;
}

// Neighbouring bins of the third feature.
struct Slab {
  std::size_t first_bin = 0;
  std::size_t last_bin = 0;
};

// All bins of the third feature, those with equal values in one slab.
std::vector<Slab> equal_slabs(const Grid& grid, const std::vector<double>& values) {
  const std::size_t bins = grid.axes[2].bins();
  std::vector<Slab> slabs = {{0, 0}};
  for (std::size_t bin = 1; bin < bins; ++bin) {
    bool is_equal = true;
    for (std::size_t cell = bin; cell < values.size() && is_equal; cell += bins) {
      const bool is_outside = grid.is_left_out(cell);
      is_equal = is_outside == grid.is_left_out(cell - 1) && (is_outside || values[cell] == values[cell - 1]);
    }
    if (is_equal) {
      slabs.back().last_bin = bin;
    } else {
      slabs.push_back({bin, bin});
    }
  }
  return slabs;
}

// All of them, or those at equal distances, counted in bins: these hold about the same number of rows.
std::vector<Slab> chosen_slabs(const std::vector<Slab>& slabs, std::size_t most) {
  if (slabs.size() <= most) return slabs;
  const std::size_t bins = slabs.back().last_bin + 1;
  std::vector<Slab> chosen;
  for (std::size_t i = 0; i < most; ++i) {
    const std::size_t bin = (2 * i + 1) * bins / (2 * most);
    const Slab& slab = *std::ranges::lower_bound(slabs, bin, {}, &Slab::last_bin);
    if (chosen.empty() || chosen.back().first_bin != slab.first_bin) chosen.push_back(slab);
  }
  return chosen;
}

// "0.25 to 0.5", with as many digits as the distance makes worth reading.
std::string range_text(double low, double high) {
  const double unit = std::pow(10.0, std::floor(std::log10(high - low)) - 1);
  const auto rounded = [unit](double value) {
    const double result = std::round(value / unit) * unit;
    return std::isfinite(result) ? result : value;
  };
  const std::vector<std::string> labels = figures::tick_labels({rounded(low), rounded(high)});
  return labels[0] + " to " + labels[1];
}

// Draws cells of a map, which may be those of neighbouring slices of a third feature.
MapPanel map_panel_of(const DrawnSurface& part, const std::vector<double>& values, const Slab& slab) {
  const Surface& surface = part.surface;
  const std::vector<Axis>& axes = surface.grid.axes;
  const MapAxes map_axes = find_map_axes(surface.grid);
  const std::size_t across = map_axes.horizontal;
  const std::size_t up = map_axes.vertical;
  MapPanel panel = {.title = part.label, .x_label = axes[across].name, .y_label = axes[up].name};
  panel.x_edges = bin_borders(axes[across]);
  panel.y_edges = bin_borders(axes[up]);
  panel.has_region_borders = true;
  const Shape shape = surface.grid.shape();
  const std::vector<std::uint8_t> is_empty = find_empty_places(part.fit, surface);
  const bool has_rows = std::ranges::find(is_empty, 0) != is_empty.end();
  for (std::size_t x = 0; x < axes[across].bins(); ++x) {
    for (std::size_t y = 0; y < axes[up].bins(); ++y) {
      const std::size_t column = x * shape.stride(across) + y * shape.stride(up);
      bool is_blank = true;
      for (std::size_t bin = slab.first_bin; bin <= slab.last_bin; ++bin) is_blank &= is_empty[column + bin] != 0;
      const std::size_t cell = column + slab.first_bin;
      const bool is_outside = surface.grid.is_left_out(cell);
      if (!surface.grid.left_out.empty()) panel.is_outside.push_back(is_outside);
      panel.values.push_back(is_outside || (is_blank && has_rows) ? no_value : values[cell]);
      panel.region_numbers.push_back(surface.region_of_cell[cell]);
    }
  }
  return panel;
}

// Two or three features.
void add_map_panels(std::vector<FigurePanel>& panels, const DrawnSurface& part, double width_mm,
                    const DrawingOptions& options) {
  const bool is_class = !part.label.empty();
  const std::size_t most_slices = is_class ? 3 : 6;
  // Longer texts would push the numbers behind them out of the title: columns are about so many characters wide.
  const auto most_title_characters = static_cast<std::size_t>(width_mm / (is_class ? 12 : 8));
  const std::vector<double> values = fitted_values(part.surface);
  if (part.surface.grid.axes.size() == 2) {
    MapPanel panel = map_panel_of(part, values, {0, 0});
    panel.outline = options.outline;
    panels.emplace_back(std::move(panel));
    return;
  }
  const Axis& third = part.surface.grid.axes[2];
  const std::vector<double> borders = bin_borders(third);
  for (const Slab& slab : chosen_slabs(equal_slabs(part.surface.grid, values), most_slices)) {
    MapPanel panel = map_panel_of(part, values, slab);
    const auto is_blank = [](double value) { return std::isnan(value); };
    if (std::ranges::all_of(panel.values, is_blank)) continue;
    const std::string& name = is_class ? part.label : third.name;
    panel.title = shorten_text(name, most_title_characters) + ": " +
                  range_text(borders[slab.first_bin], borders[slab.last_bin + 1]);
    panels.emplace_back(std::move(panel));
  }
}

std::string colour_label(const DrawnSurface& part) {
  std::string label = part.outcome;
  // The shares of the classes in the leaf of one tree add up to 1; models of their own do not know of each other.
  if (!part.label.empty() && !part.surface.record.leaves) label += " against the rest";
  // Titles have no room for a class, a feature and numbers.
  const std::vector<Axis>& axes = part.surface.grid.axes;
  if (!part.label.empty() && axes.size() > 2) label += "; above each map: " + axes[2].name;
  return label;
}

// One scale for the maps of all surfaces.
ColourScale colour_scale_of(const Model& model, const DrawingOptions& options) {
  ColourLimits limits = find_colour_limits(model.surfaces.front());
  for (const Surface& surface : model.surfaces) {
    const ColourLimits of_surface = find_colour_limits(surface);
    limits = {std::min(limits.low, of_surface.low), std::max(limits.high, of_surface.high)};
  }
  ColourScale colours;
  colours.is_percent = shows_percent(model.record, options);
  if (limits.low == limits.high) return colours;
  colours.low = limits.low;
  colours.high = limits.high;
  return colours;
}

// The parts whose curves differ: the classes of one tree share theirs.
std::vector<DrawnSurface> parts_with_curves(const Model& model) {
  std::vector<DrawnSurface> parts = list_surfaces(model);
  const DrawnSurface& first = parts.front();
  if (parts.size() > 1 && first.surface.record.leaves) return {{first.fit, first.surface, "", first.outcome}};
  return parts;
}

std::string three_digits(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 2);
  const double rounded = std::round(value / unit) * unit;
  return figures::tick_labels({std::isfinite(rounded) ? rounded : value}).front();
}

std::string held_out_label(const DrawnSurface& part) {
  const std::shared_ptr<const Loss> loss = loss_of(part.fit);
  if (part.surface.record.leaves && loss->trees() == TreeRule::wrong_classes) return "Held-out error";
  return std::string("Held-out ") + loss->error().deviance;
}

CurvePanel path_panel(const DrawnSurface& part) {
  const SurfaceRecord& record = part.surface.record;
  if (record.cv.lambdas.empty()) {
    throw InvalidInput(record.leaves ? "there are no held-out errors to draw: the tree was not pruned by "
                                       "cross-validation; fit it with `prune=1se` or `prune=min`"
                                     : "there are no held-out errors to draw: lambda was not chosen by "
                                       "cross-validation; fit with `lambda=cv`");
  }
  CurvePanel panel = {.title = part.label, .x_label = "\u03bb", .y_label = held_out_label(part), .has_log_x = true};
  if (record.leaves) panel.x_label = "\u03bb, the price of a leaf";
  Series errors;
  for (std::size_t i = 0; i < record.cv.lambdas.size(); ++i) {
    if (record.cv.lambdas[i] <= 0) continue;
    errors.x.push_back(record.cv.lambdas[i]);
    errors.y.push_back(record.cv.mean[i]);
    errors.error.push_back(record.cv.standard_error[i]);
  }
  if (errors.x.empty()) {
    throw InvalidInput(
        "there are no held-out errors to draw: every lambda that was tried is 0, as for an outcome that "
        "is constant");
  }
  panel.series = {std::move(errors)};
  if (record.lambda > 0) {
    panel.marks = {{.is_vertical = true, .at = record.lambda, .label = "\u03bb = " + three_digits(record.lambda)}};
  }
  return panel;
}

CurvePanel gap_panel(const DrawnSurface& part) {
  const SurfaceRecord& record = part.surface.record;
  const GapCurve& gap = record.gap;
  if (gap.bins.empty()) {
    throw InvalidInput(record.leaves
                           ? "there is no gap curve to draw: a tree cuts where it splits; fit with `method=gaptv`"
                           : "there is no gap curve to draw: no number of bins was tried, as when there is a "
                             "single row");
  }
  CurvePanel panel = {.title = part.label, .x_label = "Bins per feature", .y_label = "Gap statistic"};
  if (part.surface.grid.axes.size() == 1) panel.x_label = "Bins";
  Series curve;
  for (std::size_t i = 0; i < gap.bins.size(); ++i) {
    curve.x.push_back(static_cast<double>(gap.bins[i]));
    curve.y.push_back(std::isfinite(gap.gap[i]) ? gap.gap[i] : no_value);
  }
  if (std::ranges::all_of(curve.y, [](double y) { return std::isnan(y); })) {
    throw InvalidInput(
        "there is no gap curve to draw: the gap statistic is not finite for any number of bins, as when "
        "no two rows of a bin differ");
  }
  panel.series = {std::move(curve)};
  const std::size_t smallest = choose_bins(gap);
  panel.marks = {
      {.is_vertical = true, .at = static_cast<double>(smallest), .label = "smallest: " + std::to_string(smallest)}};
  return panel;
}

Figure curve_figure(const Model& model, double width_mm, CurvePanel (*panel_of)(const DrawnSurface&)) {
  std::vector<FigurePanel> panels;
  for (const DrawnSurface& part : parts_with_curves(model)) panels.emplace_back(panel_of(part));
  return figure_of_panels(std::move(panels), width_mm);
}

}  // namespace

Figure map_figure(const Model& model, double width_mm, const DrawingOptions& options) {
  const std::vector<DrawnSurface> parts = list_surfaces(model);
  std::vector<FigurePanel> panels;
  std::set<std::size_t> panels_of_parts;
  for (const DrawnSurface& part : parts) {
    const std::size_t before = panels.size();
    if (part.surface.grid.axes.size() == 1) {
      panels.emplace_back(step_panel(part, options));
    } else {
      add_map_panels(panels, part, width_mm, options);
    }
    panels_of_parts.insert(panels.size() - before);
  }
  Figure figure = figure_of_panels(std::move(panels), width_mm);
  // Slices of several classes: a row for each class.
  const std::size_t slices = *panels_of_parts.begin();
  if (parts.size() > 1 && slices > 1 && panels_of_parts.size() == 1) figure.columns = slices;
  figure.title = options.title;
  figure.height_per_width = find_map_axes(model.surfaces.front().grid).height_per_width;
  figure.colours = colour_scale_of(model, options);
  figure.colours.label = add_unit(colour_label(parts.front()), model.record, options);
  return figure;
}

Figure path_figure(const Model& model, double width_mm) {
  return curve_figure(model, width_mm, path_panel);
}

Figure gap_figure(const Model& model, double width_mm) {
  return curve_figure(model, width_mm, gap_panel);
}

}  // namespace gaptv
