// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/method.h"

#include <algorithm>
#include <array>

#include "gaptv/base/error.h"
#include "gaptv/baselines/cart/fit_cart.h"
#include "gaptv/baselines/crisp/fit_crisp.h"
#include "gaptv/loss/loss_choice.h"
#include "gaptv/model/fit.h"

namespace gaptv {
namespace {

bool is_squared(const Loss& loss) {
  return loss.is_squared();
}

bool has_trees(const Loss& loss) {
  return loss.trees() != TreeRule::none;
}

constexpr std::array registry = {
    Method{"gaptv", "total variation on the grid that the gap statistic chooses", fit_gaptv},
    Method{"gapcrisp", "the method CRISP on the grid that the gap statistic chooses", fit_gapcrisp, is_squared},
    Method{"crisp", "the method CRISP on 100 bins per feature, or as many as there are rows", fit_crisp, is_squared},
    Method{"cart", "the regression or classification tree of R's rpart", fit_cart, has_trees},
    Method{"cart-cv", "that tree grown deep and pruned by cross-validation", fit_cart_cv, has_trees},
};

}  // namespace

bool Method::can_fit(std::string_view loss) const {
  return takes == nullptr || takes(*loss_named(loss));
}

std::span<const Method> methods() {
  return registry;
}

const Method& find_method(std::string_view name) {
  const auto* const found = std::ranges::find(registry, name, &Method::name);
  if (found != registry.end()) return *found;
  throw InvalidInput("there is no method '" + std::string(name) + "' (`method`); there are: " + method_names(", "));
}

std::string method_names(std::string_view separator) {
  std::string names;
  for (const Method& method : registry) {
    if (!names.empty()) names += separator;
    names += method.name;
  }
  return names;
}

Model fit(const DataView& data, const FitOptions& options, Progress* progress) {
  return find_method(options.method).fit(data, options, progress);
}

Model fit(const Dataset& data, const FitOptions& options, Progress* progress) {
  return fit(data.view(), options, progress);
}

}  // namespace gaptv
