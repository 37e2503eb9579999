// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/report/report_sections.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>

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
  explicit ValueText(const Model& model) {
    const auto [low, high] = std::ranges::minmax(fitted_values(model));
    range_ = high - low;
  }
  std::string operator()(double value) const { return number_in_range(value, range_); }

 private:
  double range_ = 0;
};

std::string count_of(const Model& model, double weight) {
  return model.record.exposure.empty() ? plural(weight, "row") : "exposure " + short_number(weight);
}

double weight_worth_telling(const FitRecord& record) {
  return record.exposure.empty() ? rows_worth_telling : share_worth_telling * record.total_weight;
}

std::string extremes(const Model& model, const std::vector<Plateau>& plateaus, const std::string& heading) {
  const RegionText text(model);
  const ValueText value(model);
  std::string html = "<div class=\"extreme\">\n<h3>" + html_text(heading) + "</h3>\n<ol>\n";
  for (std::size_t i = 0; i < std::min(plateaus.size(), extremes_told); ++i) {
    const Plateau& plateau = plateaus[i];
    html += "<li><strong>" + html_text(value(plateau.value)) + "</strong> within " + html_text(text.where(plateau)) +
            R"( <span class="quiet">()" + html_text(count_of(model, plateau.weight)) + ")</span></li>\n";
  }
  return html + "</ol>\n</div>\n";
}

std::string fact(const std::string& number, const std::string& meaning) {
  return R"(<div class="fact"><dt>)" + html_text(meaning) + "</dt><dd>" + html_text(number) + "</dd></div>\n";
}

double mean_of_rows(const Model& model) {
  double sum = 0;
  for (const Plateau& plateau : model.plateaus) sum += plateau.weight * plateau.mean;
  return sum / model.record.total_weight;
}

std::string facts(const Model& model) {
  const FitRecord& record = model.record;
  std::string html = "<dl class=\"facts\">\n" +
                     fact(count_text(static_cast<double>(model.plateaus.size())), "regions") +
                     fact(count_text(static_cast<double>(record.rows)), "rows of data");
  const auto [low, high] = std::ranges::minmax(fitted_values(model));
  const ValueText value(model);
  html +=
      fact(value(low) + " to " + value(high), "predictions") + fact(value(mean_of_rows(model)), "average of all rows");
  if (const std::optional<double> explained = explained_share(record); explained && !record.leaves) {
    html += fact(percent_text(std::max(*explained, 0.0)),
                 std::string("of the ") + loss_of(record)->error().explained + " of new rows explained");
  }
  return html + "</dl>\n";
}

std::string region_rows(const Model& model) {
  const RegionText text(model);
  const ValueText value(model);
  const std::vector<RegionFacts> facts_of = region_facts(model);
  std::string html;
  for (const Plateau& plateau : model.plateaus) {
    const RegionFacts& of_region = facts_of[plateau.id];
    const bool has_few = plateau.weight < weight_worth_telling(model.record);
    html += (has_few ? R"(<tr class="few" data-region=")" : R"(<tr data-region=")") + std::to_string(plateau.id) +
            R"("><th scope="row">)" + std::to_string(plateau.id) + "</th>";
    const std::array<std::string, 6> cells = {
        value(plateau.value),
        model.record.exposure.empty() ? count_text(plateau.weight) : short_number(plateau.weight),
        percent_text(plateau.weight / model.record.total_weight),
        plateau.weight > 0 ? value(plateau.mean) : "-",
        of_region.standard_error ? short_number(*of_region.standard_error, 2) : "-",
        text.where(plateau)};
    for (std::size_t i = 0; i < cells.size(); ++i) {
      html += (i + 1 < cells.size() ? R"(<td class="number">)" : "<td>") + html_text(cells[i]) + "</td>";
    }
    html += "</tr>\n";
  }
  return html;
}

