// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/fold_rule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gaptv/base/file.h"
#include "gaptv/base/random.h"
#include "gaptv/data/fold_assignment.h"
#include "tests/oracles/temporary_folder.h"

namespace gaptv::testing {
namespace {

using Json = nlohmann::json;
using Numbers = std::vector<double>;
using Columns = std::vector<Numbers>;

// The last column is the outcome. Contents must differ, or the outcome be continuous: copies may go to other folds.
FoldAssignment assign(const Columns& columns, std::size_t folds, std::uint64_t seed, std::vector<int> scales = {}) {
  Dataset data;
  data.features.assign(columns.begin(), columns.end() - 1);
  data.outcome = columns.back();
  Progress progress;
  return assign_folds(data.view(), {.folds = folds, .seed = seed, .threads = 1, .scales = std::move(scales)}, progress);
}

std::vector<std::size_t> folds_of(const FoldAssignment& assignment) {
  return {assignment.fold.begin(), assignment.fold.end()};
}

TEST(FoldRule, IsThatOfTheFrozenTestVectors) {
  const Json file = Json::parse(read_file(GAPTV_SOURCE_DIR "/formats/fold-rule-v1.json"));
  ASSERT_EQ(file["rule"], fold_rule_name);
  ASSERT_EQ(file["cases"].size(), 7U);
  for (const Json& test : file["cases"]) {
    const auto scales = test["scales"].get<std::vector<int>>();
    const FoldAssignment found = assign(test["columns"].get<Columns>(), test["folds"], test["seed"],
                                        test.contains("pinned") ? scales : std::vector<int>());
    EXPECT_EQ(found.scales, scales);
    EXPECT_EQ(folds_of(found), test["fold"].get<std::vector<std::size_t>>()) << test["seed"];
  }
}

// Numbers of every size and sign, with whole ones, zeros of both signs and the smallest there are.
double draw_any(Random& random) {
  switch (random.below(6)) {
    case 0:
      return static_cast<double>(random.below(2000)) - 1000;
    case 1:
      return random.below(2) == 0 ? 0.0 : -0.0;
    case 2:
      return std::ldexp(random.normal(), static_cast<int>(random.below(2000)) - 1000);
    case 3:
      return std::numeric_limits<double>::denorm_min() * (static_cast<double>(random.below(9)) - 4);
    case 4:
      return 0.1 * (static_cast<double>(random.below(2000)) - 1000);
    default:
      return random.normal();
  }
}

TEST(FoldRule, PlainSqlGivesTheSameFolds) {
  if (std::system("python3 -c 'import sqlite3' >/dev/null 2>&1") != 0) GTEST_SKIP() << "python3 is not there";
  Random random(191);
  Json cases = Json::array();
  for (int number = 0; number < 40; ++number) {
    const std::size_t count = 2 + random.below(3);
    const int largest = number % 4 == 0 ? 1020 : static_cast<int>(random.below(40)) - 20;
    Columns columns(count, Numbers(300));
    for (Numbers& column : columns) {
      for (double& x : column) {
        x = draw_any(random);
        if (std::abs(x) > std::ldexp(1.0, largest)) x = random.normal();
      }
    }
    const std::uint64_t seed = number % 3 == 0 ? static_cast<std::uint64_t>(number) : random.next();
    const std::size_t folds = 2 + random.below(30);
    const FoldAssignment found = assign(columns, folds, seed);
    cases.push_back(
        {{"columns", columns}, {"seed", seed}, {"folds", folds}, {"scales", found.scales}, {"fold", folds_of(found)}});
  }
  const TemporaryFolder folder;
  const std::string file = folder.file("cases.json");
  write_file(file, Json{{"cases", cases}}.dump());
  const std::string script = "python3 '" GAPTV_SOURCE_DIR "/tests/data/fold_rule_sql.py' ";
  EXPECT_EQ(std::system((script + "'" + file + "'").c_str()), 0);
  EXPECT_EQ(std::system((script + "'" GAPTV_SOURCE_DIR "/formats/fold-rule-v1.json'").c_str()), 0);
  cases[5]["fold"][123] = 31;
  write_file(file, Json{{"cases", cases}}.dump());
  EXPECT_NE(std::system((script + "'" + file + "' 2>/dev/null").c_str()), 0);
}

TEST(FoldRule, KeepsScalesWithinWhatAPowerOfTwoCanBe) {
  EXPECT_EQ(fold_scale(0), 52);
  EXPECT_EQ(fold_scale(0.75), 52);
  EXPECT_EQ(fold_scale(1), 51);
  EXPECT_EQ(fold_scale(std::numeric_limits<double>::max()), -972);
  EXPECT_EQ(fold_scale(std::numeric_limits<double>::denorm_min()), 1023);
}

TEST(FoldRule, RoundsDownAndKeepsHugeNumbersWithin64Bits) {
  EXPECT_EQ(whole_number(-0.25, 1), -1);
  EXPECT_EQ(whole_number(-0.0, 4), 0);
  EXPECT_EQ(whole_number(2.75, 2), 5);
  EXPECT_EQ(whole_number(1e300, 1e8), std::int64_t{1} << 61U);
  EXPECT_EQ(whole_number(-1e300, 1e300), -(std::int64_t{1} << 61U));
}

struct Rows {
  const char* name;
  Columns (*make)();
};

Numbers sequence(std::size_t count, const std::function<double(std::size_t)>& value) {
  Numbers column(count);
  for (std::size_t i = 0; i < count; ++i) column[i] = value(i);
  return column;
}

constexpr std::size_t row_count = 10000;

const std::vector<Rows>& rows_to_deal() {
  static const std::vector<Rows> list = {
      {"Noise",
       [] {
         Random random(192);
         const auto noise = [&random](std::size_t) { return random.normal(); };
         return Columns{sequence(row_count, noise), sequence(row_count, noise), sequence(row_count, noise)};
       }},
      {"IntegerLattice",
       [] {
         return Columns{sequence(row_count, [](std::size_t i) { return static_cast<double>(i / 100); }),
                        sequence(row_count, [](std::size_t i) { return static_cast<double>(i % 100); }),
                        Numbers(row_count, 1.0)};
       }},
      {"LatticeWithZeroOutcome",
       [] {
         return Columns{sequence(row_count, [](std::size_t i) { return static_cast<double>(i / 100); }),
                        sequence(row_count, [](std::size_t i) { return static_cast<double>(i % 100); }),
                        Numbers(row_count, 0.0)};
       }},
      {"Tenths",
       [] {
         return Columns{sequence(row_count, [](std::size_t i) { return 0.1 * static_cast<double>(i); }),
                        Numbers(row_count, 2.0)};
       }},
      {"ConstantFeature",
       [] {
         Random random(193);
         return Columns{Numbers(row_count, 3.0), sequence(row_count, [&](std::size_t) { return random.normal(); })};
       }},
      {"ZeroFeatureAndIntegers",
       [] {
         return Columns{Numbers(row_count, 0.0),
                        sequence(row_count, [](std::size_t i) { return static_cast<double>(i); })};
       }},
      {"ConstantFeatureAndTenths",
       [] {
         return Columns{Numbers(row_count, 1.0),
                        sequence(row_count, [](std::size_t i) { return 0.1 * static_cast<double>(i); })};
       }},
      {"OutcomeThatIsTheFeature",
       [] {
         const Numbers column = sequence(row_count, [](std::size_t i) { return static_cast<double>(i) - 5000; });
         return Columns{column, column};
       }},
      {"MoneyAndYears",
       [] {
         Random random(194);
         return Columns{sequence(row_count, [&](std::size_t) { return 100 * std::floor(2000 * random.uniform()); }),
                        sequence(row_count, [](std::size_t i) { return 1950 + static_cast<double>(i % 75); }),
                        sequence(row_count, [](std::size_t i) { return static_cast<double>(i / 75); })};
       }},
  };
  return list;
}

class FoldRuleOn : public ::testing::TestWithParam<std::size_t> {
 protected:
  static constexpr std::size_t folds = 5;
  static constexpr std::uint64_t seeds = 12;

