// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/oracles/temporary_folder.h"

namespace gaptv::testing {

// A test beside R's rpart, run as a program, in a fresh folder. Skipped with a message where it is not there.
class RpartTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::system("Rscript --vanilla -e 'library(rpart)' >/dev/null 2>&1") == 0) return;
    GTEST_SKIP() << "Rscript with the package rpart is not there (Debian: r-base-core, r-cran-rpart)";
  }

  // Runs a script of tests/rivals on the folder.
  void run_script(const std::string& name) const {
    const std::string command =
        "Rscript --vanilla '" GAPTV_SOURCE_DIR "/tests/rivals/" + name + "' '" + folder().string() + "'";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }

  const std::filesystem::path& folder() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

}  // namespace gaptv::testing
