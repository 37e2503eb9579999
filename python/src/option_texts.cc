// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "option_texts.h"

#include <cstddef>
#include <exception>
#include <functional>
#include <optional>

#include "gaptv/base/error.h"

namespace gaptv::python {
namespace {

std::size_t whole_number(const std::string& name, const std::string& text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos || text.size() > 18) {
    throw InvalidInput(name + ": give a whole number that is not negative, not " + text);
  }
  return std::stoull(text);
}

double number(const std::string& name, const std::string& text) {
  std::size_t used = 0;
  try {
    const double value = std::stod(text, &used);
    if (used == text.size()) return value;
  } catch (const std::exception&) {
  }
  throw InvalidInput(name + ": give a number, not " + text);
}

}  // namespace

FitOptions fit_options(const OptionTexts& given) {
  FitOptions options;
  // The preset depends on the loss, and everything else changes the preset.
  if (const auto loss = given.find("loss"); loss != given.end()) options.loss = loss->second;
  if (const auto preset = given.find("preset"); preset != given.end()) set_preset(options, preset->second);
  const auto whole = [](std::size_t& target) {
    return [&target](const std::string& name, const std::string& text) { target = whole_number(name, text); };
  };
  const auto real = [](double& target) {
    return [&target](const std::string& name, const std::string& text) { target = number(name, text); };
  };
  const auto optional_whole = [](std::optional<std::size_t>& target) {
    return [&target](const std::string& name, const std::string& text) { target = whole_number(name, text); };
  };
  const auto by = [&options](void (*set)(FitOptions&, const std::string&)) {
    return [&options, set](const std::string&, const std::string& text) { set(options, text); };
  };
  const std::map<std::string, std::function<void(const std::string&, const std::string&)>> setters = {
      {"preset", [](const std::string&, const std::string&) {}},
      {"method", [&](const std::string&, const std::string& text) { options.method = text; }},
      {"loss", [](const std::string&, const std::string&) {}},
      {"fractional_counts",
       [&](const std::string&, const std::string& text) { options.has_fractional_counts = text == "yes"; }},
      {"weight_kind", by(set_weight_kind)},
      {"bins", by(set_bins)},
      {"bins_min", whole(options.bins_min)},
      {"bins_max", by(set_bins_max)},
      {"lambda", by(set_lambda)},
      {"lambdas", whole(options.lambdas)},
      {"lambda_ratio", real(options.lambda_ratio)},
      {"folds", whole(options.folds)},
      {"edges", by(set_edges)},
      {"empty_cells", by(set_empty_cells)},
      {"finer", real(options.finer)},
      {"shifts", whole(options.regions.shifts)},
      {"border", real(options.regions.border)},
      {"relax", by(set_relax)},
      {"prune", by(set_prune)},
      {"cp", real(options.cart.cp)},
      {"min_split", optional_whole(options.cart.min_split)},
      {"min_bucket", optional_whole(options.cart.min_bucket)},
      {"max_depth", whole(options.cart.max_depth)},
      {"cart_folds", whole(options.cart.folds)},
      {"seed", [&](const std::string& name, const std::string& text) { options.seed = whole_number(name, text); }},
      {"threads", whole(options.threads)}};
  for (const auto& [name, text] : given) {
    const auto setter = setters.find(name);
    if (setter == setters.end()) throw InvalidInput("there is no option '" + name + "'");
    setter->second(name, text);
  }
  return options;
}

}  // namespace gaptv::python
