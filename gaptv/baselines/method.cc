// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/method.h"

#include <algorithm>
#include <array>

#include "gaptv/base/error.h"
#include "gaptv/baselines/fit_crisp.h"

namespace gaptv {
namespace {

constexpr std::array registry = {
    Method{"gaptv", "total variation on the grid that the gap statistic chooses", fit_any},
    Method{"gapcrisp", "norms of differences of rows and columns, on the grid that the gap statistic chooses",
           fit_gapcrisp},
    Method{"crisp", "the same on a grid of 100 bins per feature", fit_crisp},
};

}  // namespace

std::span<const Method> methods() {
  return registry;
}

const Method& find_method(std::string_view name) {
  const auto* const found = std::ranges::find(registry, name, &Method::name);
  if (found != registry.end()) return *found;
  throw InvalidInput("there is no method '" + std::string(name) + "' (--method); there are: " + method_names(", "));
}

std::string method_names(std::string_view separator) {
  std::string names;
  for (const Method& method : registry) {
    if (!names.empty()) names += separator;
    names += method.name;
  }
  return names;
}

AnyModel fit_by_method(const DataView& data, const FitOptions& options, Progress* progress) {
  return find_method(options.method).fit(data, options, progress);
}

}  // namespace gaptv
