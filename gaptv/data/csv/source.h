// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "gaptv/base/progress.h"
#include "gaptv/data/csv/encoding.h"
#include "gaptv/data/csv/limits.h"

namespace gaptv::csv {

// Reads the text of a file, or of standard input ("-"), front to back; gzip is unpacked on the way (any number of
// members), and other encodings are turned into UTF-8. The constructor throws InvalidInput when there is no such file,
// it is a folder, or it is no text.
class Source {
 public:
  // The options' progress may be null; it is asked before every piece that is read and while a pipe keeps the reader
  // waiting.
  Source(const std::string& path, const CsvOptions& options, const Limits& limits);
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  ~Source();

  // Returns the path as messages show it.
  const std::string& name() const;

  // Returns how the bytes are read. TextEncoding::automatic takes UTF-8 unless a byte-order mark says otherwise.
  ByteKind kind() const { return kind_; }

  // Goes back to the first byte, to be read with this encoding. Returns false when that is impossible: of a pipe only
  // the first bytes (Limits::kept_bytes) are kept.
  bool rewind(TextEncoding encoding);

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

  void start(TextEncoding encoding);
  // Reads bytes as they are before they are decoded; fewer than asked for only at the end.
  std::size_t read_bytes(std::span<char> into);

  std::unique_ptr<File> file_;
  std::unique_ptr<Unpacker> unpacker_;  // null: the file is not compressed
  ByteKind kind_ = ByteKind::utf_8;
  Decoder decoder_{ByteKind::utf_8};
  std::string ready_;  // text that was read already, and is handed out first
};

}  // namespace gaptv::csv
