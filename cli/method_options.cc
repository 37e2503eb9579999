// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/method_options.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "cli/arguments.h"
#include "gaptv/base/error.h"
#include "gaptv/baselines/method.h"

namespace gaptv::cli {
namespace {

constexpr std::string_view grid_methods = "gaptv, gapcrisp, crisp";
constexpr std::string_view gaptv_alone = "gaptv";
constexpr std::string_view tree_methods = "cart, cart-cv";
constexpr std::string_view cart_alone = "cart";

// Options that only some methods look at, and which these are.
struct OptionOfMethods {
  std::string_view option;
  std::string_view methods;
};

constexpr std::array options_of_methods = {
    OptionOfMethods{"--bins", grid_methods},       OptionOfMethods{"--bins-min", grid_methods},
    OptionOfMethods{"--bins-max", grid_methods},   OptionOfMethods{"--lambda", grid_methods},
    OptionOfMethods{"--lambdas", grid_methods},    OptionOfMethods{"--lambda-ratio", grid_methods},
    OptionOfMethods{"--preset", gaptv_alone},      OptionOfMethods{"--finer", gaptv_alone},
    OptionOfMethods{"--shifts", gaptv_alone},      OptionOfMethods{"--border", gaptv_alone},
    OptionOfMethods{"--relax", gaptv_alone},       OptionOfMethods{"--edges", gaptv_alone},
    OptionOfMethods{"--empty-cells", gaptv_alone}, OptionOfMethods{"--prune", cart_alone},
    OptionOfMethods{"--cp", cart_alone},           OptionOfMethods{"--min-split", tree_methods},
    OptionOfMethods{"--min-bucket", tree_methods}, OptionOfMethods{"--max-depth", tree_methods},
};

bool is_listed(std::string_view names, std::string_view name) {
  for (std::size_t begin = 0; begin < names.size();) {
    const std::size_t end = std::min(names.find(", ", begin), names.size());
    if (names.substr(begin, end - begin) == name) return true;
    begin = end + 2;
  }
  return false;
}

}  // namespace

void check_options_of_method(const CLI::App& command, const std::string& method) {
  for (const auto& [option, methods] : options_of_methods) {
    if (command.count(std::string(option)) == 0 || is_listed(methods, method)) continue;
    throw InvalidInput(std::string(option) + " has no meaning for the method " + method + "; it goes with --method " +
                       std::string(methods));
  }
}

std::vector<std::string> method_list(const std::string& argument) {
  std::vector<std::string> names;
  if (argument.empty()) return names;
  for (std::string& name : split_names(argument)) {
    find_method(name);  // refuses others
    if (std::ranges::find(names, name) != names.end()) throw InvalidInput("--methods names '" + name + "' twice");
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace gaptv::cli
