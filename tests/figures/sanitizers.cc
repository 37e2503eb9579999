// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <gtest/gtest.h>

// Cairo and what it uses are not compiled for the thread sanitizer, which therefore does not see how they lock and
// would report races within them. Calls from these libraries are left out; our own code is checked as everywhere.
extern "C" const char* __tsan_default_suppressions() {
  return "called_from_lib:libcairo.so\ncalled_from_lib:libfontconfig.so\ncalled_from_lib:libfreetype.so\n"
         "called_from_lib:libpixman-1.so\ncalled_from_lib:libpng16.so\n";
}

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
