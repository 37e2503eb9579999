// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/output_target.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace gaptv {
namespace {

constexpr int most_links = 40;  // as many as Linux follows

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// Without links, "." and ".."; empty when there is no such folder.
std::string real_path(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(realpath(path.c_str(), nullptr), &std::free);
  return real ? std::string(real.get()) : std::string();
}

// 3 of /dev/fd/3 and /proc/self/fd/3, by whatever links the folder is reached. Such a name is not opened: that would
// start again at the beginning of a file that a shell has written to already, and fail for a socket.
std::optional<int> own_descriptor(const std::string& folder, std::string_view name) {
  int descriptor = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), descriptor);
  if (error != std::errc() || end != name.data() + name.size() || descriptor < 0) return std::nullopt;
  for (const char* const own : {"/proc/self/fd", "/proc/thread-self/fd", "/dev/fd"}) {
    if (!folder.empty() && folder == real_path(own)) return descriptor;
  }
  return std::nullopt;
}

std::optional<std::string> link_target(const std::string& path) {
  std::array<char, PATH_MAX> text{};
  const ssize_t size = readlink(path.c_str(), text.data(), text.size());
  if (size < 0) return std::nullopt;
  return std::string(text.data(), static_cast<std::size_t>(size));
}

OutputTarget::Kind kind_of(const struct stat& status) {
  if (S_ISDIR(status.st_mode)) return OutputTarget::Kind::folder;
  if (!S_ISREG(status.st_mode)) return OutputTarget::Kind::stream;
  return status.st_nlink > 1 ? OutputTarget::Kind::shared : OutputTarget::Kind::replaced;
}

}  // namespace

std::optional<OutputTarget> find_output_target(const std::string& path) {
  OutputTarget target;
  target.path = path;
  for (int links = 0; links <= most_links; ++links) {
    const std::string folder = real_path(folder_of(target.path));
    const std::string_view name = std::string_view(target.path).substr(target.path.rfind('/') + 1);
    if (const std::optional<int> descriptor = own_descriptor(folder, name)) {
      target.kind = OutputTarget::Kind::descriptor;
      target.descriptor = *descriptor;
      return target;
    }
    const std::optional<std::string> next = link_target(target.path);
    const bool is_of_a_process = folder.starts_with("/proc/");
    if (!next || is_of_a_process) {
      struct stat status {};
      if (stat(target.path.c_str(), &status) != 0) return target;
      target.status = status;
      // What another process writes to must not be taken away from it, and its folder holds no temporary file.
      target.kind = next ? OutputTarget::Kind::stream : kind_of(status);
      return target;
    }
    target.path = next->starts_with('/') ? *next : folder_of(target.path) + "/" + *next;
  }
  errno = ELOOP;
  return std::nullopt;
}

}  // namespace gaptv
