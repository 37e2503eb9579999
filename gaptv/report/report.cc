// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/report/report.h"

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "gaptv/base/version.h"
#include "gaptv/output/drawable_text.h"
#include "gaptv/output/explanation.h"
#include "gaptv/report/html_text.h"
#include "gaptv/report/packed.h"
#include "gaptv/report/page_assets.h"
#include "gaptv/report/report_data.h"
#include "gaptv/report/report_sections.h"

namespace gaptv {
namespace report {
namespace {

std::string write_for_each(const Model& model,
                           const std::function<std::string(const Model&, const Surface&)>& html_of) {
  if (!model.has_classes()) return html_of(model, model.surfaces.front());
  std::string html;
  for (std::size_t k = 0; k < model.surfaces.size(); ++k) {
    html += R"(<div class="of-model" data-model=")" + std::to_string(k) + "\">\n" + html_of(model, model.surfaces[k]) +
            "</div>\n";
  }
  return html;
}

// Writes a digest as the policy names a source.
std::string write_source(std::string_view digest) {
  return "'sha256-" + std::string(digest) + "'";
}

// Within a script element nothing may look like its end.
std::string escape_for_script(const std::string& json) {
  std::string safe;
  safe.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

// The template with every {{name}} replaced, once: what is put in is not looked at again.
std::string fill_template(std::string_view page, const std::map<std::string_view, std::string>& parts) {
  std::string html;
  for (;;) {
    const std::size_t open = page.find("{{");
    html += page.substr(0, open);
    if (open == std::string_view::npos) return html;
    const std::size_t close = page.find("}}", open);
    html += parts.at(page.substr(open + 2, close - open - 2));
    page.remove_prefix(close + 2);
  }
}

// Says the same of every model, or each class.
using Section = std::function<std::string(const Model&, const Surface&)>;

std::string write_page(const Model& model, const std::string& title, const ReportOptions& options,
                       const nlohmann::ordered_json& data) {
  const auto drawn = [&options](auto section) -> Section {
    return [&options, section](const Model& of_model, const Surface& surface) {
      return section(of_model, surface, options.drawing);
    };
  };
  const Section settings = [&options](const Model& of_model, const Surface& surface) {
    return settings_of(of_model, surface, options);
  };
  const bool is_line = model.surfaces.front().grid.axes.size() == 1;
  return fill_template(page_template,
                       {{"script-digest", write_source(page_script_digest)},
                        {"style-digest", write_source(page_style_digest)},
                        {"generator", html_text("gaptv " + version())},
                        {"title", html_text(options.drawing.title.empty() ? title : options.drawing.title)},
                        {"subtitle", options.drawing.title.empty() ? "" : html_text(title)},
                        {"picture", is_line ? "curve" : "map"},
                        {"style", std::string(page_style)},
                        {"script", std::string(page_script)},
                        {"summary", write_for_each(model, drawn(summary_of))},
                        {"extremes", write_for_each(model, drawn(extremes_of))},
                        {"why", write_for_each(model, drawn(why_of))},
                        {"regions", write_for_each(model, drawn(region_table))},
                        {"uncertainty", uncertainty_of(model.record)},
                        {"comparison", compared_methods(options)},
                        {"choices", write_for_each(model, choices_of)},
                        {"exact", write_for_each(model, exact_of)},
                        {"settings", write_for_each(model, settings)},
                        {"data", escape_for_script(data.dump(-1, ' ', true))}});
}

}  // namespace
}  // namespace report

std::string html_report(const Model& model, const ReportOptions& options, Progress* progress_or_null) {
  check_knows_rows(model, "the report");
  Progress silent;
  Progress& progress = progress_or_null != nullptr ? *progress_or_null : silent;
  const Surface& first = model.surfaces.front();
  const std::string title = (model.has_classes() ? model.record.outcome : describe_outcome(model.record, first)) +
                            " by " + list_features(model);
  nlohmann::ordered_json data = {
      {"title", drawable_text(title)}, {"compressed", report::can_compress()}, {"colours", report::colour_table()}};
  data["models"] = nlohmann::ordered_json::array();
  for (const Surface& surface : model.surfaces) {
    data["models"].push_back(report::model_data(model, surface, options, progress));
  }
  return report::write_page(model, title, options, data);
}

}  // namespace gaptv