  void SetUp() override {
    const Columns columns = rows_to_deal()[GetParam()].make();
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      fold_.push_back(folds_of(assign(columns, folds, seed)));
    }
  }
  // Pearson's statistic of counts that should all be the same.
  static double chi_square(const std::vector<std::size_t>& counts) {
    const double expected = static_cast<double>(row_count) / static_cast<double>(counts.size());
    double sum = 0;
    for (const std::size_t count : counts) {
      sum += (static_cast<double>(count) - expected) * (static_cast<double>(count) - expected) / expected;
    }
    return sum;
  }
  std::vector<std::vector<std::size_t>> fold_;  // by seed
};
INSTANTIATE_TEST_SUITE_P(Every, FoldRuleOn, ::testing::Range(std::size_t{0}, rows_to_deal().size()),
                         [](const auto& tested) { return std::string(rows_to_deal()[tested.param].name); });

// Values of chi-square that one in a million exceeds, with 4 and with 24 degrees of freedom.
constexpr double rare_of_4 = 33.4;
constexpr double rare_of_24 = 76.0;

TEST_P(FoldRuleOn, FoldsAreBalanced) {
  for (const std::vector<std::size_t>& fold : fold_) {
    std::vector<std::size_t> counts(folds, 0);
    for (const std::size_t number : fold) ++counts[number];
    EXPECT_LT(chi_square(counts), rare_of_4);
  }
}

TEST_P(FoldRuleOn, FoldsOfDifferentSeedsAreIndependent) {
  for (std::size_t a = 0; a < seeds; ++a) {
    for (std::size_t b = a + 1; b < seeds; ++b) {
      std::vector<std::size_t> counts(folds * folds, 0);
      for (std::size_t row = 0; row < row_count; ++row) ++counts[fold_[a][row] * folds + fold_[b][row]];
      EXPECT_LT(chi_square(counts), rare_of_24) << "seeds " << a << " and " << b;
    }
  }
}

// Rows that follow each other, or are a row of a lattice apart, are not dealt in a pattern.
TEST_P(FoldRuleOn, NeighboursAreIndependent) {
  for (const std::vector<std::size_t>& fold : fold_) {
    for (const std::size_t step : {1U, 2U, 5U, 75U, 100U}) {
      std::vector<std::size_t> counts(folds * folds, 0);
      for (std::size_t row = 0; row < row_count; ++row) {
        ++counts[fold[row] * folds + fold[(row + step) % row_count]];
      }
      EXPECT_LT(chi_square(counts), rare_of_24) << "step " << step;
    }
  }
}

}  // namespace
}  // namespace gaptv::testing
