// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace gaptv::cli {

// Writes help as a reader wants it: the usage line names what is required, a description ends with the default.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();

  std::string make_usage(const CLI::App* command, std::string name) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
};

}  // namespace gaptv::cli
