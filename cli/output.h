// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gaptv/base/file.h"
#include "gaptv/model/model.h"

namespace gaptv::cli {

// Writes a command's data to a file that appears complete or not at all, or to standard output (path empty or "-").
class Output {
 public:
  explicit Output(const std::string& path);

  // Throws InvalidInput when the disk is full and the like, Interrupted when the user asked to stop.
  void write(std::string_view text);
  // Gives the file its name.
  void commit();

 private:
  std::optional<AtomicFile> file_;
};

void write_to_stdout(std::string_view text);

// Throws InvalidInput when the output would replace one of the files that are read.
void check_keeps_inputs(const std::string& output, const std::vector<std::string>& inputs);

// Returns all of standard input.
std::string read_stdin();

// Reads a model from a file or, with "-", from standard input.
Model load_model(const std::string& path);

}  // namespace gaptv::cli
