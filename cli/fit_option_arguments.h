// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <string_view>

#include "gaptv/model/option_table.h"

namespace gaptv::cli {

// Holds the options of a command that come from the table of fit options, as the user wrote them.
class FitOptionArguments {
 public:
  // Adds one option of the table, or all. flag and help replace the table's where a command means something special.
  void add(CLI::App& command, std::string_view name, const std::string& flag = {}, const std::string& help = {});
  void add_all(CLI::App& command);

  // Returns the options as far as they were given. Throws InvalidInput if one cannot be that, or if the method does not
  // look at it: silence would let its user believe that it counted.
  FitOptions read() const;

 private:
  std::map<std::string, std::string, std::less<>> texts_;  // by name; the parser writes into them
  std::map<std::string, const CLI::Option*, std::less<>> options_;
};

}  // namespace gaptv::cli
