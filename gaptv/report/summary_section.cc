// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gaptv/grid/cell_mask.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/output/explanation.h"
#include "gaptv/output/readable_number.h"
#include "gaptv/output/region_text.h"
#include "gaptv/output/telling_weight.h"
#include "gaptv/output/value_text.h"
#include "gaptv/report/html_parts.h"
#include "gaptv/report/html_text.h"
#include "gaptv/report/report_sections.h"

namespace gaptv::report {
namespace {

constexpr std::size_t extremes_told = 3;
constexpr double little_explained = 0.2;

std::string count_of(const Model& model, const Region& region) {
  const std::string rows = plural(region.rows, "row");
  return model.record.exposure.empty() ? rows : rows + ", exposure " + short_number(region.weight);
}

// A number at the top; the script finds those that follow the number of regions by their key.
std::string fact(const std::string& key, const std::string& number, const std::string& meaning) {
  return R"(<div class="fact"><dt>)" + html_text(meaning) + "</dt><dd data-fact=\"" + key + "\">" + html_text(number) +
         "</dd></div>\n";
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
                     fact("regions", count_text(static_cast<double>(surface.regions.size())), "regions") +
                     fact("rows", count_text(static_cast<double>(fit.rows)), "rows of data");
  const auto [low, high] = std::ranges::minmax(fitted_values(surface));
  html += fact("predictions", value(low) + " to " + value(high), "predictions") +
          fact("average", value(mean_of_rows(model, surface)), "average of all rows");
  const std::optional<double> error = held_out_error(fit, record);
  if (error && loss_of(fit)->is_squared()) html += fact("error", value(*error), "typical error on new rows");
  if (const std::optional<double> explained = explained_share(record); explained && !record.leaves) {
    html += fact("explained", percent_text(std::max(*explained, 0.0)), explained_words(fit));
  }
  return html + "</dl>\n";
}

// Says the same of all classes together.
std::string joint_error(const FitRecord& fit) {
  if (!fit.held_out || !(fit.held_out->error_of_one > 0)) return {};
  const double explained = 1 - fit.held_out->error / fit.held_out->error_of_one;
  return paragraph(explained > 0 ? "Of all classes together the error on new rows is " + percent_text(explained) +
                                       " less than if the same shares were predicted for all."
                                 : "Of all classes together the error on new rows is no less than if the same shares "
                                   "were predicted for all.");
}

// Says how the number of regions was chosen, in the words that the rest of the program has for it.
std::string reason_for_number(const Model& model, const Surface& surface) {
  for (const Explanation& explanation : explain_choices(model, surface)) {
    if (explanation.topic == "regions" && !explanation.sentences.empty()) {
      return " " + join_sentences({explanation.sentences.front()});
    }
  }
  if (surface.record.leaves || model.record.lambda_rule != name_of(LambdaRule::cv)) return "";
  return " Their number follows from the smoothing whose error on rows that it had not seen was smallest.";
}

// What fewer regions, or more, would cost on rows that the model has not seen.
std::string cost_table(const Model& model, const Surface& surface, const DrawingOptions& drawing) {
  const std::vector<CostOfSimplicity> costs = costs_of_simplicity(model.record, surface);
  if (costs.size() < 2) return {};
  const bool is_squared = loss_of(model.record)->is_squared();
  const ValueText value(model, surface, drawing);
  std::string html =
      "<div class=\"costs\"><h3>What simplicity costs</h3>\n<div class=\"scroll\"><table>\n<thead><tr><th "
      "scope=\"col\">regions</th><th scope=\"col\">" +
      html_text(is_squared ? "typical error on new rows" + value.unit_in_heading() : "error on new rows") +
      "</th><th scope=\"col\">explained</th><th scope=\"col\"></th></tr></thead>\n<tbody>\n";
  for (const CostOfSimplicity& cost : costs) {
    html += (cost.is_model ? "<tr class=\"chosen\">" : "<tr>") + std::string("<th scope=\"row\">") +
            html_text(count_text(static_cast<double>(cost.regions))) + "</th><td class=\"number\">" +
            html_text(is_squared ? value.number(cost.error) : short_number(cost.error)) + "</td><td class=\"number\">" +
            html_text(percent_text(std::max(cost.explained, 0.0))) + "</td><td>" + (cost.is_model ? "this model" : "") +
            "</td></tr>\n";
  }
  return html + "</tbody></table></div></div>\n";
}

// Says what a fold that is held out has no part in.
std::string what_was_repeated(const HeldOut& held_out) {
  return held_out.kind == "nested"
             ? "everything was repeated"
             : "the regions and their values, but not the grid and the smoothing, were found again";
}

std::string list_of(const Model& model, const Surface& surface, const std::vector<Region>& regions,
                    const ValueText& value, const std::string& name) {
  const RegionText text(surface);
  std::string html = "<ul class=\"" + name + "\">\n";
  for (const Region& region : regions) {
    html += "<li><strong>" + html_text(value(region.value)) + "</strong> in region " + std::to_string(region.id) +
            ": " + html_text(text.where(region)) + R"( <span class="quiet">()" + html_text(count_of(model, region)) +
            ")</span></li>\n";
  }
  return html + "</ul>\n";
}

}  // namespace

std::string summary_of(const Model& model, const Surface& surface, const DrawingOptions& drawing) {
  const FitRecord& fit = model.record;
  const SurfaceRecord& record = surface.record;
  std::string html = facts(model, surface, ValueText(model, surface, drawing));
  if (model.has_classes()) {
    html += paragraph("These numbers are about one class, " + surface.label +
                      ", against all others, before the probabilities of all classes are divided by their sum. The "
                      "class is chosen at the map.") +
            joint_error(fit);
  }
  html += paragraph(describe_rows(fit, record));
  if (surface.regions.size() == 1) {
    return html + paragraph("One region: the same value is predicted everywhere.");
  }
  if (const std::size_t left_out = count_left_out(surface.grid); left_out > 0) {
    html += paragraph(count_text(static_cast<double>(left_out)) + " of the " +
                      count_text(static_cast<double>(surface.cells.size())) +
                      " cells of the map are left out of it, as a mask asked for.");
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
  return "<h3>Highest</h3>\n" + list_of(model, surface, extremes.highest, value, "highest") + "<h3>Lowest</h3>\n" +
         list_of(model, surface, extremes.lowest, value, "lowest") + "<p class=\"quiet\">" + which +
         (is_line ? "" : "The bounds are those of the smallest box around a region, which can have any shape within.") +
         "</p>\n";
}

std::string why_of(const Model& model, const Surface& surface, const DrawingOptions& drawing) {
  const SurfaceRecord& record = surface.record;
  const bool is_line = surface.grid.axes.size() == 1;
  std::string html = paragraph(
      (is_line ? "A region is an interval of " + surface.grid.axes.front().name +
                     " in which the prediction is one value. Where the intervals end, how many there are and which "
                     "value each has was found from the data."
               : std::string("A region is an area in which the prediction is one value. Where the regions lie, how "
                             "many there are and which value each has was found from the data.")) +
      reason_for_number(model, surface));
  if (record.leaves) {
    html += paragraph("A tree splits the data in two again and again, where this lowers the error most.");
  } else if (record.held_out) {
    html += paragraph(
        "More regions follow the data more closely, but also their chance variation. So the rows were divided into " +
        std::to_string(record.held_out->folds) + " parts, " + what_was_repeated(*record.held_out) +
        " without each part in turn, and the errors were measured on the part that had been left out: on new rows.");
  }
  return html + "<div class=\"curves\">" + cost_table(model, surface, drawing) +
         "<figure class=\"held-out\" hidden><figcaption>Error on new rows by number of regions, with standard "
         "errors</figcaption></figure></div>\n";
}

}  // namespace gaptv::report