std::string choices_of(const Model& model) {
  std::string html = "<dl class=\"choices\">\n";
  for (const Explanation& explanation : explain_choices(model)) {
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
std::string reason_in_short(const Model& model) {
  const FitRecord& record = model.record;
  if (record.leaves || record.lambda_rule != name_of(LambdaRule::cv)) return "";
  return " Why " + count_text(static_cast<double>(model.plateaus.size())) +
         ": maps from one region to very many were tried on rows that they had not seen, and the one that predicted "
         "them best was taken" +
         (record.regions ? "; borders that explain no more than chance were then dropped." : ".");
}

}  // namespace

std::string summary_of(const Model& model) {
  const FitRecord& record = model.record;
  std::string html = facts(model);
  html += paragraph(describe_rows(record) + " " + sentences(describe_errors(record)));
  if (model.plateaus.size() == 1) {
    return html + paragraph("One region: nothing in these data speaks for different values in different places.");
  }
  html += paragraph(
      "A region is an area in which the prediction is one value. Where the regions lie, how many there are and "
      "which value each has was found from the data." +
      reason_in_short(model));
  const std::optional<double> explained = explained_share(record);
  if (explained && !record.leaves && *explained < little_explained) {
    html += paragraph("Keep in mind that most of what differs between single rows has other causes than " +
                      list_features(model) + ".");
  }
  std::vector<Plateau> sorted = sort_regions_by_value(model, weight_worth_telling(record));
  const bool has_enough = sorted.size() >= 2;
  if (!has_enough) sorted = sort_regions_by_value(model, 0);
  const std::string which = !has_enough               ? ""
                            : record.exposure.empty() ? ", of regions with at least 30 rows"
                                                      : ", of regions with at least 1 % of the exposure";
  const std::string lowest = extremes(model, sorted, "Lowest" + which);
  std::ranges::reverse(sorted);
  return html + "<div class=\"extremes\">\n" + extremes(model, sorted, "Highest" + which) + lowest +
         "</div>\n<p class=\"quiet\">The bounds are those of the smallest box around a region. A region can have any "
         "shape "
         "within its box, and boxes can overlap; the map shows them as they are.</p>\n";
}

std::string region_table(const Model& model) {
  const std::string counts = model.record.exposure.empty() ? "rows" : "exposure";
  std::string html =
      "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table of regions\">\n<table "
      "class=\"regions\">\n"
      "<caption class=\"hidden\">Regions, the largest first; headings sort</caption>\n<thead><tr>";
  for (const std::string& heading : {std::string("region"), std::string("value"), counts, std::string("share"),
                                     std::string("mean"), std::string("± of mean"), std::string("where")}) {
    html += R"(<th scope="col" aria-sort="none"><button type="button">)" + html_text(heading) + "</button></th>";
  }
  return html + "</tr></thead>\n<tbody>\n" + region_rows(model) + "</tbody>\n</table>\n</div>\n" +
         (model.plateaus.size() > printed_regions
              ? "<p class=\"print-note\">Printed are the first 60 regions of " +
                    count_text(static_cast<double>(model.plateaus.size())) + ".</p>\n"
              : "");
}

std::string uncertainty_of(const FitRecord& record) {
  const std::shared_ptr<const Loss> loss = loss_of(record);
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

std::string why_of(const Model& model) {
  const FitRecord& record = model.record;
  std::string html;
  if (record.leaves) {
    html += paragraph("A tree splits the data in two again and again, where this lowers the error most.");
  } else if (record.folds > 0) {
    html += paragraph(
        "More regions follow the data more closely, but also their chance variation. To find the right number, the "
        "rows were "
        "divided into " +
        std::to_string(record.folds) +
        " parts; models with more and more regions were fitted to all parts but one, "
        "and their error was measured on the part that they had not seen. lambda is the knob: the larger, the fewer "
        "regions.");
  }
  html +=
      R"(<div class="curves"><figure class="cv" hidden><figcaption>Error on rows that the model has not seen, with )"
      "standard errors"
      "</figcaption></figure>\n<figure class=\"gap\" hidden><figcaption>Gap statistic, which chooses the number of "
      "bins</figcaption></figure></div>\n";
  return html + choices_of(model);
}

std::string exact_of(const Model& model) {
  for (const Explanation& explanation : explain_choices(model)) {
    if (explanation.topic != "exact" && explanation.topic != "greedy") continue;
    return paragraph("This is about the calculation, not about how well the model predicts. " +
                     sentences(explanation.sentences));
  }
  return {};
}

std::string settings_of(const Model& model, const ReportOptions& options) {
  const FitRecord& record = model.record;
  std::string bins;
  for (const Axis& axis : model.grid.axes) bins += (bins.empty() ? "" : " x ") + std::to_string(axis.bins());
  std::string html =
      "<div class=\"scroll\"><table class=\"settings\"><tbody>\n" + setting("program", "gaptv " + record.version) +
      setting("method", record.method) +
      setting("loss", record.loss + (record.loss_parameter ? " " + short_number(*record.loss_parameter) : "")) +
      setting("outcome", record.outcome) + setting("features", list_features(model)) +
      setting("grid of the map", bins + " cells") + setting("bins by", record.bins_rule) +
      setting("lambda by", record.lambda_rule) + setting("lambda", short_number(record.lambda)) +
      setting("cells without rows", record.empty_cell_rule) + setting("seed", std::to_string(record.seed)) +
      setting("fingerprint of the rows", record.input_hash);
  if (record.folds > 0) html += setting("folds", std::to_string(record.folds));
  html += "</tbody></table></div>\n<p>" +
          html_text(options.command.empty()
                        ? "To repeat it, with the same data (put in the names that the model does not know):"
                        : "To repeat it:") +
          "</p>\n<pre tabindex=\"0\"><code>" +
          html_text(options.command.empty() ? repeat_command(model) : options.command) + "</code></pre>\n";
  for (const std::string& note : record.notes) html += paragraph("Note: " + in_command_style(note) + ".");
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
    for (const MeanAndError& value : {method.error, method.plateaus, method.seconds}) {
      html += R"(<td class="number">)" + html_text(with_error(value)) + "</td>";
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n</section>\n";
}

}  // namespace gaptv::report
