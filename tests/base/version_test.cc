// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/version.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace gaptv {
namespace {

TEST(Version, IsTheSameInTheHeaderAndInTheLibrary) {
  EXPECT_EQ(version(), GAPTV_VERSION);
}

TEST(Version, ConsistsOfTheThreeNumbers) {
  EXPECT_EQ(version(), std::to_string(GAPTV_VERSION_MAJOR) + "." + std::to_string(GAPTV_VERSION_MINOR) + "." +
                           std::to_string(GAPTV_VERSION_PATCH));
}

TEST(Version, NumberGrowsWithEachPart) {
  EXPECT_LT(GAPTV_MAKE_VERSION(0, 1, 99), GAPTV_MAKE_VERSION(0, 2, 0));
  EXPECT_LT(GAPTV_MAKE_VERSION(0, 99, 99), GAPTV_MAKE_VERSION(1, 0, 0));
  EXPECT_EQ(GAPTV_VERSION_NUMBER, GAPTV_MAKE_VERSION(GAPTV_VERSION_MAJOR, GAPTV_VERSION_MINOR, GAPTV_VERSION_PATCH));
}

// pyproject.toml reads the version from CMakeLists.txt; the citation is read by programs that cannot.
TEST(Version, IsTheOneThatTheCitationNames) {
  std::ifstream file(GAPTV_SOURCE_DIR "/CITATION.cff");
  std::string found;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("version: ")) found = line.substr(9);
  }
  EXPECT_EQ(found, version());
}

}  // namespace
}  // namespace gaptv
