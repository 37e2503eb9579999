// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/command_text.h"

#include <algorithm>
#include <vector>

#include "gaptv/model/option_table.h"
#include "gaptv/output/csv.h"
#include "gaptv/output/shell_word.h"

namespace gaptv {
namespace {

void add(std::string& command, std::string_view option, const std::string& value) {
  command += " " + flag_text(option) + " " + shell_word(value);
}

// How the file is to be read, where that was said.
void add_reading(std::string& command, const GivenReading& reading) {
  if (!reading.delimiter.empty()) add(command, "delimiter", reading.delimiter);
  if (!reading.decimal.empty()) add(command, "decimal", reading.decimal);
  std::string na;
  for (const std::string& text : reading.na) na += (na.empty() ? "" : ",") + csv_field(text);
  if (!na.empty()) add(command, "na", na);
  if (!reading.encoding.empty()) add(command, "encoding", reading.encoding);
}

}  // namespace

std::string flag_text(std::string_view name) {
  std::string flag = "--" + std::string(name);
  std::ranges::replace(flag, '_', '-');
  return flag;
}

const MentionStyle& command_style() {
  static const MentionStyle style = {
      .option = [](const std::string& name,
                   const std::string& value) { return flag_text(name) + (value.empty() ? "" : " " + value); },
      .row = [](std::size_t row) { return "row " + std::to_string(row + 1); }};
  return style;
}

std::string in_command_style(std::string_view text) {
  return render_mentions(text, command_style());
}

std::string repeat_command(const Model& model) {
  const FitRecord& record = model.record;
  std::string features;
  for (const std::string& name : feature_names(model)) features += (features.empty() ? "" : ",") + csv_field(name);
  std::string command = "gaptv fit DATA.csv";
  add(command, "x", features);
  add(command, "y", record.outcome);
  if (!record.exposure.empty()) add(command, "exposure", record.exposure);
  if (!record.weight_kind.empty()) add(command, "weight", record.weight.empty() ? "COLUMN" : record.weight);
  if (record.dropped_rows > 0) add(command, "missing", "drop");
  add_reading(command, record.reading);
  for (const auto& [name, text] : fewest_options(record.options)) add(command, name, text);
  return command;
}

}  // namespace gaptv
