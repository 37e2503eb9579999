// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/c_interface/callback_progress.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

namespace gaptv::c_interface {
namespace {

// What a function of the caller was told last, how often it was called, and what it answers.
struct Told {
  int calls = 0;
  std::string stage;
  double fraction = -1;
  int answer = 0;
};

int remember(void* context, const char* stage, double fraction) {
  auto& told = *static_cast<Told*>(context);
  ++told.calls;
  told.stage = stage;
  told.fraction = fraction;
  return told.answer;
}

bool should_stop_in_another_thread(Progress& progress) {
  bool result = false;
  std::thread other([&] { result = progress.should_stop(); });
  other.join();
  return result;
}

TEST(CallbackProgress, TellsStageAndFraction) {
  Told told;
  CallbackProgress progress(remember, &told);
  progress.begin(Stage::select);
  progress.advance(0.25);
  EXPECT_FALSE(progress.should_stop());
  EXPECT_EQ(told.stage, "select");
  EXPECT_EQ(told.fraction, 0.25);
  progress.begin(Stage::solve);
  EXPECT_FALSE(progress.should_stop());
  EXPECT_EQ(told.stage, "solve");
  EXPECT_EQ(told.fraction, 0);
}

TEST(CallbackProgress, IsSilentWithoutAFunction) {
  CallbackProgress progress(nullptr, nullptr);
  progress.begin(Stage::gap);
  EXPECT_FALSE(progress.should_stop());
}

TEST(CallbackProgress, CallsInTheThreadOfTheCallerOnlyAndStopsTheOthers) {
  Told told;
  CallbackProgress progress(remember, &told);
  EXPECT_FALSE(should_stop_in_another_thread(progress));
  EXPECT_EQ(told.calls, 0);
  told.answer = 1;
  EXPECT_TRUE(progress.should_stop());
  EXPECT_TRUE(should_stop_in_another_thread(progress));
  EXPECT_TRUE(progress.should_stop());
  EXPECT_EQ(told.calls, 1) << "who asked to stop is not called again";
}

}  // namespace
}  // namespace gaptv::c_interface
