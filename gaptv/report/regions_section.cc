// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "gaptv/output/readable_number.h"
#include "gaptv/output/region_facts.h"
#include "gaptv/output/region_text.h"
#include "gaptv/output/telling_weight.h"
#include "gaptv/output/value_text.h"
#include "gaptv/report/html_parts.h"
#include "gaptv/report/html_text.h"
#include "gaptv/report/report_sections.h"

namespace gaptv::report {
namespace {

constexpr std::size_t printed_regions = 60;

constexpr const char* error_heading = "standard error, as if the regions had been given";

// A heading that sorts by what the script calls "key".
std::string heading(const std::string& key, const std::string& text) {
  return R"(<th scope="col" aria-sort="none" data-key=")" + key + R"("><button type="button">)" + html_text(text) +
         "</button></th>";
}

std::string region_rows(const Model& model, const Surface& surface, const std::vector<RegionFacts>& facts_of,
                        const ValueText& value) {
  const RegionText text(surface);
  const bool has_exposure = !model.record.exposure.empty();
  std::string html;
  for (const Region& region : surface.regions) {
    const RegionFacts& of_region = facts_of[region.id];
    const bool has_few = region.weight < telling_weight(model.record);
    html += (has_few ? R"(<tr class="few" data-region=")" : R"(<tr data-region=")") + std::to_string(region.id) +
            R"("><th scope="row">)" + std::to_string(region.id) + "</th>";
    std::vector<std::string> cells = {value.number(region.value), count_text(region.rows)};
    if (has_exposure) cells.push_back(short_number(region.weight));
    cells.insert(
        cells.end(),
        {percent_text(region.weight / model.record.total_weight), of_region.mean ? value.number(*of_region.mean) : "-",
         of_region.standard_error ? value.error(*of_region.standard_error) : "-", text.where(region)});
    for (std::size_t i = 0; i < cells.size(); ++i) {
      html += (i + 1 < cells.size() ? R"(<td class="number">)" : "<td>") + html_text(cells[i]) + "</td>";
    }
    html += "</tr>\n";
  }
  return html;
}

}  // namespace

std::string region_table(const Model& model, const Surface& surface, const DrawingOptions& drawing) {
  const ValueText value(model, surface, drawing);
  const std::vector<RegionFacts> facts_of = region_facts(model, surface, drawing.min_rows);
  const std::string hidden = note_on_hidden_means(surface, facts_of, drawing.min_rows);
  const std::string unit = value.unit_in_heading();
  std::string html =
      "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table of regions\">\n<table "
      "class=\"regions\">\n"
      "<caption class=\"hidden\">Regions, the largest first; headings sort</caption>\n<thead><tr>" +
      heading("region", "region") + heading("value", "value" + unit) + heading("rows", "rows") +
      (model.record.exposure.empty() ? "" : heading("weight", "exposure")) + heading("weight", "share") +
      heading("mean", "mean" + unit) + heading("error", error_heading) + heading("where", "where");
  return html + "</tr></thead>\n<tbody>\n" + region_rows(model, surface, facts_of, value) +
         "</tbody>\n</table>\n</div>\n" +
         (hidden.empty() ? "" : "<p class=\"hidden-means\">" + html_text(hidden) + "</p>\n") +
         (surface.regions.size() > printed_regions
              ? "<p class=\"print-note\">Printed are the first 60 regions of " +
                    count_text(static_cast<double>(surface.regions.size())) + ".</p>\n"
              : "");
}

std::string uncertainty_of(const FitRecord& fit) {
  const std::shared_ptr<const Loss> loss = loss_of(fit);
  const std::string error = std::string("The standard error is that of ")
                                .append(loss->describe_mean_error())
                                .append(", as if the regions had been given: ");
  const std::string of_single_rows = loss->is_squared()
                                         ? " Nor is it about a single row, which typically differs from its "
                                           "prediction by the typical error that is told at the top."
                                         : "";
  return paragraph(
             "Value is the prediction, and the number to quote. Mean is what the region's own rows say: their average. "
             "The two differ because values are drawn towards those of the neighbours, the more the fewer rows a "
             "region "
             "has; on average, not in every region, that lowers the error on new rows. Regions with few rows are "
             "grey, those with none have their value from their neighbours alone.") +
         paragraph(error +
                   "how far it would move, typically, with other rows from the same region. It takes the borders as "
                   "given. It does not say how sure the borders are, and it leaves out that regions were chosen by "
                   "looking at the same rows, so that the true uncertainty is larger, above all for small regions." +
                   of_single_rows);
}

}  // namespace gaptv::report
