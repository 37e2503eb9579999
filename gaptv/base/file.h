// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <string_view>

#include "gaptv/base/error.h"
#include "gaptv/base/output_target.h"

namespace gaptv {

// Says that a file cannot be written or read; the message names the path, the system's reason and the remedy.
class FileError : public InvalidInput {
 public:
  FileError(const std::string& message, int reason) : InvalidInput(message), reason_(reason) {}
  int reason() const { return reason_; }  // errno

 private:
  int reason_;
};

// Writes a whole file or nothing: the content goes to a temporary name in the same folder, is flushed to disk and then
// renamed, so that a reader never sees half a file and an old file survives a failure. The rights of an old file are
// kept, and its owner where the system allows it. Throws FileError (no such folder, read-only, disk full); the
// temporary file is removed. Every output goes this way.
//
// These names are treated otherwise, as they are no plain files:
//   a symbolic link is followed, and the file that it names is replaced, or made if it does not exist yet;
//   a file with several names (hard links) is written in place, so that all of them have the new content: complete
//   before that begins, but not atomic;
//   a device or a pipe is written as it goes; so is an open descriptor (/dev/stdout, /dev/fd/3), from where it stands.
void write_file(const std::string& path, std::string_view content);

// Returns the whole content of a file. Throws FileError.
std::string read_file(const std::string& path);

// Writes as write_file does, but piece by piece: the file has its old content until commit(). Destroying it without
// commit() removes the temporary file. It throws what write_file throws; missing rights are found when it is
// constructed.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  void write(std::string_view content);
  void commit();

 private:
  [[noreturn]] void fail(const char* action) const;
  [[noreturn]] void give_up(const char* action);
  void make_temporary();
  void remove_temporary();
  void write_to(int descriptor, std::string_view content);
  void copy_to_shared();

  std::string path_;  // as given
  OutputTarget target_;
  std::string temporary_;       // empty: the content goes straight to the target
  int descriptor_ = -1;         // of the temporary file, if there is one
  int shared_descriptor_ = -1;  // of a target that is written in place at the end
};

}  // namespace gaptv
