// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <string_view>

namespace gaptv {

// Writes a whole file or nothing: the content goes to a temporary name in the same folder, is flushed to disk and then
// renamed, so that a reader never sees half a file and an old file survives a failure. Throws InvalidInput with the
// path and the system's reason (no such folder, read-only, disk full); the temporary file is removed. Paths that are no
// regular files (/dev/null, a pipe) are written in place.
void write_file(const std::string& path, std::string_view content);

// The whole content of a file, or InvalidInput with the path and the reason.
std::string read_file(const std::string& path);

// A file that is written piece by piece under a temporary name and takes its own name only at commit(). Destroying it
// without commit() removes the temporary file. Errors as for write_file.
class AtomicFile {
 public:
  explicit AtomicFile(std::string path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  void write(std::string_view content);
  void commit();

 private:
  [[noreturn]] void fail(const char* action) const;

  std::string path_;
  std::string temporary_;  // equal to path_ when the target is no regular file
  int descriptor_ = -1;
};

}  // namespace gaptv
