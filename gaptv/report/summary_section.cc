// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gaptv/model/fit_options.h"
#include "gaptv/output/explanation.h"
#include "gaptv/output/readable_number.h"
#include "gaptv/output/region_text.h"
#include "gaptv/output/value_text.h"
#include "gaptv/report/html_parts.h"
#include "gaptv/report/html_text.h"
#include "gaptv/report/report_sections.h"
#include "gaptv/report/telling_weight.h"

namespace gaptv::report {
namespace {

constexpr std::size_t extremes_told = 3;
constexpr double little_explained = 0.2;

std::string count_of(const Model& model, double weight) {
  return model.record.exposure.empty() ? plural(weight, "row") : "exposure " + short_number(weight);
}

std::string fact(const std::string& number, const std::string& meaning) {
  return R"(<div class="fact"><dt>)" + html_text(meaning) + "</dt><dd>" + html_text(number) + "</dd></div>\n";
}

double mean_of_rows(const Model& model, const Surface& surface) {
  double sum = 0;
  for (const Region& region : surface.regions) sum += region.weight * region.mean;
  return sum / model.record.total_weight;
}

// Says how much better than one value for all the model is, in words that need no explanation.
std::string explained_words(const FitRecord& fit) {
  return loss_of(fit)->is_squared() ? "of the variation of new rows explained"
                                    : "less error on new rows than one value for all";
}

std::string facts(const Model& model, const Surface& surface, const ValueText& value) {
  const FitRecord& fit = model.record;
  const SurfaceRecord& record = surface.record;
  std::string html = "<dl class=\"facts\">\n" +
                     fact(count_text(static_cast<double>(surface.regions.size())), "regions") +
                     fact(count_text(static_cast<double>(fit.rows)), "rows of data");
  const auto [low, high] = std::ranges::minmax(fitted_values(surface));
  html += fact(value(low) + " to " + value(high), "predictions") +
          fact(value(mean_of_rows(model, surface)), "average of all rows");
  if (const std::optional<double> explained = explained_share(record); explained && !record.leaves) {
    html += fact(percent_text(std::max(*explained, 0.0)), explained_words(fit));
  }
  return html + "</dl>\n";
}

// Says why there are so many regions, in short; nothing where another rule than the held-out error chose.
std::string reason_in_short(const Model& model, const Surface& surface) {
  const FitRecord& fit = model.record;
  const SurfaceRecord& record = surface.record;
  if (record.leaves || fit.lambda_rule != name_of(LambdaRule::cv)) return "";
  return " Why " + count_text(static_cast<double>(surface.regions.size())) +
         ": maps from one region to very many were tried on rows that they had not seen, and the one that predicted "
         "them best was taken" +
         (record.regions ? "; borders that explain less than chance variation would were then dropped." : ".");
}

std::string list_of(const Model& model, const Surface& surface, const std::vector<Region>& regions,
                    const ValueText& value) {
  const RegionText text(surface);
  std::string html = "<ul>\n";
  for (const Region& region : regions) {
    html += "<li><strong>" + html_text(value(region.value)) + "</strong> in region " + std::to_string(region.id) +
            ": " + html_text(text.where(region)) + R"( <span class="quiet">()" +
            html_text(count_of(model, region.weight)) + ")</span></li>\n";
  }
  return html + "</ul>\n";
}

// Describes the rows and, where people can relate to it, the error.
std::string fit_in_short(const FitRecord& fit, const SurfaceRecord& record) {
  const std::string rows = describe_rows(fit, record);
  return loss_of(fit)->is_squared() ? rows + " " + join_sentences(describe_errors(fit, record)) : rows;
}

}  // namespace

std::string summary_of(const Model& model, const Surface& surface, const DrawingOptions& drawing) {
  const FitRecord& fit = model.record;
  const SurfaceRecord& record = surface.record;
  std::string html = facts(model, surface, ValueText(model, surface, drawing)) + paragraph(fit_in_short(fit, record));
  if (surface.regions.size() == 1) {
    return html + paragraph("One region: nothing in these data speaks for different values in different places.");
  }
  const std::optional<double> explained = explained_share(record);
  if (explained && !record.leaves && *explained < little_explained) {
    html += paragraph("Keep in mind that most of what differs between single rows has other causes than " +
                      list_features(model) + ".");
  }
  return html;
}

std::string extremes_of(const Model& model, const Surface& surface, const DrawingOptions& drawing) {
  if (surface.regions.size() < 2) return {};
  const FitRecord& fit = model.record;
  const ValueText value(model, surface, drawing);
  ExtremeRegions extremes = find_extreme_regions(surface, extremes_told, telling_weight(fit));
  const bool has_enough = !extremes.lowest.empty();
  if (!has_enough) extremes = find_extreme_regions(surface, extremes_told);
  if (extremes.lowest.empty()) return {};
  const std::string which = !has_enough            ? ""
                            : fit.exposure.empty() ? "Of regions with at least 30 rows. "
                                                   : "Of regions with at least 1 % of the exposure. ";
  const bool is_line = surface.grid.axes.size() == 1;
  return "<h3>Highest</h3>\n" + list_of(model, surface, extremes.highest, value) + "<h3>Lowest</h3>\n" +
         list_of(model, surface, extremes.lowest, value) + "<p class=\"quiet\">" + which +
         (is_line ? "" : "The bounds are those of the smallest box around a region, which can have any shape within.") +
         "</p>\n";
}

std::string why_of(const Model& model, const Surface& surface) {
  const FitRecord& fit = model.record;
  const SurfaceRecord& record = surface.record;
  const bool is_line = surface.grid.axes.size() == 1;
  std::string html = paragraph(
      (is_line ? "A region is an interval of " + surface.grid.axes.front().name +
                     " in which the prediction is one value. Where the intervals end, how many there are and which "
                     "value each has was found from the data."
               : std::string("A region is an area in which the prediction is one value. Where the regions lie, how "
                             "many there are and which value each has was found from the data.")) +
      reason_in_short(model, surface));
  if (record.leaves) {
    return html + paragraph("A tree splits the data in two again and again, where this lowers the error most.");
  }
  if (fit.folds == 0) return html;
  return html +
         paragraph(
             "More regions follow the data more closely, but also their chance variation. To find the right number, "
             "the rows were divided into " +
             std::to_string(fit.folds) +
             " parts; models with more and more regions were fitted to all parts but one, and their error was "
             "measured on the part that they had not seen.");
}

}  // namespace gaptv::report
