// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "gaptv/base/progress.h"

namespace gaptv::csv {

// Reads the text of a file, or of standard input ("-"), front to back; gzip is unpacked on the way (any number of
// members). The constructor throws InvalidInput when there is no such file, it is a folder, or it is no text.
class Source {
 public:
  // progress may be null; it is asked before every piece that is read and while a pipe keeps the reader waiting.
  explicit Source(const std::string& path, Progress* progress = nullptr);
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  ~Source();

  // Returns the path as messages show it.
  const std::string& name() const;

  // Reads the next bytes and returns how many; fewer than asked for only at the end. Throws InvalidInput when the disk
  // or the compressed data fail, Interrupted when progress asks to stop.
  std::size_t read(std::span<char> into);

  // Returns the number of bytes still to come, when it is known beforehand (a plain regular file); 0 otherwise.
  std::size_t known_bytes() const;

  // Returns the share of the file that has been read, 0 to 1; it is 0 as long as its size is unknown (a pipe).
  double fraction_done() const;

 private:
  class File;
  class Unpacker;

  std::unique_ptr<File> file_;
  std::unique_ptr<Unpacker> unpacker_;  // null: plain text
  std::string start_;                   // text that was read to look at it, and is handed out first
};

}  // namespace gaptv::csv
