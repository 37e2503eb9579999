// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "gaptv/base/error.h"

namespace gaptv {

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)), temporary_(path_) {
  struct stat status {};
  const bool exists = stat(path_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) {
    throw InvalidInput(path_ + ": cannot write it: it is a folder; give the name of a file");
  }
  if (exists && !S_ISREG(status.st_mode)) {
    descriptor_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail("open it for writing");
    return;
  }
  temporary_ = path_ + ".XXXXXX";
  descriptor_ = mkstemp(temporary_.data());
  if (descriptor_ < 0) {
    temporary_.clear();
    fail("create it");
  }
  // mkstemp makes private files; the result should have the rights of any other new file (or of the file it replaces).
  const mode_t mask = umask(0);
  umask(mask);
  if (fchmod(descriptor_, exists ? status.st_mode & 07777U : 0666U & ~mask) != 0) {
    const int reason = errno;
    close(descriptor_);
    unlink(temporary_.c_str());
    errno = reason;
    fail("set its rights");
  }
}

AtomicFile::~AtomicFile() {
  if (descriptor_ < 0) return;
  close(descriptor_);
  if (temporary_ != path_) unlink(temporary_.c_str());
}

void AtomicFile::fail(const char* action) const {
  throw InvalidInput(path_ + ": cannot " + action + ": " + std::strerror(errno) +
                     "; check the folder, its rights and the free space");
}

void AtomicFile::write(std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor_, content.data(), content.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      fail("write it");
    }
    content.remove_prefix(static_cast<std::size_t>(written));
  }
}

void AtomicFile::commit() {
  const bool is_temporary = temporary_ != path_;
  if (is_temporary && fsync(descriptor_) != 0) fail("write it");
  if (close(std::exchange(descriptor_, -1)) != 0) fail("write it");
  if (!is_temporary) return;
  if (rename(temporary_.c_str(), path_.c_str()) != 0) {
    const int reason = errno;
    unlink(temporary_.c_str());
    errno = reason;
    fail("rename it into place");
  }
}

void write_file(const std::string& path, std::string_view content) {
  AtomicFile file(path);
  file.write(content);
  file.commit();
}

std::string read_file(const std::string& path) {
  const auto fail = [&path](int descriptor) {
    const int reason = errno;
    if (descriptor >= 0) close(descriptor);
    throw InvalidInput(path + ": cannot read it: " + std::strerror(reason) + "; check the name and its rights");
  };
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail(descriptor);
  std::string content;
  constexpr std::size_t block_bytes = std::size_t{1} << 20U;
  while (true) {
    const std::size_t size = content.size();
    content.resize(size + block_bytes);
    const ssize_t got = read(descriptor, content.data() + size, block_bytes);
    content.resize(size + (got > 0 ? static_cast<std::size_t>(got) : 0));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(descriptor);
    if (got == 0) break;
  }
  close(descriptor);
  return content;
}

}  // namespace gaptv
