// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <gtest/gtest.h>

namespace gaptv::testing {
namespace {

// Cairo and Fontconfig keep fonts for the next drawing, in places where the leak checker does not find them. Giving
// them back when all is done leaves real leaks only.
class CairoCaches : public ::testing::Environment {
 public:
  void TearDown() override {
    cairo_debug_reset_static_data();
    FcFini();
  }
};

const ::testing::Environment* const cairo_caches = ::testing::AddGlobalTestEnvironment(new CairoCaches);

}  // namespace
}  // namespace gaptv::testing
