// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/report/report_sections.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>

#include "gaptv/loss/loss_choice.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/output/command_text.h"
#include "gaptv/output/explanation.h"
#include "gaptv/output/readable_number.h"
#include "gaptv/output/region_text.h"
#include "gaptv/report/html_text.h"
#include "gaptv/report/region_facts.h"

namespace gaptv::report {
namespace {

constexpr std::size_t extremes_told = 3;
// For a region to be called highest or lowest, and not to be shown in grey: fewer rows say little.
constexpr double rows_worth_telling = 30;
constexpr double share_worth_telling = 0.01;  // the same of exposure
constexpr double little_explained = 0.2;
constexpr std::size_t printed_regions = 60;

std::string paragraph(const std::string& text) {
  return "<p>" + html_text(text) + "</p>\n";
}

std::string sentences(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& sentence : list) text += (text.empty() ? "" : " ") + sentence;
  return in_command_style(text);
}

// Numbers of one model's regions, all with the digits that matter among them.
class ValueText {
 public:
  explicit ValueText(const Surface& surface) {
    const auto [low, high] = std::ranges::minmax(fitted_values(surface));
    range_ = high - low;
  }
  std::string operator()(double value) const { return number_in_range(value, range_); }

 private:
  double range_ = 0;
};

std::string count_of(const Model& model, double weight) {
  return model.record.exposure.empty() ? plural(weight, "row") : "exposure " + short_number(weight);
}

double weight_worth_telling(const FitRecord& fit) {
  return fit.exposure.empty() ? rows_worth_telling : share_worth_telling * fit.total_weight;
}

std::string extremes(const Model& model, const Surface& surface, const std::vector<Region>& regions,
                     const std::string& heading) {
  const RegionText text(surface);
  const ValueText value(surface);
  std::string html = "<div class=\"extreme\">\n<h3>" + html_text(heading) + "</h3>\n<ol>\n";
  for (std::size_t i = 0; i < std::min(regions.size(), extremes_told); ++i) {
    const Region& region = regions[i];
    html += "<li><strong>" + html_text(value(region.value)) + "</strong> within " + html_text(text.where(region)) +
            R"( <span class="quiet">()" + html_text(count_of(model, region.weight)) + ")</span></li>\n";
  }
  return html + "</ol>\n</div>\n";
}

std::string fact(const std::string& number, const std::string& meaning) {
  return R"(<div class="fact"><dt>)" + html_text(meaning) + "</dt><dd>" + html_text(number) + "</dd></div>\n";
}

double mean_of_rows(const Model& model, const Surface& surface) {
  double sum = 0;
  for (const Region& region : surface.regions) sum += region.weight * region.mean;
  return sum / model.record.total_weight;
}

std::string facts(const Model& model, const Surface& surface) {
  const FitRecord& fit = model.record;
  const SurfaceRecord& record = surface.record;
  std::string html = "<dl class=\"facts\">\n" +
                     fact(count_text(static_cast<double>(surface.regions.size())), "regions") +
                     fact(count_text(static_cast<double>(fit.rows)), "rows of data");
  const auto [low, high] = std::ranges::minmax(fitted_values(surface));
  const ValueText value(surface);
  html += fact(value(low) + " to " + value(high), "predictions") +
          fact(value(mean_of_rows(model, surface)), "average of all rows");
  if (const std::optional<double> explained = explained_share(record); explained && !record.leaves) {
    html += fact(percent_text(std::max(*explained, 0.0)),
                 std::string("of the ") + loss_of(fit)->error().explained + " of new rows explained");
  }
  return html + "</dl>\n";
}

std::string region_rows(const Model& model, const Surface& surface) {
  const RegionText text(surface);
  const ValueText value(surface);
  const std::vector<RegionFacts> facts_of = region_facts(model, surface);
  std::string html;
  for (const Region& region : surface.regions) {
    const RegionFacts& of_region = facts_of[region.id];
    const bool has_few = region.weight < weight_worth_telling(model.record);
    html += (has_few ? R"(<tr class="few" data-region=")" : R"(<tr data-region=")") + std::to_string(region.id) +
            R"("><th scope="row">)" + std::to_string(region.id) + "</th>";
    const std::array<std::string, 6> cells = {
        value(region.value),
        model.record.exposure.empty() ? count_text(region.weight) : short_number(region.weight),
        percent_text(region.weight / model.record.total_weight),
        region.weight > 0 ? value(region.mean) : "-",
        of_region.standard_error ? short_number(*of_region.standard_error, 2) : "-",
        text.where(region)};
    for (std::size_t i = 0; i < cells.size(); ++i) {
      html += (i + 1 < cells.size() ? R"(<td class="number">)" : "<td>") + html_text(cells[i]) + "</td>";
    }
    html += "</tr>\n";
  }
  return html;
}

