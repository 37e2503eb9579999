// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>

namespace gaptv {

// Says what the name of an output stands for, and so how it has to be written.
struct OutputTarget {
  enum class Kind {
    replaced,    // a regular file with one name, or none yet: a new file takes its name at the end
    shared,      // a regular file with further names (hard links), which have to see the new content too
    stream,      // a device, a pipe and the like: written as it goes
    descriptor,  // a descriptor of this process (/dev/stdout, /dev/fd/3): written where it stands
    folder       // cannot be written
  };

  Kind kind = Kind::replaced;
  std::string path;                   // with symbolic links followed
  std::optional<struct stat> status;  // if there is such a file
  int descriptor = -1;
};

// Follows symbolic links, relative ones and chains too, to what they name, whether that exists or not. It does not go
// beyond the descriptors of a process, which look like links to a file but may stand in the middle of it. Sets errno
// and returns nothing when links lead in a circle.
std::optional<OutputTarget> find_output_target(const std::string& path);

}  // namespace gaptv
