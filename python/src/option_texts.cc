// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "option_texts.h"

#include <algorithm>

#include "gaptv/areas/mask_file.h"
#include "gaptv/base/mention.h"

namespace gaptv::python {
namespace {

// A keyword of the language cannot name an argument.
std::string argument_name(const std::string& name) {
  return name == "lambda" ? "lam" : name;
}

bool is_number(const std::string& text) {
  return text.find_first_not_of("0123456789.") == std::string::npos;
}

}  // namespace

FitOptions fit_options(const GivenOptions& given) {
  FitOptions options;
  for (const auto& [name, text] : given) set_option(options, name, text);
  load_mask(options);
  return options;
}

std::vector<OptionForParameter> options_of_method(const std::string& method) {
  std::vector<OptionForParameter> list;
  for (const FitOption& option : fit_option_table()) {
    if (!looks_at(method, option)) continue;
    std::string usual = option.get(FitOptions());
    if (!option.usual.empty()) {
      const std::string_view best = usual_value(option, {.preset = "best", .method = method});
      const std::string_view paper = usual_value(option, {.preset = "paper", .method = method});
      usual = best == paper ? best : "";
    }
    list.push_back({std::string(option.name), std::string(option.values), std::string(option.help), usual});
  }
  return list;
}

std::string in_python_style(const std::string& text) {
  return render_mentions(text, {.option =
                                    [](const std::string& name, const std::string& value) {
                                      if (value.empty()) return argument_name(name);
                                      const std::string quote = is_number(value) ? "" : "\"";
                                      return argument_name(name) + "=" + quote + value + quote;
                                    },
                                .row = [](std::size_t row) { return "index " + std::to_string(row); }});
}

}  // namespace gaptv::python
