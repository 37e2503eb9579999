// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace gaptv {

// Holds bytes on disk that nobody else sees: the file has no name, so that nothing of it stays, whatever ends the
// program. It is in the folder TMPDIR or, if that is not set, in /var/tmp, as /tmp may itself be in memory.
class TemporaryFile {
 public:
  // Throws InvalidInput, with the folder and the remedy, as write() does.
  TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  // Appends bytes.
  void write(std::span<const char> bytes);
  // Reads bytes that were written before; it may be called from several threads at once.
  void read(std::uint64_t from, std::span<char> into) const;
  std::uint64_t size() const { return size_; }

 private:
  [[noreturn]] void fail(const char* action) const;

  std::string folder_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace gaptv
