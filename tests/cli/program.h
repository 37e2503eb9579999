// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/oracles/temporary_folder.h"

namespace gaptv::testing {

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// What a run of the program left.
struct Outcome {
  int exit_code = -1;
  std::string out;
  std::string err;

  nlohmann::json json() const { return nlohmann::json::parse(out); }
};

// A test in a fresh folder, which is the program's working directory.
class CliTest : public ::testing::Test {
 protected:
  CliTest() { std::filesystem::create_directory(folder_.path() / "in"); }

  // Runs a shell command in which "gaptv" is the program.
  Outcome shell(const std::string& command) const {
    const std::filesystem::path streams = folder_.path() / "streams";
    std::filesystem::create_directory(streams);
    const std::string line = "cd '" + (folder_.path() / "in").string() +
                             "' && gaptv() { '" GAPTV_PROGRAM "' \"$@\"; } && { " + command + "\n} >'" +
                             (streams / "out").string() + "' 2>'" + (streams / "err").string() + "'";
    const int status = std::system(line.c_str());
    Outcome run = {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(streams / "out"), read(streams / "err")};
    std::filesystem::remove_all(streams);
    return run;
  }
  Outcome gaptv(const std::string& arguments) const { return shell("gaptv " + arguments); }

  // Runs a command that must succeed.
  Outcome must(const std::string& arguments) const {
    Outcome run = gaptv(arguments);
    EXPECT_EQ(run.exit_code, 0) << arguments << "\n" << run.err;
    return run;
  }

  void write(const std::string& name, std::string_view content) const {
    std::ofstream(folder_.path() / "in" / name, std::ios::binary)
        .write(content.data(), static_cast<std::streamsize>(content.size()));
  }
  std::string read(const std::filesystem::path& path) const {
    std::ostringstream content;
    content << std::ifstream(folder_.path() / "in" / path, std::ios::binary).rdbuf();
    return content.str();
  }
  std::set<std::string> files() const {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path() / "in"))
      names.insert(entry.path().filename());
    return names;
  }

  // Expects exit code 1, one line of error with each of the parts, nothing on stdout and no file left behind.
  void expect_refused_run(const std::string& arguments, const std::vector<std::string>& parts) const {
    const std::set<std::string> before = files();
    const Outcome run = gaptv(arguments);
    EXPECT_EQ(run.exit_code, 1) << arguments << "\n" << run.err;
    EXPECT_EQ(run.out, "") << arguments;
    EXPECT_TRUE(run.err.starts_with("gaptv: ")) << run.err;
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
    for (const std::string& part : parts) EXPECT_TRUE(contains(run.err, part)) << part << " in: " << run.err;
    EXPECT_EQ(files(), before);
  }

  // 300 points of the benchmark as points.csv.
  void simulate_points() const { must("simulate plateaus -n 300 --seed 1 -o points.csv"); }
  // The same and their model as model.json.
  void fit_points() const {
    simulate_points();
    must("fit points.csv --x x1,x2 --y y -o model.json --quiet");
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace gaptv::testing
