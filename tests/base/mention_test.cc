// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/base/mention.h"

#include <gtest/gtest.h>

namespace gaptv {
namespace {

std::string render(const std::string& text) {
  return render_mentions(
      text, {.option = [](const std::string& name, const std::string& value) { return "<" + name + "|" + value + ">"; },
             .row = [](std::size_t row) { return "row " + std::to_string(row + 1); }});
}

TEST(Mentions, AreWrittenAsTheCallerWantsThem) {
  EXPECT_EQ(render("use fewer folds (`folds`)"), "use fewer folds (<folds|>)");
  EXPECT_EQ(render("`loss=huber=DELTA` sets it"), "<loss|huber=DELTA> sets it");
  EXPECT_EQ(render(mention_option("bins_max", "9") + " and " + mention_row(40)), "<bins_max|9> and row 41");
}

TEST(Mentions, OtherTextStaysAsItIs) {
  for (const char* text : {"", "`", "``", "a`b", "`Two words`", "`x1`", "it costs 5 `", "`A` or `B`"}) {
    EXPECT_EQ(render(text), text);
  }
  EXPECT_EQ(render("`A` or `folds`"), "`A` or <folds|>");
}

}  // namespace
}  // namespace gaptv
