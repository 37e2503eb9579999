// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <algorithm>
#include <cstddef>

#include "gaptv/base/error.h"
#include "gaptv/base/mention.h"
#include "gaptv/base/nearest_word.h"
#include "gaptv/model/option_table.h"

namespace gaptv {

std::string write_in_words(const std::string& values) {
  std::string words;
  for (std::size_t begin = 0; begin < values.size();) {
    const std::size_t end = std::min(values.find('|', begin), values.size());
    const bool is_last = end == values.size();
    words += (begin == 0 ? "" : is_last ? " or " : ", ") + values.substr(begin, end - begin);
    begin = end + 1;
  }
  return words;
}

const FitOption& find_option(std::string_view name) {
  const std::span<const FitOption> table = fit_option_table();
  const auto found = std::ranges::find(table, name, &FitOption::name);
  if (found != table.end()) return *found;
  std::vector<std::string> names;
  for (const FitOption& option : table) names.emplace_back(option.name);
  const std::string nearest = nearest_word(std::string(name), names);
  throw InvalidInput("there is no option '" + std::string(name) + "'" +
                     (nearest.empty() ? "" : "; did you mean " + mention_option(nearest) + "?"));
}

void set_option(FitOptions& options, std::string_view name, const std::string& text) {
  const FitOption& option = find_option(name);
  if (text.empty()) {
    throw InvalidInput(mention_option(name) + " '': give " + write_in_words(std::string(option.values)));
  }
  option.set(options, text);
}

bool looks_at(std::string_view method, const FitOption& option) {
  if (option.methods.empty()) return true;
  const std::string listed = ", " + std::string(option.methods) + ", ";
  return listed.find(", " + std::string(method) + ", ") != std::string::npos;
}

std::string usual_text(const FitOption& option) {
  if (option.usual.empty()) return option.get(FitOptions());
  std::string text;
  for (const auto& [when, value] : option.usual) {
    const bool is_preset = option.usual.front().when == "best";
    text += (text.empty() ? "" : ", ") +
            std::string(!when.empty() ? when
                        : is_preset   ? "paper"
                                      : "else") +
            ": " + std::string(value);
  }
  return text;
}

std::string_view usual_value(const FitOption& option, const FitOptions& options) {
  const bool is_best = options.method == FitOptions().method && options.preset == "best" &&
                       !(option.is_for_cell_losses_only && has_loss_of_outcomes(options));
  for (const auto& [when, text] : option.usual) {
    if (when.empty() || when == options.method || (is_best && when == "best")) return text;
  }
  return {};
}

FitOptions options_for_method(FitOptions options, const std::string& method) {
  options.method = method;
  for (const FitOption& option : fit_option_table()) {
    if (!looks_at(method, option)) option.set(options, option.get(FitOptions()));
  }
  if (method == "cart" && options.prune == PruneRule::none) options.folds.reset();
  return options;
}

OptionTexts recorded_options(const FitOptions& options) {
  OptionTexts texts;
  for (const FitOption& option : fit_option_table()) {
    if (!option.is_recorded || !looks_at(options.method, option)) continue;
    std::string text = option.get(options);
    if (option.is_recorded_if_given && text == option.get(FitOptions())) continue;
    texts.emplace_back(option.name, std::move(text));
  }
  return texts;
}

FitOptions options_from_texts(const OptionTexts& texts) {
  FitOptions options;
  for (const auto& [name, text] : texts) set_option(options, name, text);
  return options;
}

OptionTexts fewest_options(const OptionTexts& recorded) {
  OptionTexts fewest = recorded;
  for (std::size_t i = 0; i < fewest.size();) {
    OptionTexts without = fewest;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    if (recorded_options(resolve(options_from_texts(without))) == recorded) {
      fewest = std::move(without);
    } else {
      ++i;
    }
  }
  return fewest;
}

}  // namespace gaptv