std::string choices_of(const Model& model, const Surface& surface) {
  std::string html = "<dl class=\"choices\">\n";
  for (const Explanation& explanation : explain_choices(model, surface)) {
    if (explanation.topic == "exact" || explanation.topic == "greedy") continue;
    html +=
        "<dt>" + html_text(explanation.topic) + "</dt><dd>" + html_text(sentences(explanation.sentences)) + "</dd>\n";
  }
  return html + "</dl>\n";
}

std::string setting(const std::string& name, const std::string& value) {
  return R"(<tr><th scope="row">)" + html_text(name) + "</th><td>" + html_text(value) + "</td></tr>\n";
}

// Why there are so many regions, in short; nothing where another rule than the held-out error chose.
std::string reason_in_short(const Model& model, const Surface& surface) {
  const FitRecord& fit = model.record;
  const SurfaceRecord& record = surface.record;
  if (record.leaves || fit.lambda_rule != name_of(LambdaRule::cv)) return "";
  return " Why " + count_text(static_cast<double>(surface.regions.size())) +
         ": maps from one region to very many were tried on rows that they had not seen, and the one that predicted "
         "them best was taken" +
         (record.regions ? "; borders that explain no more than chance were then dropped." : ".");
}

}  // namespace

std::string summary_of(const Model& model, const Surface& surface) {
  const FitRecord& fit = model.record;
  const SurfaceRecord& record = surface.record;
  std::string html = facts(model, surface);
  html += paragraph(describe_rows(fit, record) + " " + sentences(describe_errors(fit, record)));
  if (surface.regions.size() == 1) {
    return html + paragraph("One region: nothing in these data speaks for different values in different places.");
  }
  html += paragraph(
      "A region is an area in which the prediction is one value. Where the regions lie, how many there are and "
      "which value each has was found from the data." +
      reason_in_short(model, surface));
  const std::optional<double> explained = explained_share(record);
  if (explained && !record.leaves && *explained < little_explained) {
    html += paragraph("Keep in mind that most of what differs between single rows has other causes than " +
                      list_features(model) + ".");
  }
  std::vector<Region> sorted = sort_regions_by_value(surface, weight_worth_telling(fit));
  const bool has_enough = sorted.size() >= 2;
  if (!has_enough) sorted = sort_regions_by_value(surface, 0);
  const std::string which = !has_enough            ? ""
                            : fit.exposure.empty() ? ", of regions with at least 30 rows"
                                                   : ", of regions with at least 1 % of the exposure";
  const std::string lowest = extremes(model, surface, sorted, "Lowest" + which);
  std::ranges::reverse(sorted);
  return html + "<div class=\"extremes\">\n" + extremes(model, surface, sorted, "Highest" + which) + lowest +
         "</div>\n<p class=\"quiet\">The bounds are those of the smallest box around a region. A region can have any "
         "shape "
         "within its box, and boxes can overlap; the map shows them as they are.</p>\n";
}

std::string region_table(const Model& model, const Surface& surface) {
  const std::string counts = model.record.exposure.empty() ? "rows" : "exposure";
  std::string html =
      "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table of regions\">\n<table "
      "class=\"regions\">\n"
      "<caption class=\"hidden\">Regions, the largest first; headings sort</caption>\n<thead><tr>";
  for (const std::string& heading : {std::string("region"), std::string("value"), counts, std::string("share"),
                                     std::string("mean"), std::string("± of mean"), std::string("where")}) {
    html += R"(<th scope="col" aria-sort="none"><button type="button">)" + html_text(heading) + "</button></th>";
  }
  return html + "</tr></thead>\n<tbody>\n" + region_rows(model, surface) + "</tbody>\n</table>\n</div>\n" +
         (surface.regions.size() > printed_regions
              ? "<p class=\"print-note\">Printed are the first 60 regions of " +
                    count_text(static_cast<double>(surface.regions.size())) + ".</p>\n"
              : "");
}

std::string uncertainty_of(const FitRecord& fit) {
  const std::shared_ptr<const Loss> loss = loss_of(fit);
  const std::string error =
      std::string("± of mean is the standard error of ").append(loss->describe_mean_error()).append(": ");
  const std::string of_single_rows = loss->is_squared()
                                         ? " Nor is it about a single row, which typically differs from its "
                                           "prediction by the typical error that is told at the top."
                                         : "";
  return paragraph(
             "Value is the prediction, and the number to quote. Mean is what the region's own rows say: their average. "
             "The two differ because values are drawn towards those of the neighbours, the more the fewer rows a "
             "region "
             "has; that makes predictions of new rows better. Regions with few rows are grey, those with none have "
             "their value from their neighbours alone.") +
         paragraph(error +
                   "how far it would move, typically, with other rows from the same region. It takes the borders as "
                   "given. It does not say how sure the borders are, and it leaves out that regions were chosen by "
                   "looking at the same rows, so that the true uncertainty is larger, above all for small regions." +
                   of_single_rows);
}

