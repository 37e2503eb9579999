// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <cstddef>
#include <memory>
#include <string>

#include "gaptv/loss/loss_choice.h"
#include "gaptv/output/command_text.h"
#include "gaptv/output/explanation.h"
#include "gaptv/output/readable_number.h"
#include "gaptv/report/html_parts.h"
#include "gaptv/report/html_text.h"
#include "gaptv/report/report_sections.h"

namespace gaptv::report {
namespace {

std::string setting(const std::string& name, const std::string& value) {
  return R"(<tr><th scope="row">)" + html_text(name) + "</th><td>" + html_text(value) + "</td></tr>\n";
}

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

// Tells what is said of the calculation itself from what is said of choices.
bool is_about_calculation(const Explanation& explanation) {
  return explanation.topic == "exact" || explanation.topic == "proof" || explanation.topic == "greedy";
}

}  // namespace

std::string choices_of(const Model& model, const Surface& surface) {
  std::string html =
      R"(<div class="curves"><figure class="cv" hidden><figcaption>Error on rows that the model has not seen, with )"
      "standard errors, by which lambda was chosen" +
      std::string(surface.record.regions ? ": of plain fits, before cells were joined to regions" : "") +
      "</figcaption></figure>\n<figure class=\"gap\" hidden><figcaption>Gap statistic, which chooses the number of "
      "bins</figcaption></figure></div>\n" +
      (model.has_classes() ? paragraph(describe_joint_errors(model.record)) : "") +
      paragraph(join_sentences(describe_errors(model.record, surface.record))) + "<dl class=\"choices\">\n";
  for (const Explanation& explanation : explain_choices(model, surface)) {
    if (is_about_calculation(explanation)) continue;
    html += "<dt>" + html_text(explanation.topic) + "</dt><dd>" + html_text(join_sentences(explanation.sentences)) +
            "</dd>\n";
  }
  return html + "</dl>\n";
}

std::string exact_of(const Model& model, const Surface& surface) {
  for (const Explanation& explanation : explain_choices(model, surface)) {
    if (!is_about_calculation(explanation)) continue;
    return paragraph("This is about the calculation, not about how well the model predicts. " +
                     join_sentences(explanation.sentences));
  }
  return {};
}

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
