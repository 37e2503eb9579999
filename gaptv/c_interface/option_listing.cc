// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/c_interface/option_listing.h"

#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/c_interface/status.h"
#include "gaptv/model/option_table.h"

namespace gaptv::c_interface {
namespace {

struct OptionDescription {
  std::string name;
  std::string values;
  std::string help;
  std::string usual;
  std::string methods;
};

std::vector<OptionDescription> describe_options() {
  std::vector<OptionDescription> list;
  for (const FitOption& option : fit_option_table()) {
    list.push_back({std::string(option.name), std::string(option.values), std::string(option.help), usual_text(option),
                    std::string(option.methods)});
  }
  return list;
}

}  // namespace

const char* option_text(std::size_t index, const std::string& what) {
  static const std::vector<OptionDescription> list = describe_options();
  if (index >= list.size()) {
    throw InvalidInput("there is no option with the index " + std::to_string(index) + "; there are " +
                       std::to_string(list.size()) + ", counted from 0");
  }
  const OptionDescription& option = list[index];
  if (what == "name") return option.name.c_str();
  if (what == "values") return option.values.c_str();
  if (what == "help") return option.help.c_str();
  if (what == "usual") return option.usual.c_str();
  if (what == "methods") return option.methods.c_str();
  refuse_choice("what", what, "name, values, help, usual or methods");
}

}  // namespace gaptv::c_interface