std::string why_of(const Model& model, const Surface& surface) {
  const FitRecord& fit = model.record;
  const SurfaceRecord& record = surface.record;
  std::string html;
  if (record.leaves) {
    html += paragraph("A tree splits the data in two again and again, where this lowers the error most.");
  } else if (fit.folds > 0) {
    html += paragraph(
        "More regions follow the data more closely, but also their chance variation. To find the right number, the "
        "rows were "
        "divided into " +
        std::to_string(fit.folds) +
        " parts; models with more and more regions were fitted to all parts but one, "
        "and their error was measured on the part that they had not seen. lambda is the knob: the larger, the fewer "
        "regions.");
  }
  html +=
      R"(<div class="curves"><figure class="cv" hidden><figcaption>Error on rows that the model has not seen, with )"
      "standard errors"
      "</figcaption></figure>\n<figure class=\"gap\" hidden><figcaption>Gap statistic, which chooses the number of "
      "bins</figcaption></figure></div>\n";
  return html + choices_of(model, surface);
}

std::string exact_of(const Model& model, const Surface& surface) {
  for (const Explanation& explanation : explain_choices(model, surface)) {
    if (explanation.topic != "exact" && explanation.topic != "greedy") continue;
    return paragraph("This is about the calculation, not about how well the model predicts. " +
                     sentences(explanation.sentences));
  }
  return {};
}

namespace {

// A command, unless only the program that fitted the model knows its loss.
std::string how_to_repeat(const Model& model, const ReportOptions& options) {
  if (options.command.empty() && model.record.loss.starts_with(own_loss_prefix)) {
    return paragraph("No command repeats it: the loss is one that its author wrote.");
  }
  return "<p>" +
         html_text(options.command.empty()
                       ? "To repeat it, with the same data (put in the names that the model does not know):"
                       : "To repeat it:") +
         "</p>\n<pre tabindex=\"0\"><code>" +
         html_text(options.command.empty() ? repeat_command(model) : options.command) + "</code></pre>\n";
}

}  // namespace

std::string settings_of(const Model& model, const Surface& surface, const ReportOptions& options) {
  const FitRecord& fit = model.record;
  const SurfaceRecord& record = surface.record;
  std::string bins;
  for (const Axis& axis : surface.grid.axes) bins += (bins.empty() ? "" : " x ") + std::to_string(axis.bins());
  std::string html = "<div class=\"scroll\"><table class=\"settings\"><tbody>\n" +
                     setting("program", "gaptv " + fit.version) + setting("method", fit.method) +
                     setting("loss", fit.loss + (fit.loss_parameter ? " " + short_number(*fit.loss_parameter) : "")) +
                     setting("outcome", fit.outcome) + setting("features", list_features(model)) +
                     setting("grid of the map", bins + " cells") + setting("bins by", fit.bins_rule) +
                     setting("lambda by", fit.lambda_rule) + setting("lambda", short_number(record.lambda)) +
                     setting("cells without rows", fit.empty_cell_rule) +
                     setting("seed", recorded_option(fit, "seed")) +
                     setting("fingerprint of the rows", record.input_hash);
  if (fit.folds > 0) html += setting("folds", std::to_string(fit.folds));
  html += "</tbody></table></div>\n" + how_to_repeat(model, options);
  for (const std::string& note : fit.notes) html += paragraph("Note: " + in_command_style(note) + ".");
  return html;
}

std::string compared_methods(const ReportOptions& options) {
  if (options.methods.empty()) return {};
  std::string html = "<section id=\"comparison\">\n<h2>Compared with other methods</h2>\n" +
                     paragraph(
                         "Every part of the rows was predicted by models that had not seen it: means over the parts "
                         "with standard errors.") +
                     R"(<div class="scroll"><table><thead><tr><th scope="col">method</th><th scope="col">)" +
                     html_text(options.error_name) +
                     "</th><th scope=\"col\">regions</th><th scope=\"col\">seconds</th></tr></thead><tbody>\n";
  for (const ComparedMethod& method : options.methods) {
    html += R"(<tr><th scope="row">)" + html_text(method.name) + "</th>";
    for (const MeanAndError& value : {method.error, method.regions, method.seconds}) {
      html += R"(<td class="number">)" + html_text(with_error(value)) + "</td>";
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n</section>\n";
}

}  // namespace gaptv::report
