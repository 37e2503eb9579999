// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/draw_figures.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "experiments/bins_sweep.h"
#include "gaptv/base/file.h"
#include "gaptv/figures/figure.h"

namespace gaptv {
namespace {

constexpr double one_column_mm = 84;
constexpr double two_columns_mm = 174;

double to_number(const std::string& field) {
  return std::strtod(field.c_str(), nullptr);
}

std::string shown_name(const std::string& method) {
  static const std::map<std::string, std::string> names = {{"cart", "CART"},
                                                           {"crisp", "CRISP"},
                                                           {"gapcrisp", "GapCRISP"},
                                                           {"gaptv", "GapTV"},
                                                           {"cart-cv", "CART, pruned by CV"},
                                                           {"raw", "Raw data"},
                                                           {"truth", "Truth"}};
  const auto found = names.find(method);
  return found == names.end() ? method : found->second;
}

void write_figure(const Figure& figure, const std::string& name, const ExperimentOptions& options) {
  write_file(result_path(options, name + ".svg"), render(figure, FigureFormat::svg));
  write_file(result_path(options, name + ".pdf"), render(figure, FigureFormat::pdf));
  write_file(result_path(options, name + ".png"), render(figure, FigureFormat::png));
}

// A measure of every method against the size of the sample.
std::vector<Series> series_by_method(const Summary& summary, const std::string& measure) {
  const std::size_t place = summary.measure(measure);
  std::vector<Series> all;
  for (const GroupSummary& group : summary.groups) {
    const std::string name = shown_name(group.group[0]);
    auto series = std::ranges::find(all, name, &Series::name);
    if (series == all.end()) {
      all.emplace_back();
      series = all.end() - 1;
      series->name = name;
    }
    series->x.push_back(to_number(group.group[1]));
    series->y.push_back(group.measures[place].mean);
    series->error.push_back(group.measures[place].standard_error);
  }
  return all;
}

// Cells that rows name by the indices in two of their fields; others have no data.
MapPanel map_of(const std::vector<const Fields*>& rows, std::size_t x_field, const std::string& title) {
  MapPanel panel;
  panel.title = title;
  double most_x = 0;
  double most_y = 0;
  for (const Fields* const row : rows) {
    most_x = std::max(most_x, to_number((*row)[x_field]));
    most_y = std::max(most_y, to_number((*row)[x_field + 1]));
  }
  for (double edge = 0; edge <= most_x + 1; ++edge) panel.x_edges.push_back(edge);
  for (double edge = 0; edge <= most_y + 1; ++edge) panel.y_edges.push_back(edge);
  const std::size_t height = panel.y_edges.size() - 1;
  panel.values.assign((panel.x_edges.size() - 1) * height, std::numeric_limits<double>::quiet_NaN());
  for (const Fields* const row : rows) {
    const auto x = static_cast<std::size_t>(to_number((*row)[x_field]));
    const auto y = static_cast<std::size_t>(to_number((*row)[x_field + 1]));
    panel.values[x * height + y] = to_number((*row)[x_field + 2]);
  }
  return panel;
}

// Rows by their first fields, in the order in which these come first.
std::vector<std::pair<Fields, std::vector<const Fields*>>> rows_by(const std::vector<Fields>& rows,
                                                                   std::size_t fields) {
  std::vector<std::pair<Fields, std::vector<const Fields*>>> groups;
  for (const Fields& row : rows) {
    Fields key(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(fields));
    if (groups.empty() || groups.back().first != key) groups.emplace_back(std::move(key), std::vector<const Fields*>());
    groups.back().second.push_back(&row);
  }
  return groups;
}

// North is up and east to the right, whereas ix counts to the north.
Fields with_east_first(const Fields& row) {
  return {row[0], row[2], row[1], row[3]};
}

}  // namespace

void draw_synthetic(const Summary& summary, const ExperimentOptions& options) {
  Figure figure;
  figure.width_mm = two_columns_mm;
  figure.columns = 3;
  std::vector<double> sizes;
  for (const GroupSummary& group : summary.groups) sizes.push_back(to_number(group.group[1]));
  std::ranges::sort(sizes);
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  const auto add_panel = [&](const char* measure, const char* label, bool has_log_y) -> CurvePanel& {
    CurvePanel panel;
    panel.title = label;
    panel.x_label = "sample size";
    panel.has_log_x = true;
    panel.has_log_y = has_log_y;
    panel.x_ticks = sizes;
    panel.series = series_by_method(summary, measure);
    figure.panels.emplace_back(std::move(panel));
    return std::get<CurvePanel>(figure.panels.back());
  };
  add_panel("rmse", "RMSE", false);
  add_panel("plateaus", "Plateaus", true).marks.push_back({false, 10000, "one plateau for each cell"});
  add_panel("aic", "AIC", true);
  write_figure(figure, "synthetic", options);
}

void draw_synthetic_maps(const std::vector<Fields>& rows, const ExperimentOptions& options) {
  const std::vector<std::pair<Fields, std::vector<const Fields*>>> groups = rows_by(rows, 2);
  Figure figure;
  figure.width_mm = two_columns_mm;
  std::set<std::string> sizes;
  for (const auto& [key, members] : groups) sizes.insert(key[1]);
  figure.columns = std::max<std::size_t>(sizes.size() - 1, 1);  // the truth has a size of its own
  if (figure.columns < 3) figure.width_mm = one_column_mm;
  figure.colours = {ColourScale::Palette::diverging, 0, -5, 5, "value"};
  for (const auto& [key, members] : groups) {
    if (key[0] == "truth") continue;
    figure.panels.emplace_back(map_of(members, 2, shown_name(key[0]) + ", n = " + key[1]));
  }
  write_figure(figure, "synthetic_map", options);
  for (const auto& [key, members] : groups) {
    if (key[0] != "truth") continue;
    Figure truth;
    truth.colours = figure.colours;
    truth.panels.emplace_back(map_of(members, 2, ""));
    write_figure(truth, "synthetic_truth", options);
  }
}

void draw_bins(const Summary& summary, const ExperimentOptions& options) {
  std::map<double, CurvePanel> panels;  // by size
  for (const GroupSummary& group : summary.groups) {
    const double size = to_number(group.group[0]);
    const double bins = to_number(group.group[1]);
    CurvePanel& panel = panels[size];
    if (panel.series.empty()) {
      panel.title = "n = " + group.group[0];
      panel.x_label = "bins a side";
      panel.y_label = "RMSE";
      panel.second_y_label = "maximum error";
      panel.series.resize(2);
      panel.series[0].name = "RMSE";
      panel.series[1].name = "maximum error";
      panel.series[1].is_on_second_axis = true;
    }
    const char* const measures[] = {"rmse", "max_error"};
    for (std::size_t i = 0; i < 2; ++i) {
      panel.series[i].x.push_back(bins);
      panel.series[i].y.push_back(group.measures[summary.measure(measures[i])].mean);
    }
  }
  Figure figure;
  figure.width_mm = two_columns_mm;
  figure.columns = panels.size();
  for (const BestOfSweep& best : best_of_sweep(summary)) {
    panels[to_number(best.size)].marks.push_back({true, best.chosen, "chosen"});
  }
  for (auto& [size, panel] : panels) {
    figure.panels.emplace_back(std::move(panel));
  }
  write_figure(figure, "bins", options);
}

void draw_crime_maps(const std::vector<Fields>& rows, const std::string& city, const ExperimentOptions& options) {
  std::vector<Fields> turned;
  turned.reserve(rows.size());
  for (const Fields& row : rows) turned.push_back(with_east_first(row));
  Figure figure;
  figure.width_mm = two_columns_mm;
  figure.columns = 2;
  figure.colours.label = "log of the number of reports";
  auto groups = rows_by(turned, 1);
  std::stable_partition(groups.begin(), groups.end(), [](const auto& group) { return group.first[0] == "raw"; });
  for (const auto& [key, members] : groups) figure.panels.emplace_back(map_of(members, 1, shown_name(key[0])));
  write_figure(figure, "crime_" + city + "_map", options);
}

}  // namespace gaptv
