// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Documents of evidence follow from the results that are kept beside them.
#include <filesystem>
#include <string>

#include "gaptv/base/file.h"
#include "tests/cli/program.h"

namespace gaptv::testing {
namespace {

class Documents : public CliTest {
 protected:
  // Writes a document again from the results of docs/results; the page has the name of its writer, or its own.
  void expect_as_kept(const std::string& name, const std::string& results, const std::string& page = "") const {
    const std::filesystem::path docs = std::filesystem::path(GAPTV_SOURCE_DIR) / "docs";
    if (!std::filesystem::exists(docs / "results" / (results + ".csv.xz"))) {
      GTEST_SKIP() << "docs/results has no " << results << ".csv.xz yet; `./dev reproduce --docs` keeps it";
    }
    const Outcome run = shell("python3 -B '" GAPTV_SOURCE_DIR "/tools/write_" + name + ".py' '" +
                              (docs / "results").string() + "' again/" + name + ".md");
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(read("again/" + name + ".md"), read_file((docs / ((page.empty() ? name : page) + ".md")).string()));
  }
};

TEST_F(Documents, PresetsFollowFromTheirResults) {
  expect_as_kept("presets", "presets");
}

TEST_F(Documents, ReproductionFollowsFromItsResults) {
  expect_as_kept("reproduction", "synthetic");
}

TEST_F(Documents, RegionsFollowFromTheirResults) {
  expect_as_kept("regions", "regions");
}

TEST_F(Documents, AreasFollowFromTheirResults) {
  expect_as_kept("areas", "areas", "areas-evidence");
  // The table of the tutorial is the first one of the evidence.
  const std::string evidence = read("again/areas.md");
  const std::size_t begin = evidence.find("| data | rows | at least 5 |");
  ASSERT_NE(begin, std::string::npos);
  const std::string table = evidence.substr(begin, evidence.find("\n\n", begin) - begin);
  EXPECT_TRUE(contains(read_file(GAPTV_SOURCE_DIR "/docs/areas.md"), table)) << table;
}

TEST_F(Documents, SlowKeptResultsGiveTheDocumentOfTheFolderTheyCameFrom) {
  must("reproduce bins --trials 2 --sizes 20,40 -o r --quiet");
  must("reproduce lambda --trials 2 --sizes 20 -o r --quiet");
  must("reproduce presets --trials 2 --sizes 20 -o r --quiet");
  const std::string tools = "python3 -B '" GAPTV_SOURCE_DIR "/tools/";
  const Outcome kept = shell(tools + "result_files.py' r k/results");
  ASSERT_EQ(kept.exit_code, 0) << kept.err;
  EXPECT_TRUE(contains(kept.out, "kept: bins, lambda, presets")) << kept.out;
  for (const std::string name : {"reproduction", "presets"}) {
    for (const std::string folder : {"r", "k/results"}) {
      const Outcome run = shell(tools + "write_" + name + ".py' " + folder + " " + folder + "-d/" + name + ".md");
      ASSERT_EQ(run.exit_code, 0) << run.err;
    }
    EXPECT_TRUE(read("r-d/" + name + ".md") == read("k/results-d/" + name + ".md")) << name;
  }
  EXPECT_TRUE(contains(read("r-d/reproduction.md"), "seed 0, gaptv ")) << read("r-d/reproduction.md");
}

}  // namespace
}  // namespace gaptv::testing
