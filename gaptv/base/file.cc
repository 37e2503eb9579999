// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

namespace gaptv {

AtomicFile::AtomicFile(const std::string& path) : path_(path) {
  std::optional<OutputTarget> target = find_output_target(path);
  if (!target) fail("follow the link");
  target_ = std::move(*target);
  switch (target_.kind) {
    case OutputTarget::Kind::folder:
      throw FileError(path_ + ": cannot write it: it is a folder; give the name of a file", EISDIR);
    case OutputTarget::Kind::descriptor:
      descriptor_ = fcntl(target_.descriptor, F_DUPFD_CLOEXEC, 0);
      if (descriptor_ < 0) fail("open it for writing");
      return;
    case OutputTarget::Kind::stream:
      descriptor_ = open(target_.path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
      if (descriptor_ < 0) fail("open it for writing");
      return;
    case OutputTarget::Kind::shared:
      // Not cut yet: the old content stays until the new one is complete.
      shared_descriptor_ = open(target_.path.c_str(), O_WRONLY | O_CLOEXEC);
      if (shared_descriptor_ < 0) fail("open it for writing");
      break;
    case OutputTarget::Kind::replaced:
      break;
  }
  make_temporary();
}

AtomicFile::~AtomicFile() {
  if (shared_descriptor_ >= 0) close(shared_descriptor_);
  if (descriptor_ >= 0) close(descriptor_);
  remove_temporary();
}

void AtomicFile::remove_temporary() {
  const int reason = errno;
  if (!temporary_.empty()) unlink(temporary_.c_str());
  temporary_.clear();
  errno = reason;
}

void AtomicFile::make_temporary() {
  temporary_ = target_.path + ".XXXXXX";
  descriptor_ = mkstemp(temporary_.data());
  if (descriptor_ < 0) {
    temporary_.clear();
    give_up("create it");
  }
  // mkstemp makes private files; the result should have the rights of any other new file (or of the file it replaces).
  const mode_t mask = umask(0);
  umask(mask);
  mode_t rights = 0666U & ~mask;
  if (target_.status) {
    rights = target_.status->st_mode & 07777U;
    // Only root may give a file away; before the rights, as a change of owner takes some of them back.
    if (fchown(descriptor_, target_.status->st_uid, target_.status->st_gid) != 0) errno = 0;
  }
  if (fchmod(descriptor_, rights) != 0) give_up("set its rights");
}

void AtomicFile::fail(const char* action) const {
  const int reason = errno;
  const std::string link = target_.path.empty() || target_.path == path_ ? "" : " (a link to " + target_.path + ")";
  throw FileError(path_ + ": cannot " + action + link + ": " + std::strerror(reason) +
                      "; check the folder, its rights and the free space",
                  reason);
}

// For the constructor, after which no destructor runs.
void AtomicFile::give_up(const char* action) {
  const int reason = errno;
  if (descriptor_ >= 0) close(descriptor_);
  if (shared_descriptor_ >= 0) close(shared_descriptor_);
  remove_temporary();
  errno = reason;
  fail(action);
}

void AtomicFile::write(std::string_view content) {
  write_to(descriptor_, content);
}

void AtomicFile::write_to(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      fail("write it");
    }
    content.remove_prefix(static_cast<std::size_t>(written));
  }
}

void AtomicFile::copy_to_shared() {
  if (lseek(descriptor_, 0, SEEK_SET) != 0) fail("write it");
  std::array<char, std::size_t{1} << 16U> block{};
  off_t size = 0;
  while (true) {
    const ssize_t got = read(descriptor_, block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("write it");
    if (got == 0) break;
    write_to(shared_descriptor_, {block.data(), static_cast<std::size_t>(got)});
    size += got;
  }
  if (ftruncate(shared_descriptor_, size) != 0 || fsync(shared_descriptor_) != 0) fail("write it");
  if (close(std::exchange(shared_descriptor_, -1)) != 0) fail("write it");
}

void AtomicFile::commit() {
  if (target_.kind == OutputTarget::Kind::shared) {
    copy_to_shared();
    remove_temporary();
    return;
  }
  if (!temporary_.empty() && fsync(descriptor_) != 0) fail("write it");
  if (close(std::exchange(descriptor_, -1)) != 0) fail("write it");
  if (temporary_.empty()) return;
  if (rename(temporary_.c_str(), target_.path.c_str()) == 0) {
    temporary_.clear();
    return;
  }
  remove_temporary();
  fail("rename it into place");
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
    throw FileError(path + ": cannot read it: " + std::strerror(reason) + "; check the name and its rights", reason);
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
