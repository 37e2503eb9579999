// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/temporary_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "gaptv/base/error.h"

namespace gaptv {
namespace {

std::string choose_folder() {
  const char* const given = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe): nobody sets it meanwhile
  if (given != nullptr && *given != '\0') return given;
  return access("/var/tmp", W_OK) == 0 ? "/var/tmp" : "/tmp";
}

int open_without_name(const std::string& folder) {
#ifdef O_TMPFILE
  const int descriptor = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor >= 0) return descriptor;
#endif
  // Some file systems know no files without a name: it is taken away at once.
  std::string name = folder + "/gaptv-XXXXXX";
  const int named = mkstemp(name.data());
  if (named < 0) return named;
  unlink(name.c_str());
  fcntl(named, F_SETFD, FD_CLOEXEC);
  return named;
}

}  // namespace

TemporaryFile::TemporaryFile() : folder_(choose_folder()), descriptor_(open_without_name(folder_)) {
  if (descriptor_ < 0) fail("make");
}

TemporaryFile::~TemporaryFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

void TemporaryFile::fail(const char* action) const {
  throw InvalidInput(folder_ + ": cannot " + action + " a temporary file there for rows that have no room in memory: " +
                     std::strerror(errno) + "; set TMPDIR to a folder with more room, or allow more memory (`memory`)");
}

void TemporaryFile::write(std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write");
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    size_ += static_cast<std::uint64_t>(written);
  }
}

void TemporaryFile::read(std::uint64_t from, std::span<char> into) const {
  while (!into.empty()) {
    const ssize_t got = pread(descriptor_, into.data(), into.size(), static_cast<off_t>(from));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail("read");
    into = into.subspan(static_cast<std::size_t>(got));
    from += static_cast<std::uint64_t>(got);
  }
}

}  // namespace gaptv
