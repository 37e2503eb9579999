// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "cli/interruption.h"
#include "gaptv/base/error.h"
#include "gaptv/model/model_file.h"

namespace gaptv::cli {

std::string read_stdin() {
  std::string content;
  constexpr std::size_t block_bytes = std::size_t{1} << 16U;
  while (true) {
    const std::size_t size = content.size();
    content.resize(size + block_bytes);
    const ssize_t got = read(STDIN_FILENO, content.data() + size, block_bytes);
    const int reason = errno;
    content.resize(size + (got > 0 ? static_cast<std::size_t>(got) : 0));
    if (got == 0) return content;
    if (got > 0) continue;
    if (is_interrupted()) throw Interrupted();
    if (reason != EINTR) throw InvalidInput(std::string("standard input: cannot read it: ") + std::strerror(reason));
  }
}

void write_to_stdout(std::string_view text) {
  while (!text.empty()) {
    if (is_interrupted()) throw Interrupted();
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      throw InvalidInput(std::string("standard output: cannot write it: ") + std::strerror(errno) +
                         "; check where it goes and the free space");
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

Output::Output(const std::string& path) {
  if (!path.empty() && path != "-") file_.emplace(path);
}

void Output::write(std::string_view text) {
  if (is_interrupted()) throw Interrupted();
  if (file_) {
    file_->write(text);
  } else {
    write_to_stdout(text);
  }
}

void Output::commit() {
  if (file_) file_->commit();
}

void check_keeps_inputs(const std::string& output, const std::vector<std::string>& inputs) {
  if (output.empty() || output == "-") return;
  for (const std::string& input : inputs) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(output, ignored) && std::filesystem::equivalent(output, input, ignored)) {
      throw InvalidInput("the output would replace the input '" + input + "'; choose another name");
    }
  }
}

Model load_model(const std::string& path) {
  return path == "-" ? model_from_json(read_stdin(), "standard input") : read_model(path);
}

}  // namespace gaptv::cli
