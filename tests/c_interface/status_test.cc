// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/c_interface/status.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/mention.h"

namespace gaptv::c_interface {
namespace {

template <typename Exception>
gaptv_status status_of(const Exception& exception) {
  return run([&] { throw exception; });
}

TEST(CInterfaceStatus, TellsEachKindOfException) {
  EXPECT_EQ(run([] {}), GAPTV_OK);
  EXPECT_EQ(status_of(InvalidInput("no rows")), GAPTV_REFUSED);
  EXPECT_STREQ(last_error(), "no rows");
  EXPECT_EQ(status_of(Interrupted()), GAPTV_INTERRUPTED);
  EXPECT_STREQ(last_error(), "interrupted");
  EXPECT_EQ(status_of(std::bad_alloc()), GAPTV_OUT_OF_MEMORY);
  EXPECT_STREQ(last_error(), "out of memory");
  EXPECT_EQ(status_of(std::logic_error("a wrong turn")), GAPTV_INTERNAL);
  EXPECT_NE(std::string(last_error()).find("report it: a wrong turn"), std::string::npos);
  EXPECT_EQ(status_of(7), GAPTV_INTERNAL);
}

TEST(CInterfaceStatus, TakesAContainerThatIsTooLongForAWantOfMemory) {
  EXPECT_EQ(run([] { std::vector<double>().reserve(static_cast<std::size_t>(-1)); }), GAPTV_OUT_OF_MEMORY);
}

TEST(CInterfaceStatus, WritesOptionsByTheirNamesAndRowsAsIndices) {
  run([] {
    throw InvalidInput(mention_row(40) + ": " + mention_option("folds") + " or " + mention_option("loss", "gamma"));
  });
  EXPECT_STREQ(last_error(), "index 40: folds or loss=gamma");
}

TEST(CInterfaceStatus, KeepsTheMessageUntilTheNextFailure) {
  run([] { throw InvalidInput("first"); });
  run([] {});
  EXPECT_STREQ(last_error(), "first");
}

TEST(CInterfaceStatus, KeepsTheMessagesOfThreadsApart) {
  run([] { throw InvalidInput("of this thread"); });
  std::string before;
  std::string after;
  std::thread other([&] {
    before = last_error();
    run([] { throw InvalidInput("of the other"); });
    after = last_error();
  });
  other.join();
  EXPECT_EQ(before, "");
  EXPECT_EQ(after, "of the other");
  EXPECT_STREQ(last_error(), "of this thread");
}

}  // namespace
}  // namespace gaptv::c_interface
